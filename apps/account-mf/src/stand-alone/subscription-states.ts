import type { Subscriber } from '@newsstand/contracts/account';
import { checkoutErrors } from '@newsstand/contracts/fixtures/checkout';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { makeUpgradeOptions } from '@newsstand/contracts/fixtures/subscribe';
import { makeSubscription } from '@newsstand/contracts/fixtures/subscription';
import type { CheckoutErrors } from '@newsstand/contracts/checkout';
import type { Subscription } from '@newsstand/contracts/subscription';
import type { UpgradeOptions } from '@newsstand/contracts/upgrade';
import type { UnpaidInvoice } from '@newsstand/contracts/subscription';
import { type Answer, down, type Given, inTurn, refusedOnce, screen, type State } from './state.ts';

type Read = {
  version?: string;
  processing?: string;
  invoices?: UnpaidInvoice[];
  options?: Partial<UpgradeOptions>;
  addresses?: Record<'a' | 'b' | 'c', unknown>;
};

const read = (
  subscription: Partial<Subscription>,
  { version, processing, invoices, options, addresses = { a: makeAddress(), b: null, c: null } }: Read = {},
) => ({
  body: {
    upgrade: { subscription: makeSubscription(subscription), options: makeUpgradeOptions(options), version, processing, invoices },
    subscriber: { addresses },
  },
});
const settings = (
  subscription: Partial<Subscription>,
  options: Partial<UpgradeOptions> = {},
  addresses?: Record<'a' | 'b' | 'c', unknown>,
): Record<string, Answer> => ({
  'GET /api/account/subscriptions/*': read(subscription, { options, addresses }),
});
const DIGITAL: Partial<Subscription> = {
  deliverables: { set: 'digital', active: 'digital' },
  settings: { medium: 'digital', level: 'low' },
};
const MOVED = { a: makeAddress({ line1: '99 Other Tab' }), b: null, c: null };

/** The second time it is another payment's turn: another window had begun to pay meanwhile. */
const startedAnew = (): Answer => {
  const started = (type: 'started' | 'updated', intent: string): Given => ({
    body: {
      type: 'upgrade-checkout',
      checkout: { type, intent, keys: { pubkey: 'pk_test_newsstand', secret: `${intent}_secret_2` }, total: 2800 },
    },
  });
  return inTurn(started('started', 'pi_1'), started('started', 'pi_2'), started('updated', 'pi_2'));
};
/** What the bank of the saved card wants before anything is paid. */
const wanted = (errors: CheckoutErrors): Given => ({ status: 402, body: { checkout_errors: errors } });
const toPrint = settings(DIGITAL);
const subscription = (title: string, answers: Record<string, Answer>, subscriber: Partial<Subscriber> = {}): State =>
  screen('account.subscription', `Subscription: ${title}`, subscriber, { options: { token: 'sub_41d7' }, answers });

export const subscriptionStates = {
  subscription: subscription('digital to print, paid', toPrint),
  'subscription-new-card': subscription('digital to print, no card yet', toPrint, { payment_info: { card: null, ach: null } }),
  'subscription-free': subscription(
    'high rate: low print at no cost',
    settings({ level: 'high', deliverables: { set: 'digital', active: 'digital' } }),
  ),
  'subscription-chosen': subscription(
    'high rate, the low one chosen at no cost',
    settings({ ...DIGITAL, level: 'high' }, { high_prices: { a: { amount: 5600 }, b: { amount: 6800 }, c: { amount: 8000 } } }),
  ),
  'subscription-elsewhere': subscription('no address for it', settings({})),
  'subscription-unavailable': subscription('cannot be updated', settings({ issues_left: 0 }, { can_update: false })),
  'subscription-blocked': subscription(
    'automatic upgrade unavailable',
    settings({ term: 'lifetime', issues_left: null, deliverables: { set: 'digital', active: 'digital' } }, { can_upgrade: false }),
  ),
  'subscription-invoice': subscription('an invoice upgrades it, too', {
    'GET /api/account/subscriptions/*': read(DIGITAL, {
      invoices: [{ invoice_no: 'EXC-001', token: 'inv_upgrade01', total: 2100, due_date: '2026-12-22' }],
    }),
  }),
  /** Before the form is sent, not when it was opened. */
  'subscription-logged-out': subscription('the session has ended', {
    ...toPrint,
    'POST /api/account/subscriptions/update': refusedOnce(401, { errors: 'Please log in.' }, () => ({
      body: { type: 'upgrade-checkout', checkout: { type: 'customer', intent: 'pi_1' } },
    })),
  }),
  'subscription-processing': subscription('a payment is on its way', {
    'GET /api/account/subscriptions/*': read(DIGITAL, { processing: 'inv_debit001' }),
  }),
  /** A bank debit of another tab. */
  'subscription-pays-elsewhere': subscription('a payment of another tab is on its way', {
    'GET /api/account/subscriptions/*': inTurn(read(DIGITAL), read(DIGITAL, { processing: 'inv_debit001' })),
    'POST /api/account/subscriptions/update': {
      status: 409,
      body: { type: 'upgrade-failed', errors: { general: 'A payment for this subscription is on its way.' } },
    },
  }),
  'subscription-refused': subscription('address refused', {
    ...settings({}),
    'POST /api/account/subscriptions/update': { status: 422, body: { errors: { 'form.address.postcode': 'Must not be blank.' } } },
  }),
  'subscription-declined': subscription('saved card declined', {
    ...toPrint,
    'POST /api/account/subscriptions/update': refusedOnce(402, { checkout_errors: checkoutErrors.replaceCard }, () => {
      const { intent, keys } = checkoutErrors.replaceCard;
      return { body: { type: 'upgrade-checkout', checkout: { type: 'updated', intent, keys, total: 2800 } } };
    }),
  }),
  'subscription-asks': subscription('the bank asks about the saved card', {
    ...toPrint,
    'POST /api/account/subscriptions/update': wanted(checkoutErrors.authorizeCard),
  }),
  'subscription-conflict': subscription('changed elsewhere', {
    'GET /api/account/subscriptions/*': inTurn(
      read({}, { version: 'one' }),
      read({ deliverables: { set: 'print-a', active: 'digital' } }, { version: 'other', addresses: MOVED }),
    ),
    'POST /api/account/subscriptions/update': refusedOnce(
      409,
      { type: 'upgrade-failed', errors: 'This subscription was changed meanwhile, in another tab or browser.' },
      () => ({ body: { type: 'update-succeeded' } }),
    ),
  }),
  'subscription-price': subscription('another price meanwhile', {
    'GET /api/account/subscriptions/*': inTurn(
      read(DIGITAL),
      read(DIGITAL, { options: { low_prices: { a: { amount: 2100 }, b: { amount: 3000 }, c: { amount: 3900 } } } }),
    ),
    'POST /api/account/subscriptions/update': refusedOnce(
      409,
      { type: 'upgrade-failed', errors: { total: 'The price of your order is now $21.00. Please check it and confirm.' } },
      () => ({ body: { type: 'upgrade-checkout', checkout: { type: 'customer', intent: 'pi_1' } } }),
    ),
  }),
  /** Another window starts to pay as soon as the card is typed here. */
  'subscription-other-window': subscription(
    'another window pays',
    { ...toPrint, 'POST /api/account/subscriptions/update': startedAnew() },
    { payment_info: { card: null, ach: null } },
  ),
  'subscription-down': subscription('server down', { ...toPrint, 'POST /api/account/subscriptions/update': down }),
  'subscription-load-down': subscription('not to be had', { 'GET /api/account/subscriptions/*': down }),
  'subscription-missing': subscription('not there', {
    'GET /api/account/subscriptions/*': { status: 404, body: { errors: 'Not found.' } },
  }),
  'subscription-view-only': subscription('seen by staff', toPrint, { view_only: true }),
} satisfies Record<string, State>;
