import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { AccountAddresses, Version } from './account.ts';
import { Address } from './address.ts';
import { Captcha } from './bounded.ts';
import { PaymentFailure, PaymentResult } from './checkout.ts';
import type { Endpoint } from './endpoint.ts';
import { Subscription, UnpaidInvoice } from './subscription.ts';
import { UpdateSubscriptionBody } from './subscribe.ts';
import { UpgradeOptions } from './upgrade.ts';

const SubscriptionToken = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));
const OnRecord = v.nullable(Address);

/**
 * GET /api/account/subscriptions/{subscription_token} (section 7): one subscription, what it may be changed to, and
 * where print can go already.
 */
export const SubscriptionSettings = v.object({
  /**
   * `version` is of how the subscription is delivered. `processing`: the token of the invoice page of an upgrade whose
   * payment is on its way.
   */
  upgrade: v.object({
    subscription: Subscription,
    options: UpgradeOptions,
    version: v.optional(Version),
    processing: v.optional(v.nullable(Bearer)),
    invoices: v.optional(v.array(UnpaidInvoice)),
  }),
  subscriber: v.object({
    addresses: v.object({ a: OnRecord, b: OnRecord, c: OnRecord }),
    address_versions: v.optional(AccountAddresses.entries.address_versions),
  }),
});
export type SubscriptionSettings = v.InferOutput<typeof SubscriptionSettings>;

/**
 * The body of section 7, and `versions`: of the subscription, and of the address in whose place the form's comes.
 * Without one the change overwrites.
 */
export const UpdateSubscription = v.object({
  ...UpdateSubscriptionBody.entries,
  versions: v.optional(v.object({ subscription: v.optional(Version), address: v.optional(Version) }), {}),
});
export type UpdateSubscription = v.InferOutput<typeof UpdateSubscription>;

export const subscriptionSettings = {
  method: 'GET',
  path: '/api/account/subscriptions/{subscription_token}',
  summary: 'One subscription of the reader, and what it may be changed to',
  params: { subscription_token: SubscriptionToken },
  answer: SubscriptionSettings,
  refuses: [401],
  security: [['session']],
} as const satisfies Endpoint;

export const updateSubscription = {
  method: 'POST',
  path: '/api/account/subscriptions/update',
  summary: 'Change how a subscription is delivered: at once, or by starting the payment of its upgrade',
  query: { captcha: Captcha },
  body: UpdateSubscription,
  answer: PaymentResult,
  refusal: PaymentFailure,
  refuses: [401, 402, 404, 409, 429],
  security: [['session']],
} as const satisfies Endpoint;
