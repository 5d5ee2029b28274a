import type { MonthlyDonation, Subscriber } from '@newsstand/contracts/account';
import {
  makeAccount,
  makeInvoiceEntry,
  makeMonthlyDonation,
  makeOwnGift,
  makeReceiptEntry,
  makeReceivedIssue,
  makeSubscriber,
} from '@newsstand/contracts/fixtures/account';
import { makePicture } from '@newsstand/contracts/fixtures/pictures';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { makeSubscription, makeTimetable } from '@newsstand/contracts/fixtures/subscription';
import { conflict, data, down, noAddresses, type State } from './state.ts';
import { future, lifetime, NO_ZONE, notRunning, onScreen, ranOut, renewed } from './timetables.ts';

const overview = (title: string, subscriber: Partial<Subscriber> | null = {}, more: Partial<State> = {}): State => ({
  title: `Overview: ${title}`,
  widget: 'account.overview',
  page: data(subscriber),
  ...more,
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

const bank = { card: null, ach: { bank_name: 'Harbour Savings', last_four: '6789', routing_number: '110000000' } };

/** $7.00 was not paid. */
const refusedMonth = (parts: Partial<MonthlyDonation> = {}): MonthlyDonation =>
  makeMonthlyDonation({ amount: 700, version: '700', next_charge: '2026-12-04', refused: 700, amount_from: '2027-01-01', ...parts });

const nextIssue = { number: 14, title: 'Drowned Villages', when: '2026-12-07', deliverable: 'print-a', copies: 1 } as const;
const renewalCharge = { amount: 5600, when: '2027-07', after: 16 };

const gifts = [
  makeOwnGift(),
  makeOwnGift({ token: 'gift_redeemed1', redeemed: '2026-10-02T09:00:00.000Z' }),
  makeOwnGift({ token: 'gift_posted001', redeemed: '2026-09-01T09:00:00.000Z', sent_to: 'Uncle Otto' }),
  makeOwnGift({ token: 'gift_refunded1', refunded: true }),
];

const goneBack = (amount: number) => [
  { state: 'refunded' as const, amount, created: '2026-11-24T10:00:00.000Z', updated: '2026-11-24T10:00:00.000Z', credit_note: 'CN-31' },
];

export const overviewStates = {
  'overview-refunded': overview('a refund stopped autorenew', {
    account: makeAccount({ autorenew: false, autorenew_stopped: { number: 'EXR-1021', how: 'refund' } }),
    standing: { type: 'extended', autorenew: false, left: 3 },
    receipts: [
      makeReceiptEntry({ token: 'rcpt_b', number: 'EXR-1021', total: 8100, money_back: goneBack(8100) }),
      makeReceiptEntry({ money_back: goneBack(300) }),
    ],
    donations: [makeMonthlyDonation({ next_charge: null, ended: '2026-11-24T10:00:00.000Z', ended_by: 'EXR-1021' })],
  }),
  'years-of-receipts': overview('receipts of several years', {
    receipts: [
      makeReceiptEntry(),
      makeReceiptEntry({ token: 'rcpt_c', number: 'EXR-0900', created: '2026-02-03T10:00:00.000Z', total: 124000, more: 2 }),
      makeReceiptEntry({ token: 'rcpt_d', number: 'EXR-0811', created: '2025-06-03T10:00:00.000Z', total: 800 }),
      makeReceiptEntry({ token: 'rcpt_e', number: 'EXR-0702', created: '2024-06-03T10:00:00.000Z' }),
    ],
  }),
  'no-name': overview('a name that is not known', {
    account: makeAccount({ name: makeAccount().email, first_name: makeAccount().email }),
  }),
  active: overview('active', {
    standing: { type: 'extended', left: 3, autorenew: false },
    next_issue: nextIssue,
    next_charges: [],
    renewal_charge: renewalCharge,
  }),
  'active-autorenew': overview('active, autorenew on', {
    standing: { type: 'extended', left: 3, autorenew: true },
    account: makeAccount({ autorenew: true }),
    next_issue: nextIssue,
    next_charges: [{ type: 'renewal', ...renewalCharge }],
    renewal_charge: renewalCharge,
  }),
  'next-screen': overview('the next issue to be read on a screen, and a renewal on its day', {
    standing: { type: 'expiring', left: 1, autorenew: true },
    timetable: onScreen,
    next_issue: { number: 14, title: null, when: '2026-12', deliverable: 'digital', copies: 1 },
    next_charges: [
      { type: 'donation', amount: 700, when: '2026-12-01', after: null },
      { type: 'renewal', amount: 3600, when: '2026-12-21', after: null },
    ],
    renewal_charge: { amount: 3600, when: '2026-12-21', after: null },
    donations: [makeMonthlyDonation({ amount: 700, version: '700' })],
  }),
  'next-nowhere': overview('the next issue on no day yet, and no address for it', {
    account: makeAccount(noAddresses),
    next_issue: { ...nextIssue, when: null, copies: 3 },
    next_charges: [],
    renewal_charge: { amount: 5600, when: null, after: 16 },
  }),
  'rate-chosen': overview('another rate chosen at no cost', {
    timetable: makeTimetable({
      current_subscription: { info: makeSubscription({ level: 'high', settings: { medium: 'print', level: 'low' } }), active: true },
    }),
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
    next_issue: nextIssue,
    next_charges: [
      { type: 'donation', amount: 2500, when: '2026-12-01', after: null },
      { type: 'renewal', ...renewalCharge },
    ],
    renewal_charge: renewalCharge,
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
  gifts: overview('gifts that were given', { gifts }),
  'gifts-view-only': overview('gifts, seen by staff', { gifts, view_only: true }),
  expiring: overview('expiring', { standing: { type: 'expiring', left: 1, autorenew: false } }),
  'expired-invoice': overview('ended, and an invoice for it is not paid', {
    standing: { type: 'expired', autorenew: false },
    invoices: [makeInvoiceEntry({ token: 'inv_renewal01', invoice_no: 'EXC-007', total: 5600, due_date: '2026-12-22', renews: true })],
  }),
  'expiring-autorenew': overview('expiring, autorenew on', { standing: { type: 'expiring', left: 2, autorenew: true } }),
  differs: overview('delivered otherwise than paid for', {
    timetable: makeTimetable({
      current_subscription: { info: makeSubscription({ deliverables: { set: 'print-a', active: 'digital' } }), active: true },
      address_required: NO_ZONE,
    }),
  }),
  'no-address': overview('no address to send to', { account: makeAccount(noAddresses) }),
  'post-returned': overview('post that came back', { account: makeAccount({ address_returned: { a: true, b: false, c: false } }) }),
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
    timetable: makeTimetable({
      lifetime_subscription: {
        info: { ...lifetime, token: 'sub_life1', deliverables: { set: 'digital', active: 'digital' } },
        active: false,
      },
    }),
    future_settings_differ: true,
  }),
  'expired-autorenew': overview('run out, autorenew on', { standing: { type: 'expired', autorenew: true }, timetable: renewed }),
  'expired-no-address': overview('run out, autorenew on, and no address to send to', {
    standing: { type: 'expired', autorenew: true },
    timetable: renewed,
    account: makeAccount(noAddresses),
  }),
  'expired-again': overview('run out, autorenew is tried again', {
    standing: { type: 'expired', autorenew: true },
    timetable: renewed,
    renewal: { state: 'again', at: '2026-12-04' },
  }),
  'expired-confirm': overview('run out, autorenew waits for the bank to be answered', {
    standing: { type: 'expired', autorenew: true },
    timetable: renewed,
    renewal: { state: 'confirm', at: null },
  }),
  'expired-refused': overview('run out, autorenew refused for good', {
    standing: { type: 'expired', autorenew: true },
    timetable: notRunning(ranOut),
    renewal: { state: 'refused', at: null },
    account: makeAccount(noAddresses),
  }),
  'expired-over': overview('run out, autorenew given up', {
    standing: { type: 'expired', autorenew: true },
    timetable: notRunning(ranOut),
    renewal: { state: 'over', at: null },
  }),
  expired: overview('run out, autorenew off', { standing: { type: 'expired', autorenew: false }, timetable: notRunning(ranOut) }),
  'expired-processing': overview('run out, and a bank debits the renewal', {
    standing: { type: 'expired', autorenew: true },
    timetable: renewed,
    renewal_processing: true,
    payment_info: bank,
  }),
  'expired-processing-off': overview('run out, and a bank debits the renewal, autorenew off since', {
    standing: { type: 'expired', autorenew: false },
    timetable: renewed,
    renewal_processing: true,
    payment_info: null,
  }),
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
    payment_info: bank,
  }),
  'autorenew-fails': overview(
    'autorenew cannot be switched',
    { standing: { type: 'extended', left: 3, autorenew: false } },
    { answers: { 'POST /api/account/autorenew': down } },
  ),
  'autorenew-refused': overview(
    'autorenew is refused: another tab has deleted the card',
    { standing: { type: 'extended', left: 3, autorenew: false } },
    {
      answers: {
        'POST /api/account/autorenew': { status: 409, body: { errors: 'There is no payment card on record. Please add one first.' } },
      },
    },
  ),
  'left-renewal-paid': overview(
    'another card paid the renewal',
    { standing: { type: 'extended', left: 4, autorenew: true } },
    { hash: 'renewal-paid' },
  ),
  'left-renewal-processing': overview(
    'a bank pays the renewal',
    { standing: { type: 'expired', autorenew: true } },
    { hash: 'renewal-processing' },
  ),
  'left-renewal-refused': overview(
    'another card was refused, too',
    { standing: { type: 'expired', autorenew: true } },
    { hash: 'renewal-refused' },
  ),
  'left-renewal-confirm': overview(
    'the bank asks about another card',
    { standing: { type: 'expired', autorenew: true } },
    { hash: 'renewal-confirm=chg_fixture0001' },
  ),
  'autorenew-failed': overview(
    'autorenew was not switched',
    { standing: { type: 'extended', left: 3, autorenew: false } },
    { hash: 'autorenew-kept' },
  ),
  'card-changed': overview('a card that another tab changed was not deleted', {}, { hash: 'card-changed' }),
  'donation-month-refused': overview(
    'a month of a donation is tried again',
    { donations: [refusedMonth()] },
    {
      answers: {
        'PATCH /api/account/donations/*': ({ dollars }) => ({ body: { donations: [refusedMonth({ amount: Number(dollars) * 100 })] } }),
      },
    },
  ),
  'donation-month-asked': overview('a month of a donation waits for the bank', { donations: [refusedMonth({ next_charge: null })] }),
  'donation-month-debited': overview(
    'a bank debits a month of a donation',
    { donations: [makeMonthlyDonation({ processing: true })] },
    {
      answers: {
        'DELETE /api/account/donations/*': {
          body: { donations: [makeMonthlyDonation({ ended: '2026-11-21', next_charge: null, processing: true })] },
        },
      },
    },
  ),
  'donation-conflict': overview(
    'a donation changed elsewhere',
    { donations: [makeMonthlyDonation()] },
    {
      answers: {
        'PATCH /api/account/donations/*': conflict(({ dollars }) => ({
          body: { donations: [makeMonthlyDonation({ amount: Number(dollars) * 100 })] },
        })),
        'GET /api/account/subscriber': {
          body: {
            subscriber: makeSubscriber({ donations: [makeMonthlyDonation({ amount: 6000, version: '6000' })] }),
            timetable: makeTimetable(),
          },
        },
      },
    },
  ),
  'donation-over': overview(
    'a donation ended elsewhere',
    { donations: [makeMonthlyDonation()] },
    {
      answers: {
        'PATCH /api/account/donations/*': {
          status: 410,
          body: { errors: 'This donation has ended, so its amount cannot be changed.' },
        },
        'GET /api/account/subscriber': {
          body: {
            subscriber: makeSubscriber({ donations: [makeMonthlyDonation({ next_charge: null, ended: '2026-11-21' })] }),
            timetable: makeTimetable(),
          },
        },
      },
    },
  ),
  'donation-not-changed': overview(
    'a donation cannot be changed or stopped',
    { donations: [makeMonthlyDonation()] },
    { answers: { 'PATCH /api/account/donations/*': down, 'DELETE /api/account/donations/*': down } },
  ),
  'view-only': overview('seen by staff', { view_only: true, donations: [makeMonthlyDonation()] }),
  'admin-view': overview('a link of the staff', null, { query: `admin-view=${'a'.repeat(43)}` }),
  'admin-view-used': overview('a link of the staff, used', null, {
    query: `admin-view=${'u'.repeat(43)}`,
    answers: { 'POST /api/admin-view': { status: 401, body: { errors: 'This link does not work any more. Please make a new one.' } } },
  }),
  'logged-out': overview('nobody logged in', null),
} satisfies Record<string, State>;
