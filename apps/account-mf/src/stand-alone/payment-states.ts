import { makeMonthlyDonation } from '@newsstand/contracts/fixtures/account';
import { type Answer, conflict, data, down, inTurn, refusedOnce, screen, type State } from './state.ts';

const setupFailing = {
  body: {
    name: 'Ada Merrow',
    details: { type: 'details', data: { card: { type: 'visa', last_four: '0341', exp_month: 2, exp_year: 2027 }, ach: null } },
    keys: { pubkey: 'pk_test_newsstand', secret: 'seti_1_secret_2' },
    failing: true,
    owed: 2500,
    next_charge: null,
  },
} satisfies Answer;

const setupOfBank = {
  body: {
    ...setupFailing.body,
    details: {
      type: 'details',
      data: { card: null, ach: { bank_name: 'Harbour Savings', last_four: '6789', routing_number: '110000000' } },
    },
    failing: false,
    owed: null,
  },
} satisfies Answer;

const onRecord = (last_four: string, intent: string) => ({
  body: {
    name: 'Ada Merrow',
    details: { type: 'details', data: { card: { type: 'visa', last_four, exp_month: 12, exp_year: 2034 }, ach: null } },
    keys: { pubkey: 'pk_test_newsstand', secret: `${intent}_secret_2` },
    version: last_four,
  },
});

const ranOut = { standing: { type: 'expired', autorenew: true } } as const;

export const paymentStates = {
  payment: screen('account.payment', 'Payment'),
  'payment-none': screen('account.payment', 'Payment: none on record', { payment_info: { card: null, ach: null } }),
  'payment-bank': screen('account.payment', 'Payment: a bank account', {
    payment_info: { card: null, ach: { bank_name: 'Harbour Savings', last_four: '6789', routing_number: '110000000' } },
  }),
  'payment-donor': screen('account.payment', 'Payment: of who gives monthly', { donations: [makeMonthlyDonation()] }),
  'payment-again': screen('account.payment', 'Payment: a renewal that is tried again', {
    ...ranOut,
    renewal: { state: 'again', at: '2026-12-04' },
  }),
  'payment-renewal-asked': screen('account.payment', 'Payment: a renewal that the bank asks about', {
    ...ranOut,
    renewal: { state: 'confirm', at: null },
  }),
  'payment-renewal-refused': screen('account.payment', 'Payment: a renewal that was refused for good', {
    ...ranOut,
    renewal: { state: 'refused', at: null },
  }),
  'payment-renewal-asks': screen(
    'account.payment',
    'Payment: the bank asks about the renewal',
    { ...ranOut, renewal: { state: 'refused', at: null } },
    {
      answers: {
        'POST /api/account/card': { body: { ...onRecord('3184', 'seti_1').body, renewal: { state: 'confirm', token: 'chg_fixture0001' } } },
      },
    },
  ),
  'payment-renewal-refused-too': screen(
    'account.payment',
    'Payment: the renewal is refused, too',
    { ...ranOut, renewal: { state: 'refused', at: null } },
    { answers: { 'POST /api/account/card': { body: { ...onRecord('0341', 'seti_1').body, renewal: { state: 'refused' } } } } },
  ),
  /** Before the form is sent, not when it was opened. */
  'payment-logged-out': screen(
    'account.payment',
    'Payment: the session has ended',
    {},
    {
      answers: {
        'POST /api/account/card': refusedOnce(401, { errors: 'Please log in.' }, () => ({ body: onRecord('1881', 'seti_1').body })),
        'GET /api/access/session': { body: { account: { name: 'Ada Merrow', email: 'ada@example.org' }, institution: null } },
      },
    },
  ),
  'payment-away': screen(
    'account.payment',
    'Payment: the service is away as it is told of the card',
    {},
    { answers: { 'POST /api/account/card': refusedOnce(503, { errors: 'Away.' }, () => ({ body: onRecord('1881', 'seti_1').body })) } },
  ),
  'payment-refused': screen(
    'account.payment',
    'Payment: refused by the server',
    {},
    { answers: { 'POST /api/account/card': { status: 402, body: { errors: 'Your card was declined.' } } } },
  ),
  'payment-conflict': screen(
    'account.payment',
    'Payment: changed elsewhere',
    {},
    {
      answers: {
        'GET /api/account/card': inTurn(onRecord('4242', 'seti_1'), onRecord('3184', 'seti_2')),
        'POST /api/account/card': conflict(() => ({ body: onRecord('1881', 'seti_2').body })),
        'DELETE /api/account/card': conflict(() => ({ body: onRecord('1881', 'seti_2').body })),
      },
    },
  ),
  'payment-delete-down': screen('account.payment', 'Payment: cannot be deleted', {}, { answers: { 'DELETE /api/account/card': down } }),
  'payment-delete-refused': screen(
    'account.payment',
    'Payment: cannot be deleted, the session has ended',
    {},
    { answers: { 'DELETE /api/account/card': { status: 401, body: { errors: 'Please log in.' } } } },
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
  donation: { ...screen('account.donation', 'Donation card'), page: data(null), options: { token: 'don_fixture0001' } },
  'donation-bank': {
    ...screen('account.donation', 'Donation card: a bank account'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': setupOfBank },
  },
  'donation-processing': {
    ...screen('account.donation', 'Donation card: a debit on its way'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    hash: 'updated',
    answers: { 'POST /api/donation/setup': { body: { ...setupOfBank.body, failing: true, processing: true } } },
  },
  'donation-failing': {
    ...screen('account.donation', 'Donation card: failing'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': setupFailing },
  },
  'donation-owed': {
    ...screen('account.donation', 'Donation card: a month is tried again'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': { body: { ...setupFailing.body, failing: false, next_charge: '2026-12-04' } } },
  },
  'donation-confirm': {
    ...screen('account.donation', 'Donation card: a month that the bank asks about'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': { body: { ...setupFailing.body, failing: false, next_charge: null } } },
  },
  'donation-refused': {
    ...screen('account.donation', 'Donation card: the new card is refused'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: {
      'POST /api/donation/setup': setupFailing,
      'POST /api/donation/restart': { status: 402, body: { errors: 'Your card was declined.' } },
    },
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
  'donation-no-token': { ...screen('account.donation', 'Donation card: a link that was cut off'), page: data(null) },
  'donation-ended': {
    ...screen('account.donation', 'Donation card: the donation has ended'),
    page: data(null),
    options: { token: 'don_ended001' },
    answers: {
      'POST /api/donation/setup': { status: 410, body: { errors: 'This monthly donation has ended, and nothing more is charged.' } },
    },
  },
  'donation-ended-month': {
    ...screen('account.donation', 'Donation card: the donation has ended, and a bank debits a month of it'),
    page: data(null),
    options: { token: 'don_ended001' },
    answers: {
      'POST /api/donation/setup': {
        status: 410,
        body: { errors: 'This monthly donation has ended. One month is still on its way: your bank is working on it.' },
      },
    },
  },
  'donation-view-only-unknown': {
    ...screen('account.donation', 'Donation card: another reader’s, seen by staff', {
      view_only: true,
      donations: [makeMonthlyDonation()],
    }),
    options: { token: 'don_other001' },
  },
  'donation-view-only': {
    ...screen('account.donation', 'Donation card: seen by staff', { view_only: true, donations: [makeMonthlyDonation({ failing: true })] }),
    options: { token: 'don_fixture0001' },
  },
  'donation-down': {
    ...screen('account.donation', 'Donation card: server down'),
    page: data(null),
    options: { token: 'don_fixture0001' },
    answers: { 'POST /api/donation/setup': down },
  },
} satisfies Record<string, State>;
