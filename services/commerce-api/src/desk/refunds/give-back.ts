import { isDeepStrictEqual } from 'node:util';
import type { GivenBack } from '@newsstand/contracts/desk-refund';
import type { NextRenewal } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { writeAutorenew } from '../../account/switch-autorenew.ts';
import { putOff } from '../../ledger/planned-charges/plan-again.ts';
import { followSent } from '../../ledger/orders/follow-sent.ts';
import { giveUpPointless, holdOpenUpgrades } from '../../payments/invoices/open-upgrades.ts';
import { breaksRule } from '../../platform/db/sql.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import { holdSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { nextRenewal } from '../next-renewal.ts';
import { Changed, changeKind, changeOfOrder } from './change-kind.ts';
import { readPayer, tellRestored } from './tell-ended.ts';
import type { Refundable } from './refundable.ts';
import { Took } from './take-away.ts';
import { goodName } from '../to-send/good-name.ts';

type GiveDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Tx = Prisma.TransactionClient;
type Giving = { order: Refundable; took: Took; action: string; untold: boolean };

/**
 * The action that took away what a refund is for, and what it took: a refund that took another's place took nothing
 * itself. Null for one of before that was kept.
 */
export async function tookOf(tx: Tx, refund: string): Promise<{ action: string; took: Took } | null> {
  const row = await tx.staffAction.findUnique({ where: { id: refund }, select: { verb: true, to: true } });
  const again = row?.verb === 'retryRefund' ? v.safeParse(v.object({ refund: v.string() }), row.to) : null;
  if (again?.success) return tookOf(tx, again.output.refund);
  const kept = v.safeParse(v.object({ took: Took }), row?.to);
  return kept.success ? { action: refund, took: kept.output.took } : null;
}

/**
 * Gives back what was taken away for a refund that the provider refused, or that another person did not allow:
 * subscriptions go on and renew as before, gifts are good again, pieces are sent after all, coupons are used. A monthly
 * donation stays ended: nobody but its donor begins one. Refuses (409) where something is no longer as it was left,
 * what was to be sent or a coupon's last use is somebody else's by now, where money of the order has gone back since,
 * and while an issue is being given out. Call it in a transaction that holds the order.
 */
export async function giveBack(tx: Tx, deps: GiveDeps, { order, took, action, untold }: Giving): Promise<GivenBack> {
  if (order.gone > took.gone) throw new Refusal(409, deskText('money_gone_since'));
  if (took.came_back) throw new Refusal(409, deskText('pieces_came_back'));
  if (await isReleasing(tx, deps.config.publicationId)) throw new Refusal(409, deskText('release_under_way'));
  const owners = ownersOf([...took.terms, ...took.upgrades]);
  const open = await holdOpenUpgrades(tx, deps.config.publicationId, ownersOf(took.upgrades));
  if (owners.length > 0) await tx.$queryRaw`select 1 from account where id = any(${owners}::uuid[]) order by id for no key update`;
  await holdSubscriptions(tx, deps.config.publicationId, owners);
  await goOn(tx, deps, took);
  const putOffs: NextRenewal[] = [];
  for (const owner of owners) {
    const planned = await putOff(tx, deps, owner);
    if (planned !== null) putOffs.push({ ...planned, due: planned.due.toISOString() });
  }
  const renewing = await renewAgain(tx, deps, took.renewed);
  for (const changed of took.upgrades) await upgradeAgain(tx, deps, changed, order.id);
  if (took.upgrades.length > 0) await goAlongAgain(tx, deps, order, took);
  // Of an invoice nothing was shown: it stays, and cannot be paid.
  await giveUpPointless(
    tx,
    deps,
    open.filter(({ invoice }) => invoice === null),
  );
  await openGifts(tx, took);
  await sendAfterAll(tx, deps, { order: order.id, took, action });
  await useCoupons(tx, deps, order.id, took.coupons);
  if (!untold) {
    const goods = took.pieces.flatMap(({ again, ordinal, dropped }) => {
      const line = order.lines.find((one) => one.ordinal === ordinal);
      const what = again?.what ?? (line && goodName(line));
      return what === undefined || dropped === 0 ? [] : [`${dropped} × ${what}`];
    });
    // A donation stays ended.
    const given = took.terms.filter(({ owner }) => owner !== order.owner).length;
    const back = { gifts: took.gifts.length, given, upgrades: took.upgrades.length, donation: false };
    const payer = await readPayer(tx, order.id);
    await tellRestored(tx, deps, { action, terms: took.terms, renewing, gifts: took.gifts, goods, back, payer });
  }
  const [terms, upgrades, gifts] = [took.terms.length, took.upgrades.length, took.gifts.length];
  const pieces = took.pieces.reduce((sum, { dropped }) => sum + dropped, 0);
  const again = [...renewing].flatMap(([owner, renews]) => (renews ? [owner] : []));
  const planned = await Promise.all(again.map((owner) => nextRenewal(tx, deps.config.publicationId, owner)));
  return {
    terms,
    renewal: again.length > 0,
    renewals: planned.filter((one) => one !== null),
    put_off: putOffs,
    no_card: renewing.size - again.length,
    upgrades,
    gifts,
    donation: took.donation,
    pieces,
    coupons: took.coupons.length,
  };
}

const ownersOf = (terms: Took['terms']): string[] => [...new Set(terms.map(({ owner }) => owner))].toSorted();

async function goOn(tx: Tx, { config }: GiveDeps, { terms, at }: Took): Promise<void> {
  if (terms.length === 0) return;
  const [ids, owners] = [terms.map(({ id }) => id), terms.map(({ owner }) => owner)];
  const [lifetime] = await tx.$queryRaw<unknown[]>`
    select from subscription s join subscription o on o.publication_id = s.publication_id and o.owner_id = s.owner_id and o.id <> s.id
    where s.publication_id = ${config.publicationId} and s.owner_id = any(${owners}::uuid[]) and s.id = any(${ids}::uuid[]) and s.term = 'lifetime' and o.term = 'lifetime' and o.cancelled is null`;
  if (lifetime) throw new Refusal(409, deskText('another_lifetime'));
  const restored = await tx.$queryRaw<unknown[]>`
    update subscription set cancelled = null
    where publication_id = ${config.publicationId} and owner_id = any(${owners}::uuid[]) and id = any(${ids}::uuid[]) and cancelled = ${new Date(at)} returning id`;
  if (restored.length < ids.length) throw new Refusal(409, deskText('not_as_refund_left'));
}

/**
 * Whoever has removed their card since does not renew by themselves. Answers which of them do again; of whom has
 * switched it on again themselves nothing.
 */
async function renewAgain(tx: Tx, deps: GiveDeps, owners: readonly string[]): Promise<Map<string, boolean>> {
  const off = await tx.account.findMany({
    where: { id: { in: [...owners] }, autorenewSince: null },
    select: { id: true, method: true },
    orderBy: { id: 'asc' },
  });
  const renewing = new Map(off.map(({ id, method }) => [id, method !== null]));
  for (const [id, renews] of renewing) if (renews) await writeAutorenew(tx, deps, id, true);
  return renewing;
}

/** It comes as it did before it was taken back, which is not always as its order once made it. */
async function upgradeAgain(tx: Tx, { config, clock }: GiveDeps, { id, owner, was, made }: Changed, order: string): Promise<void> {
  const term = { publicationId: config.publicationId, owner, id };
  const ordered = was && made ? { from: made, to: was } : await changeOfOrder(tx, term, order);
  if (ordered === null) return;
  const { from, to } = ordered;
  await changeKind(tx, term, clock(), (now) => {
    // Its reader may have chosen since how it comes.
    if (!isDeepStrictEqual(now, from)) throw new Refusal(409, deskText('not_as_refund_left'));
    return to;
  });
}

/**
 * What had gone along goes again, whichever refund of the order took it back; what its reader has changed since stays
 * as it is.
 */
async function goAlongAgain(tx: Tx, { config, clock }: GiveDeps, { id: order, owner }: Refundable, took: Took): Promise<void> {
  const { publicationId } = config;
  const rows = await tx.$queryRaw<{ changed: unknown }[]>`
    select x.value as changed from staff_action a cross join lateral jsonb_array_elements(a."to" #> '{took,along}') x
    where a.publication_id = ${publicationId} and a.owner_id = ${owner}::uuid and exists (
      select from subscription_change c where c.publication_id = a.publication_id and c.order_id = ${order}::uuid and c.subscription_id = (x.value ->> 'id')::uuid
    ) order by a.at desc, a.id desc`;
  const taken = v.parse(v.array(v.required(Changed, ['was', 'made'])), [...rows.map(({ changed }) => changed), ...took.along]);
  const newest = new Map(taken.toReversed().map((changed) => [changed.id, changed]));
  for (const { id, owner: theirs, was, made } of newest.values()) {
    await changeKind(tx, { publicationId, owner: theirs, id }, clock(), (now) => (isDeepStrictEqual(now, made) ? was : now));
  }
}

async function openGifts(tx: Tx, { gifts, at }: Took): Promise<void> {
  if (gifts.length === 0) return;
  const opened = await tx.$queryRaw<unknown[]>`
    update gift set revoked = null where id = any(${gifts}::uuid[]) and revoked = ${new Date(at)} returning id`;
  if (opened.length < gifts.length) throw new Refusal(409, deskText('not_as_refund_left'));
}

/**
 * Pieces that were in stock again are held for their order as before, and for those which send something of it once
 * more.
 */
async function sendAfterAll(
  tx: Tx,
  { config, clock }: GiveDeps,
  { order, took, action }: { order: string; took: Took; action: string },
): Promise<void> {
  const now = clock();
  const pieces = took.pieces
    .filter(({ dropped }) => dropped > 0)
    .map(({ again, whose = [], ...piece }) => ({ ...piece, whose, order: again?.order ?? order, id: uuidv7(now.getTime()) }));
  if (pieces.length === 0) return;
  const orders = [...new Set(pieces.map((piece) => piece.order))];
  await tx.$queryRaw`select 1 from "order" where id = any(${orders}::uuid[]) order by id for update`;
  const rows = JSON.stringify(pieces);
  const [short] = await tx.$queryRaw<{ ref: string }[]>`
    with piece as (
      select type, ref, sum(dropped)::int as dropped from jsonb_to_recordset(${rows}::jsonb) as p(type text, ref text, dropped int) group by type, ref
    ),
    good as (
      select g.type, g.ref, g.stock from good g join piece p on p.type = g.type and p.ref = g.ref
      where g.publication_id = ${config.publicationId} order by g.ref, g.type for update of g
    )
    select p.ref from piece p join good g on g.type = p.type and g.ref = p.ref where g.stock < p.dropped limit 1`;
  if (short) throw new Refusal(409, deskText('out_of_stock'));
  await tx.$queryRaw`
    with piece as (
      select * from jsonb_to_recordset(${rows}::jsonb) as p("order" uuid, id uuid, ordinal int, type text, ref text, dropped int, whose jsonb)
    ),
    whose as (
      select p."order", p.ordinal, coalesce(w.giftee, 0) as giftee, w.quantity from piece p, jsonb_to_recordset(p.whose) as w(giftee int, quantity int)
    ),
    fewer as (
      update order_dropped d set quantity = d.quantity - w.quantity from whose w
      where d.order_id = w."order" and d.ordinal = w.ordinal and d.giftee = w.giftee and d.quantity > w.quantity
    ),
    none as (
      delete from order_dropped d using whose w
      where d.order_id = w."order" and d.ordinal = w.ordinal and d.giftee = w.giftee and d.quantity <= w.quantity
    ),
    lined as (
      update order_line l set dropped = l.dropped - p.dropped from piece p where l.order_id = p."order" and l.ordinal = p.ordinal
    ),
    taken as (
      update good g set stock = g.stock - b.dropped
      from (select type, ref, sum(dropped)::int as dropped from piece group by type, ref order by ref, type) b
      where g.publication_id = ${config.publicationId} and g.type = b.type and g.ref = b.ref and g.stock is not null
    )
    insert into stock_move (id, publication_id, type, ref, quantity, why, action, at)
    select id, ${config.publicationId}, type, ref, -dropped, 'refund', ${action}::uuid, ${now} from piece`;
  for (const one of orders) await followSent(tx, one, now);
}

async function useCoupons(tx: Tx, { config }: GiveDeps, order: string, coupons: Took['coupons']): Promise<void> {
  if (coupons.length === 0) return;
  const counted = tx.$queryRaw`
    with used as (
      insert into coupon_use (publication_id, owner_id, code, order_id, ordinal, quantity)
      select ${config.publicationId}, owner, code, ${order}::uuid, ordinal, quantity
      from jsonb_to_recordset(${JSON.stringify(coupons)}::jsonb) as u(owner uuid, code text, ordinal int, quantity int)
      on conflict do nothing returning code, quantity
    )
    update coupon_count n set used = n.used + u.quantity
    from (select code, sum(quantity)::int as quantity from used group by code order by code) u
    where n.publication_id = ${config.publicationId} and n.code = u.code`;
  await counted.catch((error: unknown) => {
    throw breaksRule(error, 'coupon_count_is_within_its_limit') ? new Refusal(409, deskText('coupon_used_up')) : error;
  });
}
