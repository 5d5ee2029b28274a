import { pageUrl, pathOf, type Site } from '@newsstand/contracts/paths';
import type { Account, MonthlyDonation, ReceivedIssue, Subscriber } from '@newsstand/contracts/account';
import { VISIBLE } from '@newsstand/contracts/address';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Pricing } from '@newsstand/contracts/pricing';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Timetable } from '@newsstand/contracts/timetable';
import { downloadsOf } from '../files/download-link.ts';
import { renewalCharge } from '../ledger/planned-charges/renewal-charge.ts';
import { toldMoneyBack } from '../payments/refunds/read-money-back.ts';
import { ADMIN_VIEW } from '../platform/http/view-only.ts';
import { calledBy } from '../readers/login/read-reader.ts';
import { monthStateOf } from '../rules/charges/month-state-rules.ts';
import { describeChoice } from '../rules/pricing/membership-rules.ts';
import { mayRenew, renewalStateOf } from '../rules/subscriptions/renewal-state-rules.ts';
import { deliveries, type Subscriptions } from '../rules/subscriptions/subscription-rules.ts';
import { standing, timetable as timetableOf } from '../rules/subscriptions/timetable-rules.ts';
import type { Messages } from '../publication/texts/line-texts.ts';
import { accountRef } from './account-ref.ts';
import { nextCharges, nextIssue } from './upcoming.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** The version of an address that is not there. */
export const NO_ADDRESS = 'none';

/** `today`: the publication's day; `zone`: where it posts to unless somebody says otherwise. */
type World = {
  now: Date;
  today: string;
  secret: string;
  invoicePrefix: string;
  zone: Shipcode;
  prices: Pricing;
  messages: Messages;
  site: Site;
};

/** What a reader is shown, worked out from what is stored. */
export function subscriberOf(row: SubscriberRow, { now, today, secret, invoicePrefix, zone, prices, messages, site }: World): Subscriber {
  // A subscription leaves the house under its token: ids stay inside.
  const subscriptions: Subscriptions = row.subscriptions.map(({ token, ...subscription }) => ({ ...subscription, id: token }));
  const renewal = row.autorenew ? renewalStateOf(row.renewal, subscriptions, now) : null;
  const timetable = timetableOf(subscriptions, row.latest_issue, mayRenew(row.autorenew, renewal, row.renewal_processing));
  const renewal_charge = renewalCharge(row, subscriptions, timetable, { now, today, prices });
  const donations = row.donations.map((donation) => donationOf(donation, now));
  const view_only = row.method === ADMIN_VIEW;
  return {
    account: accountOf(row, timetable, zone),
    timetable,
    standing: standing(subscriptions, row.autorenew),
    next_issue: nextIssue(row, timetable, today),
    next_charges: nextCharges(row.autorenew ? renewal_charge : null, donations),
    renewal_charge,
    renewal,
    renewal_processing: row.renewal_processing,
    payment_info: row.payment,
    donations,
    gifts: row.gifts.map(({ token, receipt, bought, redeemed, refunded, sent_to, ...chosen }) => ({
      token,
      receipt,
      detail: describeChoice(chosen, messages),
      url: pageUrl(site, 'redeem', token),
      bought: bought.toISOString(),
      redeemed: redeemed?.toISOString() ?? null,
      refunded,
      sent_to,
    })),
    receipts: row.orders.map(({ token, number, paid, total, name, lines, money_back }) => ({
      token,
      number,
      created: paid.toISOString(),
      total,
      name: name ?? '',
      more: Math.max(0, lines - 1),
      ...toldMoneyBack(money_back),
    })),
    invoices: row.invoices.map(({ token, number, created, due_date, total, paid, renews, received, money_back }) => ({
      token,
      invoice_no: invoiceNumber(invoicePrefix, number),
      created: created.toISOString(),
      due_date,
      total,
      paid: received ?? paid?.toISOString() ?? null,
      renews,
      ...toldMoneyBack(money_back),
    })),
    issues: receivedIssues(row, subscriptions, site, (slug) => (view_only ? [] : downloadsOf(slug, row.id, { now, secret }))),
    future_settings_differ: differs(timetable),
    view_only,
  };
}

export function firstName(name: string): string {
  return name.split(/\s+/).find((word) => VISIBLE.test(word)) ?? '';
}

function accountOf(row: SubscriberRow, timetable: Timetable, fallback: Shipcode): Account {
  const saved = (zone: Shipcode) => row.addresses.find(({ shipcode }) => shipcode === zone);
  return {
    name: calledBy(row),
    first_name: firstName(calledBy(row)),
    name_version: row.name_version,
    email: row.email,
    email_change: row.email_change,
    email_failing: row.email_failing,
    email_proved: row.email_proved,
    ref: accountRef(row.id),
    autorenew: row.autorenew,
    autorenew_stopped: row.autorenew_stopped,
    issue_letters: row.issue_letters,
    created: row.created.toISOString(),
    shipcode: currentZone(timetable) ?? SHIPCODES.find(saved) ?? fallback,
    addresses: byZone((zone) => saved(zone)?.address ?? null),
    address_versions: byZone((zone) => saved(zone)?.version ?? NO_ADDRESS),
    address_returned: byZone((zone) => saved(zone)?.returned ?? false),
    address_reaches: byZone((zone) => reachedFrom(zone, row, timetable)),
  };
}

/**
 * The first issue that is posted to an address of the zone that is changed now: the latest, while its labels are not
 * made, or the next that goes there.
 */
function reachedFrom(zone: Shipcode, { without_labels, latest_issue }: SubscriberRow, { issues_expected }: Timetable): number | null {
  if (without_labels.includes(zone)) return latest_issue;
  return issues_expected.find(({ deliverable }) => shipcodeOf(deliverable) === zone)?.issue ?? null;
}

function currentZone({ current_subscription: current }: Timetable): Shipcode | null {
  return current && shipcodeOf(current.info.deliverables.active);
}

export function donationOf(
  { token, amount, first, paid_period, failing, ended, ended_by, month }: SubscriberRow['donations'][number],
  now: Date,
): MonthlyDonation {
  const charge = month && { ...month, comesUp: month.next_attempt };
  const { refused, processing, next, from } = monthStateOf({ first, paidPeriod: paid_period, failing, ended }, charge, now);
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
    ended_by,
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
  { paths }: Site,
  downloads: (slug: string) => ReceivedIssue['downloads'],
): ReceivedIssue[] {
  const brought = new Map(deliveries(subscriptions).map(({ issue, deliverable }) => [issue, mediumOf(deliverable)]));
  return issues
    .flatMap(({ number, title, slug, cover, out, bought }): ReceivedIssue[] => {
      const medium = brought.get(number);
      const issue = { number, title, slug, cover, released: out, url: pathOf(paths, 'issue', slug), downloads: out ? downloads(slug) : [] };
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
