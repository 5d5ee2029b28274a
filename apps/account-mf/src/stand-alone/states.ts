import type { Subscriber } from '@newsstand/contracts/account';
import {
  makeAccount,
  makeDeletePreview,
  makeInvoiceEntry,
  makeMonthlyDonation,
  makeReceiptEntry,
  makeReceivedIssue,
  makeSubscriber,
} from '@newsstand/contracts/fixtures/account';
import type { ChargeStatus } from '@newsstand/contracts/charge';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import { makePicture } from '@newsstand/contracts/fixtures/pictures';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { makeUpgradeOptions } from '@newsstand/contracts/fixtures/subscribe';
import { makeSubscription, makeTimetable } from '@newsstand/contracts/fixtures/subscription';
import type { PageData } from '@newsstand/contracts/page-data';
import type { Subscription } from '@newsstand/contracts/subscription';
import type { UpgradeOptions } from '@newsstand/contracts/upgrade';
import type { WidgetName } from '@newsstand/contracts/widget';
import { REFUSED } from './fake-stripe.ts';

type Given = { status?: number; body: unknown };
export type Answer = Given | ((body: Record<string, unknown>) => Given);

export type State = {
  title: string;
  widget: WidgetName;
  page: PageData | 'failed' | 'pending';
  options?: Record<string, string>;
  /** What stands in the page's address beside the state: `?token=`, `#confirm=`. */
  query?: string;
  hash?: string;
  /** What the pretended server says otherwise than usual, by method and path. */
  answers?: Record<string, Answer>;
};

const data = (subscriber: Partial<Subscriber> | null, parts: Partial<PageData> = {}): PageData =>
  makePageData({ page: 'account', subscriber: subscriber && makeSubscriber(subscriber), ...parts });

const overview = (title: string, subscriber: Partial<Subscriber> | null = {}, more: Partial<State> = {}): State => ({
  title: `Overview: ${title}`,
  widget: 'account.overview',
  page: data(subscriber),
  ...more,
});

const screen = (
  widget: WidgetName,
  title: string,
  subscriber: Partial<Subscriber> = {},
  more: Partial<Omit<State, 'widget' | 'title' | 'page'>> = {},
): State => ({ title, widget, page: data(subscriber), ...more });

const conflict: Given = {
  status: 409,
  body: { errors: 'This was changed in another tab or browser meanwhile. Reload the page to see it; nothing of yours was saved.' },
};
const down: Given = { status: 502, body: '<html>Bad gateway</html>' };
const noAddresses = { addresses: { a: null, b: null, c: null } };

const lifetime = makeSubscription({
  term: 'lifetime',
  level: 'high',
  issues_left: null,
  tokens_left: null,
  token_summary: { paid: null, delivered: 2, left: null, forfeited: 0 },
  status: { expiring: false, extended: true, count: null },
});
const ranOut = makeSubscription({
  issues_left: 0,
  tokens_left: 0,
  token_summary: { paid: 4, delivered: 4, left: 0, forfeited: 0 },
  status: { expiring: false, extended: false, count: 0 },
});
const digital = makeSubscription({ deliverables: { set: 'digital', active: 'digital' }, settings: { medium: 'digital', level: 'low' } });
const NO_ZONE = { a: false, b: false, c: false };
const notRunning = (info: Subscription) =>
  makeTimetable({
    current_subscription: { info, active: false },
    issues_expected: [],
    address_required: NO_ZONE,
    address_removable: { a: true, b: true, c: true },
  });
const onScreen = makeTimetable({
  current_subscription: { info: digital, active: true },
  address_required: NO_ZONE,
  address_removable: { a: true, b: true, c: true },
});
const future = makeTimetable({
  future_subscriptions: [
    {
      info: makeSubscription({
        token: 'sub_next1',
        term: '2year',
        phase: 'renewal',
        deliverables: { set: 'print-b', active: 'print-b' },
        token_summary: { paid: 8, delivered: 0, left: 8, forfeited: 0 },
        issues_left: 8,
      }),
      active: false,
    },
    {
      info: makeSubscription({
        token: 'sub_next2',
        phase: 'renewal',
        level: 'high',
        deliverables: { set: 'print-a', active: 'digital' },
        token_summary: { paid: 4, delivered: 0, left: 4, forfeited: 0 },
        copies: 2,
      }),
      active: false,
    },
  ],
  address_required: { a: true, b: true, c: false },
});

const received = [
  makeReceivedIssue({
    number: 16,
    slug: 'dry-dock',
    cover: makePicture('cover'),
    title: 'Dry Dock',
    medium: 'digital',
    released: false,
    url: '/issue/dry-dock',
    downloads: [],
  }),
  makeReceivedIssue({ number: 15, slug: 'landfall', title: 'Landfall', url: '/issue/landfall' }),
  makeReceivedIssue({
    number: 14,
    cover: makePicture('cover'),
    slug: 'the-long-causeway',
    title: 'The Long Causeway',
    url: '/issue/the-long-causeway',
  }),
  makeReceivedIssue(),
  makeReceivedIssue({
    number: 12,
    slug: 'snowline',
    title: 'Snowline',
    medium: 'digital',
    from: 'order',
    url: '/issue/snowline',
    cover: undefined,
  }),
];

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

const setupFailing: Answer = {
  body: {
    name: 'Ada Merrow',
    details: { type: 'details', data: { card: { type: 'visa', last_four: '0341', exp_month: 2, exp_year: 2027 }, ach: null } },
    keys: { pubkey: 'pk_test_newsstand', secret: 'seti_1_secret_2' },
    failing: true,
  },
};

const charged = { charge: 'renewal', detail: 'Print, Standard, 1 year (4 issues)', amount: 5600, name: 'Ada Merrow' } as const;
const asking = (parts: Partial<Extract<ChargeStatus, { status: 'authorize-card' }>> = {}): ChargeStatus => ({
  status: 'authorize-card',
  ...charged,
  intent: 'pi_1',
  keys: { pubkey: 'pk_test_newsstand', secret: 'pi_1_secret_2' },
  method: 'pm_1',
  card: { type: 'visa', last_four: '3184' },
  failure: null,
  donation: null,
  ...parts,
});
const moving: ChargeStatus = { status: 'in-progress', ...charged, due: '2026-12-21T09:00:00.000Z' };
const paid: ChargeStatus = { status: 'completed', ...charged, receipt: 'rcpt_fixture0001' };

/** Each time that it is asked the next one, and the last one from then on. */
const inTurn = (...charges: ChargeStatus[]): Answer => {
  let asked = 0;
  return () => ({ body: charges[Math.min(asked++, charges.length - 1)] });
};
const charge = (title: string, answer: Answer): State => ({
  ...screen('account.renewal', `A payment to confirm: ${title}`),
  page: data(null),
  options: { token: 'chg_fixture0001' },
  answers: { 'GET /api/charges/*': answer },
});

export const states = {
  active: overview('active', { standing: { type: 'extended', left: 3, autorenew: false } }),
  'active-autorenew': overview('active, autorenew on', {
    standing: { type: 'extended', left: 3, autorenew: true },
    account: makeAccount({ autorenew: true }),
  }),
  everything: overview('everything there can be', {
    standing: { type: 'extended', left: 15, autorenew: true },
    account: makeAccount({
      autorenew: true,
      email_change: 'ada.new@example.org',
      addresses: {
        a: makeAddress(),
        b: makeAddress({ line1: '8 Quai', city: 'Halifax', state: 'NS', postcode: 'B3J', country_code: 'CA', country_name: 'Canada' }),
        c: null,
      },
    }),
    timetable: future,
    future_settings_differ: true,
    issues: received,
    donations: [
      makeMonthlyDonation(),
      makeMonthlyDonation({ token: 'don_failing1', amount: 500, failing: true, next_charge: null }),
      makeMonthlyDonation({ token: 'don_ended001', amount: 10000, next_charge: null, ended: '2026-08-01' }),
    ],
    receipts: [
      makeReceiptEntry(),
      makeReceiptEntry({ token: 'rcpt_fixture0002', number: 'EXC-0031', name: 'Print, 1 year', more: 0, total: 5600 }),
      makeReceiptEntry({ token: 'rcpt_fixture0003', number: 'EXC-0018', name: 'Tide Wallpapers', more: 0, total: 0 }),
    ],
    invoices: [
      makeInvoiceEntry(),
      makeInvoiceEntry({ token: 'inv_late0001', invoice_no: 'EXC-003', due_date: '2026-06-01' }),
      makeInvoiceEntry({ token: 'inv_paid0001', invoice_no: 'EXC-002', paid: '2026-05-02T10:00:00.000Z' }),
    ],
  }),
  expiring: overview('expiring', { standing: { type: 'expiring', left: 1, autorenew: false } }),
  'expiring-autorenew': overview('expiring, autorenew on', { standing: { type: 'expiring', left: 2, autorenew: true } }),
  differs: overview('delivered otherwise than paid for', {
    timetable: makeTimetable({
      current_subscription: { info: makeSubscription({ deliverables: { set: 'print-a', active: 'digital' } }), active: true },
      address_required: NO_ZONE,
    }),
  }),
  'no-address': overview('no address to send to', { account: makeAccount(noAddresses) }),
  'failing-email': overview('email failing', { account: makeAccount({ email_failing: true }) }),
  lifetime: overview('lifetime', {
    standing: { type: 'lifetime' },
    timetable: makeTimetable({
      current_subscription: { info: lifetime, active: true },
      lifetime_subscription: { info: lifetime, active: true },
    }),
  }),
  'lifetime-waits': overview('lifetime, behind issues that are paid', {
    standing: { type: 'lifetime' },
    timetable: makeTimetable({ lifetime_subscription: { info: { ...lifetime, token: 'sub_life1' }, active: false } }),
  }),
  'expired-autorenew': overview('run out, autorenew on', { standing: { type: 'expired', autorenew: true }, timetable: notRunning(ranOut) }),
  expired: overview('run out, autorenew off', { standing: { type: 'expired', autorenew: false }, timetable: notRunning(ranOut) }),
  cancelled: overview('cancelled', {
    standing: { type: 'cancelled' },
    timetable: notRunning({ ...ranOut, cancelled: '2026-09-01T09:00:00.000Z' }),
  }),
  none: overview('never subscribed', {
    standing: { type: 'none' },
    timetable: makeTimetable({
      current_subscription: null,
      issues_expected: [],
      issues_delivered: [],
      address_required: NO_ZONE,
      address_removable: { a: true, b: true, c: true },
    }),
    account: makeAccount(noAddresses),
    issues: [],
    receipts: [],
    payment_info: null,
  }),
  'no-card': overview('no card', { payment_info: { card: null, ach: null } }),
  bank: overview('a bank account', {
    payment_info: { card: null, ach: { bank_name: 'Harbour Savings', last_four: '6789', routing_number: '110000000' } },
  }),
  'view-only': overview('seen by staff', { view_only: true, donations: [makeMonthlyDonation()] }),
  'admin-view': overview('a link of the staff', null, { query: `admin-view=${'a'.repeat(43)}` }),
  'admin-view-used': overview('a link of the staff, used', null, {
    query: `admin-view=${'u'.repeat(43)}`,
    answers: { 'POST /api/admin-view': { status: 401, body: { errors: 'This link does not work any more. Please make a new one.' } } },
  }),
  'logged-out': overview('nobody logged in', null),
  name: screen('account.name', 'Name'),
  'name-conflict': screen('account.name', 'Name: changed elsewhere', {}, { answers: { 'POST /api/account/name': conflict } }),
  'name-refused': screen(
    'account.name',
    'Name: refused',
    {},
    { answers: { 'POST /api/account/name': { status: 422, body: { errors: { name: 'Must not be blank.' } } } } },
  ),
  'name-down': screen('account.name', 'Name: server down', {}, { answers: { 'POST /api/account/name': down } }),
  'name-view-only': screen('account.name', 'Name: seen by staff', { view_only: true }),
  email: screen('account.email', 'Email'),
  'email-pending': screen('account.email', 'Email: one waits', {
    account: makeAccount({ email_change: 'ada.new@example.org', email_failing: true }),
  }),
  'email-refused': screen(
    'account.email',
    'Email: refused',
    {},
    {
      answers: {
        'POST /api/account/reset-email': { status: 422, body: { errors: { email: 'Enter an email address such as name@example.org.' } } },
      },
    },
  ),
  'email-confirm': {
    ...screen('account.email', 'Email: the mailed link'),
    page: data(null),
    hash: `confirm=${'c'.repeat(43)}`,
  },
  'email-confirm-used': {
    ...screen('account.email', 'Email: a link that is used'),
    page: data(null),
    hash: `confirm=${'u'.repeat(43)}`,
    answers: {
      'POST /api/account/email/confirm': {
        status: 422,
        body: { errors: { token: 'This link does not work any more. Please request the change again.' } },
      },
    },
  },
  address: screen('account.address', 'Addresses'),
  'address-missing': screen('account.address', 'Addresses: none usable', { account: makeAccount(noAddresses) }),
  'address-digital': screen('account.address', 'Addresses: digital only', { timetable: onScreen }),
  'address-future': screen('account.address', 'Addresses: a future cycle elsewhere', { timetable: future }),
  'address-of-one': screen('account.address', 'Addresses: of one subscription', { timetable: future }, { query: 'token=sub_next1' }),
  'address-refused': screen(
    'account.address',
    'Addresses: refused',
    { account: makeAccount(noAddresses) },
    {
      answers: {
        'POST /api/account/address/*': {
          status: 422,
          body: { errors: { line1: 'Must not be blank.', city: 'Must not be blank.', state: 'Must not be blank.' } },
        },
      },
    },
  ),
  'address-conflict': screen(
    'account.address',
    'Addresses: changed elsewhere',
    {},
    { answers: { 'POST /api/account/address/*': conflict } },
  ),
  'address-view-only': screen('account.address', 'Addresses: seen by staff', { view_only: true }),
  'delete-address': screen('account.delete-address', 'Delete an address', { timetable: onScreen }, { options: { ship: 'ship-a' } }),
  'delete-address-required': screen('account.delete-address', 'Delete an address: required', {}, { options: { ship: 'ship-a' } }),
  'delete-address-gone': screen('account.delete-address', 'Delete an address: none there', {}, { options: { ship: 'ship-c' } }),
  payment: screen('account.payment', 'Payment'),
  'payment-none': screen('account.payment', 'Payment: none on record', { payment_info: { card: null, ach: null } }),
  'payment-bank': screen('account.payment', 'Payment: a bank account', {
    payment_info: { card: null, ach: { bank_name: 'Harbour Savings', last_four: '6789', routing_number: '110000000' } },
  }),
  'payment-refused': screen(
    'account.payment',
    'Payment: refused by the server',
    {},
    { answers: { 'POST /api/account/card': { status: 402, body: { errors: 'Your card was declined.' } } } },
  ),
  'payment-down': screen('account.payment', 'Payment: server down', {}, { answers: { 'GET /api/account/card': down } }),
  'payment-returned': screen(
    'account.payment',
    'Payment: back from the bank, refused',
    {},
    { query: 'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=failed' },
  ),
  'payment-confirmed': screen(
    'account.payment',
    'Payment: back from the bank, confirmed',
    {},
    { query: 'setup_intent=seti_9&setup_intent_client_secret=seti_9_secret_2&redirect_status=succeeded' },
  ),
  'payment-view-only': screen('account.payment', 'Payment: seen by staff', { view_only: true }),
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
  donation: { ...screen('account.donation', 'Donation card'), page: data(null), options: { token: 'don_fixture0001' } },
  'donation-failing': {
    ...screen('account.donation', 'Donation card: failing'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': setupFailing },
  },
  'donation-restarted': {
    ...screen('account.donation', 'Donation card: begun again'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    hash: 'updated',
  },
  'donation-missing': {
    ...screen('account.donation', 'Donation card: no such donation'),
    page: data(null),
    options: { token: 'don_other001' },
    answers: { 'POST /api/donation/setup': { status: 404, body: { errors: 'Not found.' } } },
  },
  'donation-down': {
    ...screen('account.donation', 'Donation card: server down'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': down },
  },
  renewal: charge('to confirm', inTurn(asking(), moving, paid)),
  'renewal-refused': charge(
    'refused by the bank',
    inTurn(asking({ method: REFUSED }), asking({ method: REFUSED, failure: 'Your card was declined.' })),
  ),
  'renewal-failed-before': charge('failed before', inTurn(asking({ failure: 'Your bank did not recognise you.' }), paid)),
  'renewal-donation': charge(
    'a month of a donation',
    inTurn(asking({ charge: 'donation', detail: null, amount: 2500, donation: 'don_fixture0001' }), {
      ...paid,
      charge: 'donation',
      detail: null,
      amount: 2500,
    }),
  ),
  'renewal-returned': {
    ...charge('back from the bank', inTurn(moving, paid)),
    query: 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  },
  'renewal-paid': charge('paid already', inTurn(paid)),
  'renewal-elsewhere': charge('paid in another tab', inTurn(asking({ method: REFUSED }), paid)),
  'renewal-in-progress': charge('nothing to do', inTurn(moving)),
  'renewal-replace': charge('another card', inTurn({ status: 'replace-card', ...charged, donation: null })),
  'renewal-stopped': charge('stopped', inTurn({ status: 'stopped', ...charged })),
  'renewal-unknown': charge('unknown link', { status: 404, body: { errors: 'Not found.' } }),
  'renewal-no-token': { ...charge('no token', down), options: {} },
  'renewal-down': charge('server down', down),
  sessions: screen('account.sessions', 'Sessions'),
  'sessions-down': screen('account.sessions', 'Sessions: server down', {}, { answers: { 'GET /api/access/sessions': down } }),
  'sessions-view-only': screen('account.sessions', 'Sessions: seen by staff', { view_only: true }),
  data: screen('account.data', 'My data'),
  'data-code': screen(
    'account.data',
    'My data: proof by code',
    {},
    {
      answers: {
        'GET /api/account/delete': {
          body: makeDeletePreview({
            proof: 'code',
            consequences: [
              { type: 'personal-data' },
              { type: 'subscription', left: null },
              { type: 'autorenew' },
              { type: 'card' },
              { type: 'donations', count: 1 },
              { type: 'downloads', count: 5 },
              { type: 'gifts', count: 2 },
              { type: 'tax-records', count: 8 },
            ],
          }),
        },
      },
    },
  ),
  'data-blocked': screen(
    'account.data',
    'My data: a payment on its way',
    {},
    { answers: { 'GET /api/account/delete': { body: makeDeletePreview({ blocked: true }) } } },
  ),
  'data-wrong': screen(
    'account.data',
    'My data: wrong password',
    {},
    { answers: { 'POST /api/account/delete': { status: 422, body: { errors: { password: 'That is not your password.' } } } } },
  ),
  'data-view-only': screen('account.data', 'My data: seen by staff', { view_only: true }),
  loading: { title: 'Loading', widget: 'account.overview', page: 'pending' },
  'failed-load': { title: 'Failed load', widget: 'account.overview', page: 'failed' },
} satisfies Record<string, State>;
