import type { RefundMethod, RefundNow } from '@newsstand/contracts/desk-refund';
import { formatCents } from '@newsstand/contracts/money';
import type { Prisma, Refund } from '../../../generated/prisma/client.ts';
import { MISSED_STATES } from '../../ledger/orders/refund-states.ts';
import { postMoneyBack, type MoneyBackDeps } from '../../payments/refunds/money-back.ts';
import { Refusal, type RefusalText } from '../../platform/http/refusal.ts';
import { mostOfOrder } from '../../rules/pricing/refund-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { giveBack, tookOf } from './give-back.ts';
import { findRefund, nowOf, stoppedOf, Would } from './approve-refund.ts';
import { methodsOf, paidWith } from './plan-refund.ts';
import { isTaking, readRefund } from './read-order-money.ts';
import { askNow, mailboxToTell } from './refund-order.ts';
import { lockRefundable } from './refundable.ts';
import { closeWon, decidedBy, seenToBy } from './already-decided.ts';
import { writeRefund } from './write-refund.ts';

type Asked = {
  refund: string;
  action: string;
  method: RefundMethod | 'none' | 'undo';
  reference: string;
  settled?: boolean | undefined;
  network: string;
  dry: boolean;
};

/**
 * Pays what the provider refused, or what came back, once more or in another way, or leaves it. Another refund takes
 * its place, of the same sums and with the same credit note, and takes nothing away again. Of one that was refused, and
 * so never paid, or that only took something away, as for a dispute that was won since, that can be given back
 * (`undo`). Whoever was told that its money comes back is told that it does not where it is left. Refuses (409) one
 * that did not fail, or that somebody has seen to since it was shown or decided about, and (422) more than is left of
 * its order.
 */
export async function retryRefund(deps: MoneyBackDeps, person: Person, asked: Asked): Promise<RefundNow> {
  const { action, method, network, dry } = asked;
  const reference = asked.reference.trim();
  const known = await findRefund(deps, asked.refund);
  if (method === 'undo') return undoRefund(deps, person, asked, known, whyNotUndone(deps, known, asked.settled));
  const told = { id: action, verb: 'retryRefund', subject: known.number, owner: known.ownerId, network, dry };
  const would = await act(deps, { person: person.id }, told, Would, async (tx) => {
    const order = await lockRefundable(tx, deps.config.publicationId, known.orderId);
    const refund = await tx.refund.findUniqueOrThrow({ where: { id: asked.refund }, include: { lines: true } });
    const { id, amount, shipping, untold, lines, state, settled } = refund;
    if (!MISSED_STATES.some((missed) => missed === state) || settled !== null)
      throw new Refusal(409, await seenToBy(tx, deps, { number: known.number, refund: id }));
    await tx.refund.update({ where: { id }, data: { settled: deps.clock(), givenUp: method === 'none' } });
    await tx.moneyBack.updateMany({ where: { refundId: id }, data: { decided: deps.clock() } });
    const to = { refund: id, method, amount: method === 'none' ? 0 : amount };
    if (method === 'none') {
      const isTold = !untold && (await tellLeft(tx, deps, { order: order.id, refund: id, amount }));
      const told = isTold ? await mailboxToTell(tx, person, { order: order.id, untold }) : null;
      return { to, result: { refund: await readRefund(tx, id), back_to: null, letter: told, closes: [] } };
    }
    const most = mostOfOrder(order.total, order.gone);
    if (amount > most) throw new Refusal(422, deskText('most_of_order', { most: formatCents(most) }));
    if (!methodsOf(order).includes(method)) throw new Refusal(422, { method: deskText('no_card_paid') });
    if (!dry && method !== 'card' && reference === '') throw new Refusal(422, { reference: deskText('type_reference') });
    // The pieces that were taken away with it are counted with what takes its place.
    const again = lines.map((line) => ({ ...line, takes: isTaking(line) ? 1 : 0, credits: line.quantity, pays: line.amount }));
    const anew = { id: action, order: order.id, method, reference, amount, shipping, lines: again };
    await writeRefund(tx, deps, { ...anew, stopped: stoppedOf(refund), untold, waits: false, replaces: id });
    const letter = await mailboxToTell(tx, person, { order: order.id, untold });
    return { to, result: { refund: await readRefund(tx, action), back_to: paidWith(order), letter, closes: [] } };
  });
  if (dry && would) return would;
  await askNow(deps, action);
  return nowOf(would, await readRefund(deps.db, method === 'none' ? asked.refund : action));
}

/**
 * Tells whoever paid that a refund is not paid, where they were told that it comes: one that came back, or that took
 * the place of such a one. Of one that was refused at once nobody has told them. Answers whether anybody is told.
 */
async function tellLeft(
  tx: Prisma.TransactionClient,
  { clock }: MoneyBackDeps,
  { order, refund, amount }: { order: string; refund: string; amount: number },
): Promise<boolean> {
  const told = await tx.$queryRaw<unknown[]>`
    with recursive before as (
      select ${refund}::uuid as id
      union all select (x."to" ->> 'refund')::uuid from before b join staff_action x on x.id = b.id and x.verb = 'retryRefund'
    )
    select 1 from money_back m where m.order_id = ${order}::uuid and m.state = 'failed' and m.refund_id in (select id from before) limit 1`;
  if (told.length === 0) return false;
  await postMoneyBack(tx, { order, how: 'refund-left', amount, subject: `${refund}:left`, stopped: [], now: clock() });
  return true;
}

type Undoing = Pick<Asked, 'refund' | 'action' | 'network' | 'dry'>;
type Known = Awaited<ReturnType<typeof findRefund>>;
/** Why what a refund took away is not given back; null where it is. */
type WhyNot = (tx: Prisma.TransactionClient, refund: Refund) => Promise<RefusalText | null>;

/** Gives back what was taken away of an order with no money back. */
export async function undoTaking(deps: MoneyBackDeps, person: Person, asked: Undoing): Promise<RefundNow> {
  const known = await findRefund(deps, asked.refund);
  return undoRefund(deps, person, asked, known, async (tx, { id, method }) =>
    method === 'none' ? null : seenToBy(tx, deps, { number: known.number, refund: id }),
  );
}

/**
 * One that paid is not undone. What was taken away for a dispute is somebody's to decide once, when that was won; the
 * history's Undo of the same says what it undoes.
 */
const whyNotUndone =
  (deps: MoneyBackDeps, { number }: Known, seen: boolean | undefined): WhyNot =>
  async (tx, { id, method, state, orderId, created, settled }) => {
    // What somebody left since it was shown is theirs; whoever is shown that may give it back all the same.
    if (seen === false && settled !== null) return seenToBy(tx, deps, { number, refund: id });
    if (state !== 'refused' && method !== 'none') return seenToBy(tx, deps, { number, refund: id });
    const decided = await tx.moneyBack.findFirst({
      where: { ...wonSince(orderId, created), decided: { gte: created } },
      orderBy: { decided: 'desc' },
    });
    return decided && decidedBy(tx, deps, { number, back: decided.id });
  };

/** A dispute that was there when something was taken away, and was won since. */
const wonSince = (orderId: string, taken: Date) => ({ orderId, state: 'won', created: { lte: taken } });

/** Gives back what a refund took away that was refused, or that another person did not allow, or that paid nothing. */
async function undoRefund(
  deps: MoneyBackDeps,
  person: Person,
  { refund: id, action, network, dry }: Undoing,
  { number, ownerId, orderId }: Known,
  whyNot: WhyNot,
): Promise<RefundNow> {
  const origin = await tookOf(deps.db, id);
  if (origin === null) throw new Refusal(409, deskText('refund_unknown'));
  const told = { id: action, verb: 'undoRefund', subject: number, owner: ownerId, undoes: origin.action, network, dry };
  const would = await act(deps, { person: person.id }, told, Would, async (tx) => {
    const order = await lockRefundable(tx, deps.config.publicationId, orderId);
    const refund = await tx.refund.findUniqueOrThrow({ where: { id }, include: { lines: true } });
    const why = (await whyNot(tx, refund)) ?? (refund.lines.some(isTaking) ? null : await seenToBy(tx, deps, { number, refund: id }));
    if (why !== null) throw new Refusal(409, why);
    const given = await giveBack(tx, deps, { order, took: origin.took, action, untold: refund.untold });
    await tx.refundLine.deleteMany({ where: { refundId: id, amount: 0 } });
    await tx.refund.update({
      where: { id },
      data: { settled: refund.settled ?? deps.clock(), lines: { updateMany: { where: {}, data: { quantity: 0 } } } },
    });
    const where = { ...wonSince(orderId, refund.created), decided: null };
    const won = await tx.moneyBack.findFirst({ where, select: { id: true } });
    if (won) await closeWon(tx, deps, orderId);
    const owners = [...origin.took.terms, ...origin.took.upgrades].map(({ owner }) => owner);
    return {
      to: { refund: id, ...(won && { back: won.id }), ...given },
      owners,
      result: { refund: await readRefund(tx, id), back_to: null, letter: null, closes: [], given },
    };
  });
  return nowOf(would, await readRefund(deps.db, id));
}
