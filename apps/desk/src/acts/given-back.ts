import type { GivenBack } from '@newsstand/contracts/desk-refund';

/** What of a refund that was none is as before. */
export function givenBackWords(given: GivenBack | undefined): string[] {
  if (given === undefined) return [];
  const { terms, renewal, upgrades, gifts, donation, pieces, coupons } = given;
  const lines = [
    terms === 1 && `The subscription goes on${renewal ? ' and renews by itself again' : ''}: a letter says so.`,
    terms > 1 && `${terms} subscriptions go on${renewal ? ' and renew by themselves again' : ''}: a letter says so.`,
    upgrades > 0 && `${upgrades === 1 ? 'The upgrade counts' : `${upgrades} upgrades count`} again: a letter says so.`,
    gifts > 0 && `${gifts === 1 ? 'The gift’s link is' : `The links of ${gifts} gifts are`} good again: a letter says so.`,
    pieces > 0 && `${pieces === 1 ? 'One piece is' : `${pieces} pieces are`} to be sent after all, and out of stock: a letter says so.`,
    coupons > 0 && `${coupons === 1 ? 'The coupon is' : `${coupons} coupons are`} used again.`,
    donation && 'The monthly donation stays ended: only its donor begins one.',
  ].filter((line) => line !== false);
  return ['No money goes back.', ...lines];
}
