import { moneyGone } from '@newsstand/contracts/money-back-states';
import type { DeskOrder } from '@newsstand/contracts/desk-orders';

type Lines = {
  posted?: { sent: number; dropped: number } | null | undefined;
  quantity: number;
  type: string;
  monthly?: boolean | undefined;
  terms: DeskOrder['lines'][number]['terms'];
  gifts: Pick<DeskOrder['lines'][number]['gifts'][number], 'revoked' | 'ended'>[];
}[];
type Sold = Pick<DeskOrder, 'state' | 'total' | 'paid' | 'back'> & { lines: Lines };
type Copies = Pick<DeskOrder['sent_again'][number], 'waits'>[];

const isPaidBack = ({ total, back }: Pick<Sold, 'total' | 'back'>): boolean => total > 0 && moneyGone(back) >= total;

/**
 * How an order stands, and what became of it: nothing is open any more of one whose goods were taken away, and they
 * were not sent.
 */
export function orderWords(order: Sold): string {
  const { state, lines } = order;
  const posted = lines.flatMap((line) => (line.posted ? [{ ...line.posted, quantity: line.quantity }] : []));
  const [all, dropped] = [posted.reduce((sum, { quantity }) => sum + quantity, 0), posted.reduce((sum, line) => sum + line.dropped, 0)];
  const goods =
    state !== 'fulfilled' || dropped === 0
      ? null
      : dropped === all
        ? 'nothing of it is sent'
        : `sent, but for ${dropped === 1 ? 'one piece' : `${dropped} pieces`}`;
  if (isPaidBack(order)) return goods === null ? 'paid back' : `paid back, ${goods}`;
  return goods ?? state;
}

/**
 * Whether something of an order can be paid back, or is only to be taken away as no money is left, or why nothing can.
 */
export function payBackOf(order: Sold & { sent_again: Copies }): { moneyless: boolean; why: string | null } {
  const { total, lines, sent_again: copies } = order;
  if (total > 0 && !isPaidBack(order)) return { moneyless: false, why: null };
  const stands =
    copies.some(({ waits }) => waits > 0) ||
    lines.some(
      ({ type, posted, quantity, terms, gifts, monthly }) =>
        // Whether an upgrade was undone its term does not say here.
        type === 'subscription-upgrade' ||
        monthly === true ||
        (posted != null && posted.sent + posted.dropped < quantity) ||
        terms.some(({ cancelled, paid, served }) => cancelled === null && (paid === null || served < paid)) ||
        gifts.some(({ revoked, ended }) => revoked == null && ended == null),
    );
  if (stands) return { moneyless: true, why: null };
  return {
    moneyless: false,
    why: total === 0 ? 'Nothing was paid for it.' : 'All of it went back, and nothing of it is left to take away.',
  };
}
