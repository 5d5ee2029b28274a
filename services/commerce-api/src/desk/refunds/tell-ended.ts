import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { isAnyTaken, type Ended, type TakenBack } from '../../letters/money-back-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { mailboxOf } from '../../payments/settle/mailbox-of.ts';
import { describeIssues } from '../../rules/pricing/membership-rules.ts';
import { anyReader } from '../known-reader.ts';
import { tellGiftees } from './tell-giftees.ts';

const Choice = v.object({ deliverable: Deliverable, level: Level, term: Term });

type TellDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Terms = readonly { id: string; owner: string }[];

/** Whoever paid an order, as letters call them; `mailbox` is where they are written to, and `number` the order's. */
type Payer = { order: string; mailbox: string | null; name: string; number: string };

export type EndedNow = {
  action: string;
  ended: Terms;
  /** Of whom what else they have renews by itself as before. */
  lasting: ReadonlySet<string>;
  /** The ids of gifts that can be redeemed no more. */
  gifts: readonly string[];
  charging: boolean;
  /** The goods that are not sent any more, each in words: whoever paid is told. */
  unsent: readonly string[];
  /** What else of theirs was taken away. */
  back: TakenBack;
  /**
   * Whoever paid, and how what ends of theirs is told them: in the letter about their money (`with-money`), the goods
   * alone in it, since that waits for another person (`later`), or with the number and the address of a credit note.
   */
  payer: Payer & { tells: 'with-money' | 'later' | { number: string; url: string } | null };
};

/**
 * Writes to whose subscriptions ended with a refund, once for each, to giftees whose gifts are none, and to whoever
 * paid, of the goods that are not sent, and of gifts, upgrades and a donation that are none any more. What ended of
 * whoever gets the money back as well, and those goods, are told in the letter about that: then they are answered here,
 * for that letter, and null where there is none.
 */
export async function tellEnded(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, ended, lasting, gifts, charging, unsent, back, payer }: EndedNow,
): Promise<Ended | null> {
  const order = { number: payer.number, goods: unsent };
  const credit_note = typeof payer.tells === 'string' ? null : payer.tells;
  const credit = credit_note && { credit_note };
  const tellsLater = payer.tells === 'with-money' || payer.tells === 'later';
  let isTold = unsent.length === 0 || tellsLater;
  const details: string[] = [];
  let renews = false;
  const unknown: Terms[number][] = [];
  for (const term of ended) {
    const told = await toldOf(tx, deps, term);
    if (told === null) {
      unknown.push(term);
      continue;
    }
    const isPayers = told.email === payer.mailbox;
    if (isPayers && payer.tells === 'with-money') {
      details.push(told.detail);
      renews ||= lasting.has(term.owner);
    } else {
      const goods = isPayers && !isTold ? { order } : null;
      if (goods !== null) isTold = true;
      await post(tx, deps, {
        action,
        term,
        told,
        kind: 'subscription-cancelled',
        payload: { charging, renews: lasting.has(term.owner), ...(isPayers && credit), ...goods },
      });
    }
  }
  await tellGiftees(tx, deps, { kind: 'gift-taken-back', action, payer, gifts, terms: unknown });
  if (!isTold && payer.mailbox !== null) {
    const payload = { name: payer.name, guest: true, ...order, ...credit };
    await postLetter(tx, deps, { kind: 'goods-dropped', subject: `${action}:goods`, recipient: payer.mailbox, payload });
  }
  const isAny = isAnyTaken(back);
  if (isAny && !tellsLater && payer.mailbox !== null) {
    const payload = { name: payer.name, guest: true, number: payer.number, ...back, ...credit };
    await postLetter(tx, deps, { kind: 'order-taken-back', subject: `${action}:taken`, recipient: payer.mailbox, payload });
  }
  const later = tellsLater ? { unsent: [...unsent], ...(isAny && { taken: back }) } : { unsent: [] };
  return details.length + later.unsent.length > 0 || 'taken' in later ? { details, charging, renews, ...later } : null;
}

/** `goods`: each in words; `renewing`: whose renewed by itself before, and whether it does again. */
type Restored = {
  action: string;
  terms: Terms;
  renewing: ReadonlyMap<string, boolean>;
  gifts: readonly string[];
  goods: readonly string[];
  back: TakenBack;
  payer: Payer;
};

/**
 * The same of those that go on, since the refund that ended them is none, of the goods that are sent after all, and of
 * gifts and upgrades that count again.
 */
export async function tellRestored(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, terms, renewing, gifts, goods, back, payer }: Restored,
): Promise<void> {
  const { mailbox, name, number } = payer;
  if (isAnyTaken(back) && mailbox !== null) {
    const payload = { name, guest: true, number, ...back };
    await postLetter(tx, deps, { kind: 'order-restored', subject: `${action}:taken`, recipient: mailbox, payload });
  }
  if (goods.length > 0 && mailbox !== null) {
    const payload = { name, guest: true, number, goods };
    await postLetter(tx, deps, { kind: 'goods-restored', subject: `${action}:goods`, recipient: mailbox, payload });
  }
  const unknown: Terms[number][] = [];
  for (const term of terms) {
    const told = await toldOf(tx, deps, term);
    if (told === null) unknown.push(term);
    else {
      const renews = renewing.get(term.owner);
      await post(tx, deps, { action, term, told, kind: 'subscription-restored', payload: renews === undefined ? {} : { renews } });
    }
  }
  await tellGiftees(tx, deps, { kind: 'gift-restored', action, payer, gifts, terms: unknown });
}

type Told = { name: string; email: string; detail: string; guest?: true };

/** Whom a letter about a term goes to, and what it calls the term; null for who has no mailbox. */
async function toldOf(tx: Prisma.TransactionClient, deps: TellDeps, { id, owner }: Terms[number]): Promise<Told | null> {
  const { publicationId } = deps.config;
  const { name, email, account } = await anyReader(tx, publicationId, owner);
  if (email === null) return null;
  const where = { publicationId_ownerId_id: { publicationId, ownerId: owner, id } };
  const { activeDeliverable, level, term, issues } = await tx.subscription.findUniqueOrThrow({ where });
  const chosen = v.parse(Choice, { deliverable: activeDeliverable, level, term });
  return { name, email, detail: describeIssues(chosen, deps.publication.cached().messages, issues), ...(!account && { guest: true }) };
}

type Posting = {
  action: string;
  term: Terms[number];
  told: Told;
  kind: 'subscription-cancelled' | 'subscription-restored';
  payload: object;
};

async function post(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, term, told: { email, ...told }, kind, payload }: Posting,
): Promise<void> {
  await postLetter(tx, deps, { kind, subject: `${action}:${term.id}`, recipient: email, payload: { ...told, ...payload } });
}

export async function readPayer(tx: Sql, order: string): Promise<Payer> {
  const [row] = await tx.$queryRaw<Payer[]>`
    select o.id as "order", ${mailboxOf} as mailbox, o.name, coalesce(o.number, '') as number
    from "order" o left join invoice i on i.order_id = o.id where o.id = ${order}::uuid`;
  return row ?? { order, mailbox: null, name: '', number: '' };
}
