import { formatCents } from '@newsstand/contracts/money';
import { isGone } from '../../ledger/orders/money-gone.ts';
import { isMissed } from '../../ledger/orders/refund-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { agoText } from '../ago-text.ts';
import { markOf, mustBeAsShown } from '../as-shown.ts';
import { goodName } from '../to-send/good-name.ts';
import { takesOf } from './read-order-money.ts';
import { leftOf, moneyMark, planRefund, stateOf, type Planned, type RefundAsked } from './plan-refund.ts';
import type { Refundable } from './refundable.ts';

type Seen = { version: string; dry: boolean };
type Looked = RefundAsked & Seen;

/**
 * What is asked of an order as it is now. Whoever was shown another one, and asks for what does not go any more, is
 * told who was first, what went back and when, and of what they would take pieces of how many are left: refuses (409)
 * with that, and (422) what never went. What is not of the order itself is looked at once all is known (`seenAs`).
 */
export async function planAsShown(tx: Sql, deps: Pick<Deps, 'clock'>, order: Refundable, asked: Looked): Promise<Planned> {
  const isAsShown = asked.version.startsWith(`${stateOf(order)}.`);
  if (!asked.dry && !isAsShown) throw await changed(tx, deps, order, asked);
  try {
    return planRefund(order, asked);
  } catch (error) {
    // Of a first look nobody knows what was shown before.
    throw isAsShown || asked.version === '' || !(error instanceof Refusal) ? error : await changed(tx, deps, order, asked);
  }
}

/**
 * A plan with its version. Refuses (409) whoever confirms another one than they were shown: an invoice was paid
 * meanwhile, or something else is not as it was that is no part of the order.
 */
export function seenAs<Shown extends object>(order: Refundable, asked: Seen, shown: Shown): Shown & { version: string } {
  const version = `${stateOf(order)}.${markOf(shown)}`;
  mustBeAsShown(asked, version);
  return { ...shown, version };
}

/**
 * That an order is not as it was shown: by whom and since when, where that is of its money, and what is left of what
 * was asked for.
 */
async function changed(tx: Sql, { clock }: Pick<Deps, 'clock'>, order: Refundable, asked: Looked): Promise<Refusal> {
  const last = isOfMoney(order, asked.version) ? await lastOf(tx, order.id) : null;
  if (last === null) return new Refusal(409, [deskText('order_changed'), deskText('look_again')]);
  return new Refusal(409, [toldOf(last, clock()), ...piecesLeftTexts(order, asked), deskText('look_again')]);
}

/** Of each line of several pieces that some were asked of. */
function piecesLeftTexts({ lines }: Refundable, asked: RefundAsked): CodedText[] {
  const wanted = new Set(asked.lines.filter(({ quantity }) => quantity > 0).map(({ ordinal }) => ordinal));
  return lines
    .filter(({ ordinal, quantity, type }) => wanted.has(ordinal) && quantity > 1 && type !== 'personal-subscription')
    .map((line) => {
      const left = leftOf(line);
      // Two of one name, gifts of two kinds, are told apart by their detail.
      const isAlone = lines.filter(({ name }) => name === line.name).length === 1;
      const named = { line: isAlone ? line.name : goodName(line), left, quantity: line.quantity };
      return left === 0 ? deskText('none_of_line', named) : deskText('left_of_line', named);
    });
}

/** Whether money went back, or something was taken away, since it was shown so. */
const isOfMoney = (order: Refundable, version: string): boolean => !version.startsWith(`${moneyMark(order)}.`);

/**
 * What happened last to an order's money. `who`: null where it went back without the desk, and empty where the history
 * does not say; `took`: what was taken away with it.
 */
type Last = { who: string | null; amount: number; waits: boolean; took: string | null; at: Date };

async function lastOf(tx: Sql, order: string): Promise<Last | null> {
  const [last] = await tx.$queryRaw<Last[]>`
    select coalesce(p.name, a.program, '') as who, r.amount, r.state = 'to-approve' as waits, r.created as at,
      (select string_agg(distinct l.name, ', ') from refund_line b join order_line l on l.order_id = r.order_id and l.ordinal = b.ordinal
        where b.refund_id = r.id and ${takesOf}) as took
    from refund r left join staff_action a on a.id = r.id left join staff p on p.id = a.staff_id
    where r.order_id = ${order}::uuid and not ${isMissed}
    union all
    select null, m.amount, false, m.created, null from money_back m where m.order_id = ${order}::uuid and m.refund_id is null and ${isGone}
    order by at desc limit 1`;
  return last ?? null;
}

function toldOf({ who: name, amount, waits, took, at }: Last, now: Date): CodedText {
  const [sum, when] = [formatCents(amount), agoText(at, now)];
  if (name === null) return deskText('went_back_without_desk', { sum, when });
  const who = name === '' ? deskText('somebody') : name;
  if (amount === 0) return took === null ? deskText('took_nothing', { who, when }) : deskText('took_away', { who, took, when });
  if (took === null) return waits ? deskText('asks_to_pay', { who, when, sum }) : deskText('paid_back', { who, sum, when });
  return waits ? deskText('asks_to_pay_and_take', { who, when, sum, took }) : deskText('paid_back_and_took', { who, sum, when, took });
}
