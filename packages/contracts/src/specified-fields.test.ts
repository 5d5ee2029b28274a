import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Account, ReceivedIssue } from './account.ts';
import { Address } from './address.ts';
import { BusinessInfo, Invoice } from './invoice.ts';
import { Cart, CartDonation, CartItem, CartLine, CartMembership, CartSubscription, Giftsub, Good } from './cart.ts';
import { CheckoutBody } from './checkout.ts';
import { Coupon } from './coupon.ts';
import { DonationTier } from './donation.ts';
import { Gift } from './gift.ts';
import { Issue } from './issue.ts';
import { PaymentInfo, PaymentSetup } from './payment-info.ts';
import { Pricing } from './pricing.ts';
import { Product } from './product.ts';
import { IdentityProvider } from './reader.ts';
import { FormSelectOption, ShippingConfig } from './shipping-config.ts';
import { IssueToken, RenewalOptions, Subscription } from './subscription.ts';
import { Timetable } from './timetable.ts';
import { UpgradeOptions } from './upgrade.ts';

/** As much of a schema as has fields, or something inside that has. */
type Shape = { entries?: Record<string, unknown>; wrapped?: unknown; item?: unknown; options?: unknown[]; pipe?: unknown[] };

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;

/**
 * Every field of a schema, by its path: `bill.goods.name`; a list, a pipe, and what may be absent or of several kinds
 * add nothing to it.
 */
function fieldsOf(schema: unknown, path = ''): string[] {
  if (!isShape(schema)) return [];
  const { entries = {}, wrapped, item, options = [], pipe = [] } = schema;
  const inside = [wrapped, item, ...options, ...pipe.filter((each) => each !== pipe[0] || schema.entries === undefined)];
  return [
    ...Object.entries(entries).flatMap(([name, entry]) => [path + name, ...fieldsOf(entry, `${path}${name}.`)]),
    ...inside.flatMap((each) => fieldsOf(each, path)),
  ];
}

const ZONES = ['a', 'b', 'c'];
const CATEGORIES = ['print-low', 'print-high', 'digital-low', 'digital-high'];

/**
 * Section 3, in its order: that the fields are there. What they hold is asserted where it comes from, by the tests that
 * bear its sentences. What of it is said otherwise on the wire, and why, is in docs/specification-statements.md.
 */
test.each<[string, v.GenericSchema, string]>([
  ['cart', Cart, 'goods giftsubs subscription donation items membership'],
  ['billing', Cart, 'billing.a billing.b billing.c'],
  ['cart payload: items', CartItem, 'item quantity ref'],
  ['cart payload: giftsubs', Giftsub, 'deliverable level term coupon'],
  ['cart payload: donation', CartDonation, 'process dollars amount'],
  ['cart payload: subscription', CartSubscription, 'renewal medium level term coupon'],
  ['cart line', CartLine, 'id cart.type cart.ref cart.item cart.qty name change_quantity quantity price shipping discount shipcode'],
  ['good', Good, 'name medium qty ref outlays.amount outlays.shipping outlays.discount'],
  ['subscription item', CartMembership, 'item.phase item.medium item.level item.term item.copies item.coupon item.deliverable'],
  ['gift subscription item', Giftsub, 'deliverable level term coupon'],
  ['donation tier', DonationTier, 'name onetime monthly'],
  ['membership', CartMembership, 'type'],
  ['membership of an invoice', Invoice, 'bill.membership.type bill.membership.old_deliverable bill.membership.new_deliverable'],
  ['subscription', Subscription, 'token term level phase created cancelled deliverables.set deliverables.active'],
  [
    'subscription: its tokens',
    Subscription,
    'order tokens token_summary tokens_left issues_left settings.medium settings.level legacy_tokens',
  ],
  ['subscription: its status', Subscription, 'status.expiring status.extended status.count'],
  [
    'timetable: the current subscription',
    Timetable,
    'current_subscription.info.token current_subscription.info.deliverables.active current_subscription.active',
  ],
  ['timetable', Timetable, 'future_subscriptions lifetime_subscription issues_expected issues_delivered discontinuous'],
  ['timetable: its addresses', Timetable, ZONES.map((zone) => `address_required.${zone} address_removable.${zone}`).join(' ')],
  ['account', Account, 'name first_name email ref autorenew created shipcode email_change addresses.a addresses.b addresses.c'],
  ['address', Address, 'line1 line2 city state postcode country_name country_code'],
  ['payment info', PaymentInfo, 'card.type card.last_four card.exp_month card.exp_year ach.bank_name ach.last_four ach.routing_number'],
  ['payment setup', PaymentSetup, 'name details.type details.data.card details.data.ach keys.pubkey keys.secret'],
  ['issue', Issue, 'number title slug released'],
  ['issue received', ReceivedIssue, 'number title slug released medium'],
  ['issue token', IssueToken, 'issue deliverable'],
  ['identity provider', IdentityProvider, 'entity_id name'],
  ['form select option', FormSelectOption, 'code names'],
  ['product', Product, 'ref slug name image.source image.width image.height print_price quantity sizes.ref sizes.name sizes.quantity'],
  ['shipping config', ShippingConfig, ZONES.map((zone) => `${zone}.countries ${zone}.states`).join(' ')],
  ['ship_prices', ShippingConfig, ZONES.flatMap((zone) => [1, 2, 5].map((tier) => `ship_prices.${zone}${tier}`)).join(' ')],
  ['invoice', Invoice, 'invoice_no created term due_date billed_to name email email_to address shipcode token'],
  ['invoice: its goods', Invoice, 'bill.goods.name bill.goods.medium bill.goods.qty'],
  [
    'invoice: its membership',
    Invoice,
    'bill.membership.type bill.membership.item.medium bill.membership.item.phase bill.membership.item.coupon',
  ],
  ['invoice: its giftees', Invoice, 'bill.giftees.name bill.giftees.address bill.giftees.goods'],
  ['invoice: its payment', Invoice, 'processing failures.data.msg accepted_payments'],
  ['business info', BusinessInfo, 'checking banking'],
  ['coupon', Coupon, 'code applied discounts.print_us discounts.print_ca discounts.print_intl discounts.digital'],
  ['coupon: its display', Coupon, 'label description category_message shipping_message'],
  ['pricing', Pricing, CATEGORIES.map((category) => `base.${category}`).join(' ')],
  [
    'pricing: shipping',
    Pricing,
    ['1year', '2year', '3year', 'lifetime'].flatMap((term) => ZONES.map((zone) => `shipping.${term}.${zone}`)).join(' '),
  ],
  [
    'upgrade options',
    UpgradeOptions,
    `${ZONES.map((zone) => `low_prices.${zone}.amount high_prices.${zone}.amount`).join(' ')} can_upgrade can_update`,
  ],
  [
    'renewal options',
    RenewalOptions,
    'expiration_tokens.extended expiration_tokens.expiring expiration_tokens.expired issues_expected.issue is_lifetime',
  ],
  ['gift', Gift, 'token order.name term deliverables.set redeemed'],
  [
    'checkout form',
    CheckoutBody,
    'name email password.password password.confirm recipient_name recipient_shipcode recipient_address origin address shipcode account',
  ],
  ['submit body', CheckoutBody, 'session shipcode gifted invoice customer'],
])('%s has the fields of section 3', { tags: ['§3.form.1', '§3.form.2'] }, (_name, schema, fields) => {
  const there = fieldsOf(schema);
  expect(fields.split(' ').filter((field) => !there.includes(field))).toEqual([]);
});
