import type { Account, MonthlyDonation, ReceivedIssue, Subscriber } from '@newsstand/contracts/account';
import { VISIBLE } from '@newsstand/contracts/address';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import { DEFAULT_SHIPCODE, SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Timetable } from '@newsstand/contracts/timetable';
import { standingOf } from '../donation/month-rules.ts';
import { downloadsOf } from '../download/download-link.ts';
import { deliveries, type Subscriptions } from '../subscription/subscription-rules.ts';
import { mayRenew, renewalOf } from '../subscription/standing-of-renewal.ts';
import { standing, timetable as timetableOf } from '../subscription/timetable-rules.ts';
import { accountRef } from './account-ref.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** The version of an address that is not there. */
export const NO_ADDRESS = 'none';
/** How sessions of staff say that they may look and not touch. */
export const ADMIN_VIEW = 'admin-view';

type World = { now: Date; secret: string; invoicePrefix: string };

/** What a reader is shown, worked out from what is stored. */
export function subscriberOf(row: SubscriberRow, { now, secret, invoicePrefix }: World): Subscriber {
  // A subscription leaves the house under its token: ids stay inside.
  const subscriptions: Subscriptions = row.subscriptions.map(({ token, ...subscription }) => ({ ...subscription, id: token }));
  const renewal = row.autorenew ? renewalOf(row.renewal, subscriptions, now) : null;
  const timetable = timetableOf(subscriptions, row.latest_issue, mayRenew(row.autorenew, renewal, row.renewal_processing));
  const view_only = row.method === ADMIN_VIEW;
  return {
    account: accountOf(row, timetable),
    timetable,
    standing: standing(subscriptions, row.autorenew),
    renewal,
    renewal_processing: row.renewal_processing,
    payment_info: row.payment,
    donations: row.donations.map((donation) => donationOf(donation, now)),
    receipts: row.orders.map(({ token, number, paid, total, name, lines }) => ({
      token,
      number,
      created: paid.toISOString(),
      total,
      name: name ?? '',
      more: Math.max(0, lines - 1),
    })),
    invoices: row.invoices.map(({ token, number, created, due_date, total, paid, received }) => ({
      token,
      invoice_no: invoiceNumber(invoicePrefix, number),
      created: created.toISOString(),
      due_date,
      total,
      paid: received ?? paid?.toISOString() ?? null,
    })),
    issues: receivedIssues(row, subscriptions, (slug) => (view_only ? [] : downloadsOf(slug, row.id, { now, secret }))),
    future_settings_differ: differs(timetable),
    view_only,
  };
}

export function firstName(name: string): string {
  return name.split(/\s+/).find((word) => VISIBLE.test(word)) ?? '';
}

function accountOf(row: SubscriberRow, timetable: Timetable): Account {
  const saved = (zone: Shipcode) => row.addresses.find(({ shipcode }) => shipcode === zone);
  return {
    name: row.name,
    first_name: firstName(row.name),
    name_version: row.name_version,
    email: row.email,
    email_change: row.email_change,
    email_failing: row.email_failing,
    ref: accountRef(row.id),
    autorenew: row.autorenew,
    created: row.created.toISOString(),
    shipcode: currentZone(timetable) ?? SHIPCODES.find(saved) ?? DEFAULT_SHIPCODE,
    addresses: byZone((zone) => saved(zone)?.address ?? null),
    address_versions: byZone((zone) => saved(zone)?.version ?? NO_ADDRESS),
  };
}

function currentZone({ current_subscription: current }: Timetable): Shipcode | null {
  return current && shipcodeOf(current.info.deliverables.active);
}

export function donationOf(
  { token, amount, first, paid_period, failing, ended, month }: SubscriberRow['donations'][number],
  now: Date,
): MonthlyDonation {
  const charge = month && { ...month, comesUp: month.next_attempt };
  const { refused, processing, next, from } = standingOf({ first, paidPeriod: paid_period, failing, ended }, charge, now);
  return {
    token,
    process: 'monthly',
    amount,
    created: first.toISOString(),
    next_charge: next && dayOf(next),
    refused,
    amount_from: from && dayOf(from),
    processing,
    failing,
    ended: ended?.toISOString() ?? null,
    version: String(amount),
  };
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Section 2, issues received: what subscriptions brought, and what was bought to be read by itself. */
function receivedIssues(
  { issues }: SubscriberRow,
  subscriptions: Subscriptions,
  downloads: (slug: string) => ReceivedIssue['downloads'],
): ReceivedIssue[] {
  const brought = new Map(deliveries(subscriptions).map(({ issue, deliverable }) => [issue, mediumOf(deliverable)]));
  return issues
    .flatMap(({ number, title, slug, cover, out, bought }): ReceivedIssue[] => {
      const medium = brought.get(number);
      const issue = { number, title, slug, cover, released: out, url: `/issue/${slug}`, downloads: out ? downloads(slug) : [] };
      return [
        ...(medium ? [{ ...issue, medium, from: 'subscription' as const }] : []),
        ...(bought && medium !== 'digital' ? [{ ...issue, medium: 'digital' as const, from: 'order' as const }] : []),
      ];
    })
    .toSorted((one, other) => other.number - one.number);
}

/** Section 2: whether future cycles, a lifetime that waits among them, are posted otherwise than the current one. */
function differs({ current_subscription: current, future_subscriptions: future, lifetime_subscription: lifetime }: Timetable): boolean {
  const following = lifetime ? [...future, lifetime] : future;
  return current !== null && following.some(({ info }) => info.deliverables.active !== current.info.deliverables.active);
}

function byZone<Value>(of: (zone: Shipcode) => Value): Record<Shipcode, Value> {
  const [a, b, c] = SHIPCODES;
  return { [a]: of(a), [b]: of(b), [c]: of(c) };
}
