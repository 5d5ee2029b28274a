import type { Subscriber } from '@newsstand/contracts/account';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { makeUpgradeOptions } from '@newsstand/contracts/fixtures/subscribe';
import { makeSubscription } from '@newsstand/contracts/fixtures/subscription';
import type { Subscription } from '@newsstand/contracts/subscription';
import type { UpgradeOptions } from '@newsstand/contracts/upgrade';
import { type Answer, screen, type State } from './state.ts';

const settings = (
  subscription: Partial<Subscription>,
  options: Partial<UpgradeOptions> = {},
  addresses: Record<'a' | 'b' | 'c', unknown> = { a: makeAddress(), b: null, c: null },
): Record<string, Answer> => ({
  'GET /api/account/subscriptions/*': {
    body: { upgrade: { subscription: makeSubscription(subscription), options: makeUpgradeOptions(options) }, subscriber: { addresses } },
  },
});
const toPrint = settings({ deliverables: { set: 'digital', active: 'digital' }, settings: { medium: 'digital', level: 'low' } });
const subscription = (title: string, answers: Record<string, Answer>, subscriber: Partial<Subscriber> = {}): State =>
  screen('account.subscription', `Subscription: ${title}`, subscriber, { options: { token: 'sub_41d7' }, answers });

export const subscriptionStates = {
  subscription: subscription('digital to print, paid', toPrint),
  'subscription-new-card': subscription('digital to print, no card yet', toPrint, { payment_info: { card: null, ach: null } }),
  'subscription-free': subscription(
    'high rate: low print at no cost',
    settings({ level: 'high', deliverables: { set: 'digital', active: 'digital' } }),
  ),
  'subscription-elsewhere': subscription('no address for it', settings({})),
  'subscription-unavailable': subscription('cannot be updated', settings({ issues_left: 0 }, { can_update: false })),
  'subscription-blocked': subscription(
    'automatic upgrade unavailable',
    settings({ term: 'lifetime', issues_left: null, deliverables: { set: 'digital', active: 'digital' } }, { can_upgrade: false }),
  ),
  'subscription-refused': subscription('address refused', {
    ...settings({}),
    'POST /api/account/subscriptions/update': { status: 422, body: { errors: { 'form.address.postcode': 'Must not be blank.' } } },
  }),
  'subscription-declined': subscription('saved card declined', {
    ...toPrint,
    'POST /api/account/subscriptions/update': {
      status: 402,
      body: {
        checkout_errors: {
          require: 'replace-card',
          message: 'Your card was declined.',
          intent: 'pi_1',
          keys: { pubkey: 'pk_test_newsstand', secret: 'pi_1_secret_2' },
        },
      },
    },
  }),
  'subscription-missing': subscription('not there', {
    'GET /api/account/subscriptions/*': { status: 404, body: { errors: 'Not found.' } },
  }),
  'subscription-view-only': subscription('seen by staff', toPrint, { view_only: true }),
} satisfies Record<string, State>;
