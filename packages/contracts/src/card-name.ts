/** What paid, as a reader knows it: the provider writes `visa` and `american_express`, a receipt `bank_account` too. */
export const cardName = (type: string): string =>
  type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
