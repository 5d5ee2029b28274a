import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { openDialog } from './dialog.ts';
import { isWallet, type Wallet, WALLETS } from './wallets.ts';

/**
 * The wallets that this device has, of which the page wants to hear: those switched on in the emulator, and Apple Pay
 * where the browser itself has it.
 */
export function walletsFor(known: string[], switchedOn: string[], { wallets = {} }: StripePaymentElementOptions): Wallet[] {
  if (!known.includes('card')) return []; // a wallet is a way to hand over a card
  const has = (wallet: Wallet) => switchedOn.includes(wallet) || (wallet === 'apple_pay' && browserHasApplePay());
  return Object.keys(WALLETS)
    .filter(isWallet)
    .filter((wallet) => has(wallet) && wallets[WALLETS[wallet].option] !== 'never');
}

function browserHasApplePay(): boolean {
  const session: unknown = Reflect.get(window, 'ApplePaySession');
  if (typeof session !== 'function' || !('canMakePayments' in session) || typeof session.canMakePayments !== 'function') return false;
  return session.canMakePayments() === true;
}

let count = 0;

/**
 * The wallet's own sheet over the page; answers a token of the chosen card, null where the reader cancels. `amount` in
 * the currency's smallest unit.
 */
export function openSheet(wallet: Wallet, due: { amount?: number; currency?: string }): Promise<string | null> {
  const { name } = WALLETS[wallet];
  const id = `sheet-${count++}`;
  const told = { id, wallet, name, ...(due.amount !== undefined && { amount: String(due.amount), currency: due.currency ?? 'usd' }) };
  return openDialog<string | null>(
    { label: name, title: `${name} sheet`, name: `__privateStripeFrame3${id}`, page: 'wallet.html', told, mayCancel: true },
    (answer) => {
      if (typeof answer !== 'object' || answer === null || !('sheet' in answer) || answer.sheet !== id) return undefined;
      return 'token' in answer && typeof answer.token === 'string' ? answer.token : null;
    },
  );
}
