/** A way to hand over a card: what the payment element calls it, and what an option of the element does. */
export const WALLETS = {
  apple_pay: { name: 'Apple Pay', option: 'applePay' },
  google_pay: { name: 'Google Pay', option: 'googlePay' },
} as const;
export type Wallet = keyof typeof WALLETS;

export const isWallet = (type: string): type is Wallet => Object.hasOwn(WALLETS, type);
