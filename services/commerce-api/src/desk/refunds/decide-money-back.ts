import { isTakenAway, type Refunded } from '@newsstand/contracts/desk-refund';
import { MoneyBackState } from '@newsstand/contracts/money-back';
import { isByBank, isKept, isTakenByBank } from '@newsstand/contracts/money-back-states';
import { UNTOLD, type DeskReason } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { creditNoteUrl } from '../../letters/money-back-letter.ts';
import { postMoneyBack, type MoneyBackDeps } from '../../payments/refunds/money-back.ts';
import { cancelAtOnce } from '../../payments/settle/cancel-abandoned.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { creditNoteNumber } from '../../rules/pricing/credit-note-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, keptInvoices } from '../act.ts';
import { mustFit } from '../check-reason.ts';
import type { Person } from '../staff/staff-session.ts';
import { closeFailedRefunds } from './close-failed-refunds.ts';
import { planAsShown, seenAs } from './plan-as-shown.ts';
import { spreadElsewhere, type AskedLine } from './plan-refund.ts';
import { isAwayForDispute, readRefund } from './read-order-money.ts';
import { findPaid, givenUpFor, mailboxToTell, othersTold, planOf, postedFor } from './refund-order.ts';
import { lockRefundable } from './refundable.ts';
import { decidedBy } from './already-decided.ts';
import { FollowedPlan, takeAway } from './take-away.ts';
import { readPayer, tellEnded } from './tell-ended.ts';
import { lockCreditNotes, writeRefund, type NewRefund } from './write-refund.ts';

type Asked = {
  back: string;
  action: string;
  reason: DeskReason;
  version: string;
  lines: Omit<AskedLine, 'amount'>[];
  redeemed: 'keep' | 'end';
  renewing?: 'keep' | 'stop' | undefined;
  network: string;
  dry: boolean;
};

/**
 * Decides what becomes of what was paid for with money that went back without the desk, in the provider's dashboard or
 * by a bank: the same is taken away as by a refund, or nothing, and no money moves. What the provider refunded is a
 * refund from then on as one of the desk's is, with its credit note: only now it is known what it was for. What a bank
 * took, or what came back, has none. Of a dispute that was won since it is only noted that what was taken away stays
 * so. Refuses (404) what is not known, (409) what was decided already or is no longer as it was shown, and (422) a
 * reason that is not what happened.
 */
export async function decideMoneyBack(deps: MoneyBackDeps, person: Person, asked: Asked): Promise<Refunded> {
  const { action, back, reason, redeemed, renewing, network, dry } = asked;
  const { publicationId } = deps.config;
  const found = await deps.db.moneyBack.findFirst({
    where: { id: back, order: { publicationId } },
    select: { orderId: true, state: true },
  });
  if (!found) throw new Refusal(404, deskText('no_such_money'));
  // Nobody asked for it, and nothing went back.
  const leaves = found.state === 'won' && asked.lines.length === 0;
  const { ownerId, number, receiptToken } = await findPaid(deps, found.orderId);
  const about = { id: action, verb: 'decideMoneyBack', subject: number, owner: ownerId, network, dry };
  const { owners, ...plan } = await act(deps, { person: person.id }, { ...about, ...(!leaves && { reason }) }, FollowedPlan, async (tx) => {
    const order = await lockRefundable(tx, publicationId, found.orderId);
    const now = await tx.moneyBack.findUniqueOrThrow({ where: { id: back } });
    if (now.decided !== null || now.refundId !== null) throw new Refusal(409, await decidedBy(tx, deps, { number, back }));
    if (leaves && !(await isAway(tx, back))) throw new Refusal(409, deskText('money_decided'));
    const state = v.parse(MoneyBackState, now.state);
    mustFit(reason, isTakenByBank(state));
    const lines = asked.lines.map((line) => ({ ...line, amount: 0 }));
    const planned = await planAsShown(tx, deps, order, { lines, shipping: 0, redeemed, version: asked.version, dry });
    const credited = creditedOf({ id: now.id, state });
    if (credited) await lockCreditNotes(tx, publicationId);
    const taken = await takeAway(tx, deps, { order, lines: planned.lines, redeemed, renewing, action, reason });
    const untold = UNTOLD.includes(reason);
    const spread = spreadElsewhere(order, planned.lines, now.amount);
    const kept = { id: action, order: order.id, reference: '', stopped: taken.stopped, untold, waits: false };
    if (credited) await writeRefund(tx, deps, { ...kept, ...spread, method: 'card', back: credited });
    else if (!leaves) await writeRefund(tx, deps, { ...kept, ...planned, method: 'none' });
    await tx.moneyBack.update({ where: { id: back }, data: { decided: deps.clock() } });
    const closes = credited ? await closeFailedRefunds(tx, deps, order, action) : [];
    const payer = { ...(await readPayer(tx, order.id)), tells: credited ? await creditNoteOf(tx, deps, { action, receiptToken }) : null };
    const { ended, lasting, unsent, back: taken_back, happens, owners, took } = taken;
    const told = { action, ended, lasting, gifts: took.gifts, unsent, back: taken_back, charging: happens.charging, payer };
    if (!untold) await tellEnded(tx, deps, told);
    // Whoever was told that it did not arrive hears that it is not paid: as of one of the desk's (`retryRefund`).
    const isLeft = state === 'failed' && !untold;
    if (isLeft) {
      const left = { order: order.id, how: 'refund-left', amount: now.amount, subject: `${back}:left` } as const;
      await postMoneyBack(tx, { ...left, stopped: [], now: deps.clock() });
    }
    const others = await othersTold(tx, person, { ...told, payer: payer.mailbox });
    const would = { ...happens, invoices: givenUpFor(person, taken.invoices) };
    const plan = seenAs(order, asked, {
      ...planOf(order, planned, person),
      happens: would,
      waiting: taken.waiting,
      beside: taken.beside,
      posted: postedFor(person, taken.posted),
      closes,
      to_approve: false,
      letter: await mailboxToTell(tx, person, { order: order.id, untold: !isLeft }),
      others,
    });
    return {
      to: {
        back,
        amount: now.amount,
        ...(leaves && { won: true }),
        takes: isTakenAway({ happens: would }),
        happens,
        ...keptInvoices(taken.invoices),
        // No refund says of which lines it was; what is owed still, and what was earned, goes by it (`takenByBanks`).
        ...(!credited && { lines: spread.lines.map(({ ordinal, takes, pays }) => ({ ordinal, takes, pays })) }),
      },
      owners: taken.changed,
      result: { ...plan, owners },
    };
  });
  if (dry) return { plan, refund: null };
  for (const owner of owners) await cancelAtOnce(deps, owner);
  return { plan, refund: leaves ? null : await readRefund(deps.db, action) };
}

/** Whether something that was taken away since the dispute began is away still. */
async function isAway(tx: Prisma.TransactionClient, back: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ away: boolean }[]>`
    select ${isAwayForDispute} as away from money_back m where m.id = ${back}`;
  return row?.away ?? false;
}

/** The credit note of what was decided, for the letter that says what ended with it. */
async function creditNoteOf(
  tx: Prisma.TransactionClient,
  { config }: MoneyBackDeps,
  { action, receiptToken }: { action: string; receiptToken: string },
): Promise<{ number: string; url: string } | null> {
  const { creditNumber } = await tx.refund.findUniqueOrThrow({ where: { id: action }, select: { creditNumber: true } });
  const number = creditNoteNumber(creditNumber);
  return number === null ? null : { number, url: creditNoteUrl(config.access.apiUrl, receiptToken, number) };
}

/**
 * A refund of the provider's, which is there or on its way. What was noted under its charge, before refunds were told
 * apart, is told anew under their own ids.
 */
function creditedOf({ id, state }: { id: string; state: MoneyBackState }): NewRefund['back'] | null {
  if (/^(ch|py)_/.test(id)) return null;
  return isByBank(state) || isKept(state) ? null : { id, state };
}
