/**
 * What paid, as a reader knows it: the provider writes `visa` and `american_express`, a receipt `bank_account` too; a
 * `wallet` that handed the card over comes first.
 */
export const cardName = (type: string, wallet?: string): string =>
  [...(wallet === undefined ? [] : [spoken(wallet)]), spoken(type)].join(' ');

const spoken = (word: string): string =>
  word
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
