import { Address, addressLines } from '@newsstand/contracts/address';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { RefundPlan } from '@newsstand/contracts/desk-refund';
import { UNTOLD, type DeskReason, type InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import type { Stopped } from '@newsstand/contracts/money-back';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { isOpenGift } from '../../ledger/orders/gift-states.ts';
import { endDonation } from '../../ledger/planned-charges/end-donation.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { planAgain } from '../../ledger/planned-charges/plan-again.ts';
import { readRenewalCharges } from '../../ledger/planned-charges/renewal-charge.ts';
import { followSent } from '../../ledger/orders/follow-sent.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import { holdSubscriptions, readSubscriptionsOf } from '../../ledger/terms/read-subscriptions.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import type { TakenBack } from '../../letters/money-back-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { isCharging } from '../../account/switch-autorenew.ts';
import { endingTerms } from '../../payments/invoices/open-upgrades.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { goesOnRenewing } from '../../rules/subscriptions/renewing-rules.ts';
import { mustFit } from '../check-reason.ts';
import { goodName } from '../to-send/good-name.ts';
import { Changed, changeKind, changeOfOrder } from './change-kind.ts';
import { readBeside } from './paid-in-other-orders.ts';
import { readMovedAlong, type MovedAlong } from './moved-along.ts';
import { dropsOfLine, type PlannedLine } from './plan-refund.ts';
import type { Refundable, RefundableTerm, Waiting } from './refundable.ts';

type TakeDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
/**
 * A plan that was followed, as its action keeps it: with whose subscriptions ended. A plan of the release before does
 * not say.
 */
export const FollowedPlan = v.object({ ...RefundPlan.entries, owners: v.optional(v.array(v.string()), []) });
type Taken = {
  happens: Omit<RefundPlan['happens'], 'invoices'>;
  /** Unpaid invoices that were given up with it. */
  invoices: InvoiceGivenUp[];
  stopped: Stopped[];
  /**
   * Whose subscriptions ended, or were paid back as they had come; `lasting`: of these, who renew all the same;
   * `changed`: or are no longer upgraded.
   */
  owners: string[];
  lasting: ReadonlySet<string>;
  changed: string[];
  ended: RefundableTerm[];
  /** The goods that are not sent any more, each in words. */
  unsent: string[];
  /** What else of whoever paid. */
  back: TakenBack;
  /** The orders with which something of it is sent once more, and still is. */
  waiting: string[];
  /** What was paid for what ended in other orders, and was not served: none of it goes back by this. */
  beside: NonNullable<RefundPlan['beside']>;
  /** Where copies are posted again whose move to another zone was undone. */
  posted: RefundPlan['posted'];
  took: Took;
};
const Term = v.object({ id: v.string(), owner: v.string() });
const Piece = v.object({
  /** Where they were sent once more: that order, and in words what it was to send. */
  again: v.optional(v.object({ order: v.string(), what: v.string() })),
  ordinal: v.number(),
  type: v.string(),
  ref: v.string(),
  dropped: v.number(),
  /** Of these, where the order has giftees, how many of whose. */
  whose: v.optional(v.array(v.object({ giftee: v.nullable(v.number()), quantity: v.number() }))),
});
const CouponUse = v.object({ owner: v.string(), code: v.string(), ordinal: v.number(), quantity: v.number() });
/**
 * What was taken away, as its action keeps it, so that it can be given back: `gone`, cents of its order that had gone
 * back by then; `renewed`, who renewed by themselves until then.
 */
export const Took = v.object({
  at: v.string(),
  gone: v.number(),
  terms: v.array(Term),
  renewed: v.array(v.string()),
  upgrades: v.array(Changed),
  /** What went along with these, and came back with them. */
  along: v.optional(v.array(Changed), []),
  gifts: v.array(v.string()),
  donation: v.boolean(),
  pieces: v.array(Piece),
  /** Pieces that had been sent are here again. */
  came_back: v.boolean(),
  coupons: v.array(CouponUse),
});
export type Took = v.InferOutput<typeof Took>;
type Doing = {
  order: Refundable;
  lines: readonly PlannedLine[];
  redeemed: 'keep' | 'end';
  /** Of whoever paid: whether what else they pay for goes on renewing by itself. */
  renewing: 'keep' | 'stop' | undefined;
  action: string;
  reason: DeskReason;
};

/**
 * Takes away what lines of an order had paid for: subscriptions end, and what else their readers have goes on
 * renewing by itself, unless nobody is written to, gifts are good for nothing, a monthly donation ends, what is not
 * posted yet never is, nor is what waits to be sent once more of it, and is in stock again, coupons can be used again,
 * an upgrade is undone, and an unpaid invoice for a further one is given up. Before any money is asked for: what is
 * taken away can be given back. Refuses (409) while an issue is being given out. Call it in the transaction that writes
 * the refund.
 */
export async function takeAway(tx: Prisma.TransactionClient, outside: TakeDeps, doing: Doing): Promise<Taken> {
  const { order, action, reason } = doing;
  mustFit(reason, order.disputed);
  // One moment for all of it, by which it is known again when it is given back.
  const now = outside.clock();
  const deps = { ...outside, clock: () => now };
  const ending = endingOf(doing);
  const { lines, owners, ended, upgrades, changed } = ending;
  const { publicationId } = deps.config;
  if (ended.length + upgrades.length > 0 && (await isReleasing(tx, publicationId))) {
    throw new Refusal(409, deskText('release_under_way'));
  }
  const terms = await endingTerms(tx, deps, { owners: changed, reason }, async () => endWhatTheyHave(tx, deps, doing, ending));
  const { stopped, lasting, undone, moves } = terms.ended;
  const charges = await readRenewalCharges({ ...deps, db: tx }, [...lasting]);
  const gifts = await revokeGifts(tx, deps, lines);
  const donation = await endDonations(tx, deps, lines, order.id);
  const pieces = await dropPieces(tx, deps, { order, taken: lines, action });
  const coupons = await giveCouponsBack(tx, order.id, lines);
  const charging = new Set<string>();
  for (const owner of owners) if (await isCharging(tx, publicationId, owner)) charging.add(owner);
  const copies = copiesOf(pieces);
  const gone = new Set(copies.filter(({ left }) => left === 0).map(({ number }) => number));
  const given = ended.filter(({ owner }) => owner !== order.owner).length;
  return {
    happens: {
      ends: ended.length,
      given,
      downgrades: upgrades.length,
      revokes: gifts.length,
      dropped: total(pieces, 'dropped'),
      restocked: total(pieces, 'back'),
      coupons: coupons.length,
      renewal: stopped.length > 0,
      renewal_of_payer: stopped.includes(order.owner),
      renewal_of_others: stopped.filter((owner) => owner !== order.owner).length,
      renews: charges.get(order.owner) ?? null,
      charging: charging.size > 0,
      donation,
      copies,
    },
    invoices: terms.invoices,
    // Its letter and receipt are the payer's: of a recipient's renewal they say nothing.
    stopped: [...(stopped.includes(order.owner) ? (['autorenew'] as const) : []), ...(donation ? (['donation'] as const) : [])],
    owners,
    lasting: new Set(owners.filter((owner) => lasting.has(owner) && (charging.has(owner) || charges.get(owner)))),
    changed,
    ended,
    back: {
      gifts: gifts.length,
      given,
      upgrades: undone.upgrades.length + undone.along.length - moves.filter(({ alone }) => alone).length,
      donation,
      moved: moves.length > 0,
    },
    unsent: pieces.filter(({ dropped }) => dropped > 0).map(({ dropped, what }) => `${dropped} × ${what}`),
    waiting: order.waiting.map(({ number }) => number).filter((number) => !gone.has(number)),
    beside: await readBeside(tx, publicationId, order.id, ended),
    posted: await readPosted(tx, publicationId, moves),
    took: tookOf({ now, order, ending, stopped, undone, gifts, donation, pieces, coupons }),
  };
}

/**
 * What of the readers' own the lines paid for: `leaving` goes back, and of it `ended` has issues left; `owners` have
 * what leaves, and `changed` that or what is no longer upgraded.
 */
type Ending = {
  lines: PlannedLine[];
  leaving: RefundableTerm[];
  ended: RefundableTerm[];
  owners: string[];
  upgrades: RefundableTerm[];
  changed: string[];
};

function endingOf({ order, lines, redeemed }: Doing): Ending {
  const taken = lines.filter(({ takes }) => takes > 0);
  const terms = termsOf(taken, redeemed);
  // Nothing of the payer's own that is paid back renews, though all of it came.
  const leaving = terms.filter((term) => isAnyLeftOf(term) || term.owner === order.owner);
  const upgrades = taken.flatMap(upgradedBy);
  const [owners, changed] = [ownersOf(leaving), ownersOf([...leaving, ...upgrades])];
  return { lines: taken, leaving, ended: terms.filter(isAnyLeftOf), owners, upgrades, changed };
}

/** Upgrades that were undone, and what had gone to another zone with them. */
type Undone = Record<'upgrades' | 'along', Required<Changed>[]>;
/** Whose renewals stopped, and whose go on; what was undone, and where copies are posted again. */
type Ended = { stopped: string[]; lasting: ReadonlySet<string>; undone: Undone; moves: Place[] };

async function endWhatTheyHave(
  tx: Prisma.TransactionClient,
  deps: TakeDeps,
  { order, lines, renewing, reason }: Doing,
  { leaving, ended, owners, upgrades, changed }: Ending,
): Promise<Ended> {
  // Account before terms, as whoever ends a subscription alone.
  if (changed.length > 0) await tx.$queryRaw`select 1 from account where id = any(${changed}::uuid[]) order by id for no key update`;
  await holdSubscriptions(tx, deps.config.publicationId, changed);
  const lasting = UNTOLD.includes(reason) ? new Set<string>() : await findLasting(tx, deps, owners, leaving);
  if (renewing === 'stop') lasting.delete(order.owner);
  await endTerms(tx, deps, ended);
  const stopped = await stopRenewing(tx, deps, { owners: owners.filter((owner) => !lasting.has(owner)), order });
  for (const owner of ownersOf(ended)) if (lasting.has(owner)) await planAgain(tx, deps, owner);
  // What one of them still pays for is posted where all of it went.
  const isAnyLeft = lines.some((line) => line.takes === 0 && line.taken < line.quantity && upgradedBy(line).length > 0);
  const along = upgrades.length > 0 && !isAnyLeft ? await readMovedAlong(tx, deps, order.id) : [];
  const undone: Undone = {
    upgrades: await undoUpgrades(tx, deps, upgrades, order.id),
    along: await undoUpgrades(tx, deps, along, order.id),
  };
  return { stopped, lasting, undone, moves: [...undone.upgrades, ...undone.along].flatMap(movedBack) };
}

/** Of orders that send something once more, what is not sent any more, and what is left to be sent. */
const copiesOf = (pieces: readonly Drop[]) =>
  pieces.flatMap(({ copy, dropped }) => (copy === null ? [] : [{ number: copy.number, pieces: dropped, left: copy.open - dropped }]));

type Kept = Pick<Took, 'gifts' | 'donation' | 'coupons'> & {
  now: Date;
  order: Refundable;
  ending: Ending;
  stopped: string[];
  undone: Undone;
  pieces: readonly Drop[];
};

function tookOf({ now, order, ending, stopped, undone, pieces, gifts, donation, coupons }: Kept): Took {
  return {
    at: now.toISOString(),
    gone: order.gone,
    terms: ending.ended.map(idsOf),
    renewed: stopped,
    ...undone,
    gifts,
    donation,
    pieces: pieces.map(({ copy, ordinal, type, ref, what, dropped, whose }) => ({
      ...(copy && { again: { order: copy.id, what } }),
      ordinal,
      type,
      ref,
      dropped,
      ...(whose.length > 0 && { whose }),
    })),
    came_back: total(pieces, 'back') > total(pieces, 'dropped'),
    coupons,
  };
}

const idsOf = ({ id, owner }: RefundableTerm) => ({ id, owner });
const ownersOf = (terms: readonly RefundableTerm[]): string[] => [...new Set(terms.map(({ owner }) => owner))].toSorted();
/** What came to its last issue has nothing left to end. */
const isAnyLeftOf = ({ served, issues }: RefundableTerm): boolean => issues === null || served < issues;

/** The term that a line upgraded, or moved, and that goes on. */
const upgradedBy = ({ type, term }: PlannedLine): RefundableTerm[] =>
  type === 'subscription-upgrade' && term !== null && !term.cancelled ? [term] : [];

/** The terms that lines paid for and that nobody has ended; those of redeemed gifts where that was chosen. */
function termsOf(lines: readonly PlannedLine[], redeemed: 'keep' | 'end'): RefundableTerm[] {
  const own = lines.flatMap(({ type, term }) => (type === 'personal-subscription' && term !== null ? [term] : []));
  const given = redeemed === 'end' ? lines.flatMap(({ chosen }) => chosen.flatMap(({ terms }) => terms)) : [];
  return [...own, ...given].filter(({ cancelled }) => !cancelled);
}

async function endTerms(tx: Prisma.TransactionClient, { config, clock }: TakeDeps, terms: readonly RefundableTerm[]): Promise<void> {
  if (terms.length === 0) return;
  const [ids, owners] = [terms.map(({ id }) => id), terms.map(({ owner }) => owner)];
  // With their owners, by whom terms are found: without them all of a publication's are gone through.
  await tx.$queryRaw`
    update subscription set cancelled = ${clock()}
    where publication_id = ${config.publicationId} and owner_id = any(${owners}::uuid[]) and id = any(${ids}::uuid[]) and cancelled is null`;
}

/** Who renew by themselves, and will without these terms. */
async function findLasting(
  tx: Prisma.TransactionClient,
  { config, clock }: TakeDeps,
  owners: readonly string[],
  ended: readonly RefundableTerm[],
): Promise<Set<string>> {
  if (owners.length === 0) return new Set();
  const accounts = await tx.account.findMany({ where: { id: { in: [...owners] }, autorenewSince: { not: null } }, select: { id: true } });
  const ids = new Set(ended.map(({ id }) => id));
  const owned = await readSubscriptionsOf(
    { db: tx, config },
    accounts.map(({ id }) => id),
  );
  const lasting = accounts.filter((_, index) => {
    const before = owned[index] ?? [];
    return goesOnRenewing(
      before,
      before.map((one) => (ids.has(one.id) ? { ...one, cancelled: clock() } : one)),
    );
  });
  return new Set(lasting.map(({ id }) => id));
}

/**
 * Answers whose renewed by itself. The payer's account and receipt say which order's money stopped it, until they begin
 * again.
 */
async function stopRenewing(
  tx: Prisma.TransactionClient,
  deps: TakeDeps,
  { owners, order: { id, owner: payer } }: { owners: readonly string[]; order: { id: string; owner: string } },
): Promise<string[]> {
  if (owners.length === 0) return [];
  const stopped = await tx.$queryRaw<{ id: string }[]>`
    update account set autorenew_since = null, autorenew_stopped_by = case when id = ${payer}::uuid then ${id}::uuid end
    where id = any(${owners}::uuid[]) and publication_id = ${deps.config.publicationId} and autorenew_since is not null returning id`;
  for (const owner of owners) await followAutorenew(tx, deps, owner);
  return stopped.map((account) => account.id);
}

/** Whose print of which zone; `alone`: it only moved, and was no better before. */
type Place = { owner: string; shipcode: Shipcode; alone: boolean };

/** Subscriptions come again as they did before an order upgraded them, in files where their reader has chosen those. */
async function undoUpgrades(
  tx: Prisma.TransactionClient,
  { config, clock }: TakeDeps,
  terms: readonly MovedAlong[],
  order: string,
): Promise<Required<Changed>[]> {
  const { publicationId } = config;
  const undone: Required<Changed>[] = [];
  for (const { id, owner } of terms) {
    const change = await changeOfOrder(tx, { publicationId, owner, id }, order);
    if (change === null) continue;
    const { from, to } = change;
    const changed = await changeKind(tx, { publicationId, owner, id }, clock(), (now) => {
      // What a later one was paid for stays as long as its money does.
      if (now.set !== to.set || now.level !== to.level) throw new Refusal(409, deskText('upgraded_again'));
      return now.active === 'digital' && to.active !== 'digital' ? { ...from, active: now.active } : from;
    });
    undone.push(changed);
  }
  return undone;
}

/** Where copies are posted again that had been posted in another zone. */
function movedBack({ owner, was, made }: Required<Changed>): Place[] {
  const [from, to] = [shipcodeOf(was.set), shipcodeOf(made.active)];
  return from !== null && to !== null && from !== to ? [{ owner, shipcode: to, alone: was.level === made.level }] : [];
}

/** The address of each place, once; null where nobody knows it, or copies come back from there. */
async function readPosted(tx: Prisma.TransactionClient, publicationId: string, places: readonly Place[]): Promise<RefundPlan['posted']> {
  if (places.length === 0) return [];
  const each = [...new Map(places.map((place) => [`${place.owner} ${place.shipcode}`, place])).values()];
  const rows = await tx.ownerAddress.findMany({
    where: { publicationId, undeliverable: null, OR: each.map(({ owner, shipcode }) => ({ ownerId: owner, shipcode })) },
    select: { ownerId: true, shipcode: true, address: true },
  });
  return each.map(({ owner, shipcode }) => {
    const row = rows.find((one) => one.ownerId === owner && one.shipcode === shipcode);
    return row ? addressLines(v.parse(Address, row.address)) : null;
  });
}

/** Gifts that nobody has redeemed: one whose better way somebody is paying is theirs by then. Answers their ids. */
async function revokeGifts(tx: Prisma.TransactionClient, { clock }: TakeDeps, lines: readonly PlannedLine[]): Promise<string[]> {
  const gifts = lines.flatMap(({ chosen }) => chosen.filter(({ redeemed }) => !redeemed).map(({ id }) => id));
  if (gifts.length === 0) return [];
  const revoked = await tx.$queryRaw<unknown[]>`
    update gift g set revoked = ${clock()} where g.id = any(${gifts}::uuid[]) and ${isOpenGift} returning id`;
  if (revoked.length < gifts.length) throw new Refusal(409, deskText('gift_being_redeemed'));
  return gifts;
}

async function endDonations(
  tx: Prisma.TransactionClient,
  { clock }: TakeDeps,
  lines: readonly PlannedLine[],
  order: string,
): Promise<boolean> {
  const tokens = lines.flatMap(({ donation }) => (donation === null ? [] : [donation]));
  for (const token of tokens) {
    const donation = await tx.donation.findUniqueOrThrow({ where: { token } });
    await endDonation(tx, donation, clock());
    await tx.donation.update({ where: { token }, data: { endedBy: order } });
  }
  return tokens.length > 0;
}

type Dropping = { order: Refundable; taken: readonly PlannedLine[]; action: string };
/**
 * Of a line, or of an order that sends something of it once more (`copy`), what is never sent, and what is in stock
 * again.
 */
type Drop = {
  order: string;
  copy: Waiting | null;
  id: string;
  ordinal: number;
  type: string;
  ref: string;
  what: string;
  dropped: number;
  back: number;
  whose: { giftee: number | null; quantity: number }[];
};

/**
 * Pieces that are not posted yet never are, and are in stock again; those that were posted where they came back. Of
 * what was posted and is sent once more as many are not as are taken away.
 */
async function dropPieces(tx: Prisma.TransactionClient, { config, clock }: TakeDeps, { order, taken, action }: Dropping): Promise<Drop[]> {
  const now = clock();
  const pieces = taken.filter(({ held }) => held).flatMap((line) => dropsOf(order, line, now));
  if (pieces.length === 0) return [];
  const rows = JSON.stringify(pieces);
  await tx.$queryRaw`
    with piece as (
      select * from jsonb_to_recordset(${rows}::jsonb) as p("order" uuid, id uuid, ordinal int, type text, ref text, dropped int, back int, whose jsonb)
    ),
    theirs as (
      insert into order_dropped (order_id, ordinal, giftee, quantity)
      select p."order", p.ordinal, coalesce(w.giftee, 0), w.quantity from piece p, jsonb_to_recordset(p.whose) as w(giftee int, quantity int)
      on conflict (order_id, ordinal, giftee) do update set quantity = order_dropped.quantity + excluded.quantity
    ),
    lined as (
      update order_line l set dropped = l.dropped + p.dropped from piece p where l.order_id = p."order" and l.ordinal = p.ordinal
    ),
    restocked as (
      update good g set stock = g.stock + b.back
      from (select type, ref, sum(back)::int as back from piece group by type, ref order by ref, type) b
      where g.publication_id = ${config.publicationId} and g.type = b.type and g.ref = b.ref and g.stock is not null and b.back > 0
    )
    insert into stock_move (id, publication_id, type, ref, quantity, why, action, at)
    select id, ${config.publicationId}, type, ref, back, 'refund', ${action}::uuid, ${now} from piece where back > 0`;
  const orders = [...new Set(pieces.map((piece) => piece.order))];
  for (const one of orders) await followSent(tx, one, now);
  // Of what was packed and is never sent no batch waits for ever.
  await tx.$queryRaw`
    delete from dispatch d using "order" o where o.id = d.order_id and o.id = any(${orders}::uuid[]) and o.state = 'fulfilled' and d.sent is null`;
  return pieces;
}

function dropsOf({ id: order, waiting }: Refundable, line: PlannedLine, now: Date): Drop[] {
  const { ordinal, type, ref, takes, came_back } = line;
  const own = dropsOfLine(line);
  const drops: Drop[] = [
    {
      order,
      copy: null,
      id: uuidv7(now.getTime()),
      ordinal,
      type,
      ref,
      what: goodName(line),
      dropped: own,
      back: came_back ? takes : own,
      whose: line.whose.flatMap(({ giftee, drops: quantity }) => (quantity > 0 ? [{ giftee, quantity }] : [])),
    },
  ];
  let left = takes - own;
  for (const copy of waiting.filter(({ of }) => of === ordinal)) {
    const dropped = Math.min(left, copy.open);
    left -= dropped;
    const what = `${goodName(copy)} (${copy.number})`;
    // An order that sends something once more has one line.
    const piece = { order: copy.id, copy, id: uuidv7(now.getTime()), ordinal: 0, type: copy.type, ref: copy.ref, what, whose: [] };
    if (dropped > 0) drops.push({ ...piece, dropped, back: dropped });
  }
  return drops;
}

const total = <Key extends string>(pieces: readonly Record<Key, number>[], key: Key): number =>
  pieces.reduce((sum, piece) => sum + piece[key], 0);

/** Of lines of which nothing is left. */
async function giveCouponsBack(tx: Prisma.TransactionClient, order: string, lines: readonly PlannedLine[]): Promise<Took['coupons']> {
  const whole = lines
    .filter(({ coupon, taken, credits, quantity }) => coupon && taken + credits === quantity)
    .map(({ ordinal }) => ordinal);
  if (whole.length === 0) return [];
  const unused = await tx.$queryRaw<unknown[]>`
    with unused as (
      delete from coupon_use where order_id = ${order}::uuid and ordinal = any(${whole}::int[]) returning publication_id, owner_id, code, ordinal, quantity
    ),
    counted as (
      update coupon_count n set used = n.used - back.quantity
      from (select publication_id, code, sum(quantity)::int as quantity from unused group by publication_id, code order by code) back
      where n.publication_id = back.publication_id and n.code = back.code
    )
    select owner_id as owner, code, ordinal, quantity from unused`;
  return v.parse(v.array(CouponUse), unused);
}
