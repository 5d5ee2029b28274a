import type { GivenBack } from '@newsstand/contracts/desk-refund';
import type { NextRenewal } from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import { day } from '../parts/words.ts';

const NO_CARD = 'there is nothing on record to pay with.';

/** Of what goes on, and `renews` by itself again or not, what is charged then; null where that is as it was. */
export const renewsLine = (renews: boolean | null | undefined, planned: readonly NextRenewal[]): string | null =>
  renews == null
    ? null
    : renews
      ? `It renews by itself again: ${chargedWords(planned)}`
      : `It does not renew by itself, as it did: ${NO_CARD}`;

/** Of what was taken back that had put a renewal off. */
export const plannedLine = ({ amount, due }: NextRenewal): string =>
  `What they pay for renews again: ${formatCents(amount)} is charged on ${day(due)}. A notice of it goes out now.`;

/** Of what was planned without what goes on again; null where nothing was. */
export const putOffLine = (planned: readonly NextRenewal[]): string | null =>
  planned.length === 0
    ? null
    : `Not charged: ${planned.map(({ amount, due }) => `${formatCents(amount)} on ${day(due)}`).join(', ')}. The last issue comes first, and another notice.`;

const chargedWords = (planned: readonly NextRenewal[]): string =>
  planned.length === 0
    ? 'nothing is charged before the last issue has come, and 30 days after a notice.'
    : `${planned.map(({ amount, due }) => `${formatCents(amount)} is charged on ${day(due)}`).join(', ')}.`;

/** What of a refund that was none is as before. */
export function givenBackWords(given: GivenBack | undefined): string[] {
  if (given === undefined) return [];
  const { terms, renewal, renewals, put_off: putOff, no_card: noCard, upgrades, gifts, donation, pieces, coupons } = given;
  const lines = [
    terms === 1 && 'The subscription goes on: a letter says so.',
    terms > 1 && `${terms} subscriptions go on: a letter says so.`,
    renewal && (terms === 1 ? renewsLine(true, renewals) : `Who renewed by themselves do so again: ${chargedWords(renewals)}`),
    noCard > 0 &&
      (terms === 1
        ? renewsLine(false, [])
        : `${noCard} of them ${noCard === 1 ? 'does' : 'do'} not renew by ${noCard === 1 ? 'itself' : 'themselves'}, as before: ${NO_CARD}`),
    putOffLine(putOff),
    upgrades > 0 && `${upgrades === 1 ? 'The upgrade counts' : `${upgrades} upgrades count`} again: a letter says so.`,
    gifts > 0 && `${gifts === 1 ? 'The gift’s link is' : `The links of ${gifts} gifts are`} good again: a letter says so.`,
    pieces > 0 && `${pieces === 1 ? 'One piece is' : `${pieces} pieces are`} to be sent after all, and out of stock: a letter says so.`,
    coupons > 0 && `${coupons === 1 ? 'The coupon is' : `${coupons} coupons are`} used again.`,
    donation && 'The monthly donation stays ended: only its donor begins one.',
  ].filter((line) => typeof line === 'string');
  return ['No money goes back.', ...lines];
}
