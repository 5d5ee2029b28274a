import type { EmailConfirmed } from '@newsstand/contracts/account';
import { WITHDRAWN_BEFORE } from '@newsstand/contracts/email-change-texts';
import { refusedWith } from '@newsstand/contracts/fixtures/refusal';
import { makeAccount } from '@newsstand/contracts/fixtures/account';
import { conflict, data, down, type Given, oldLogin, recordedElsewhere, refusedOnce, screen, type State } from './state.ts';

const confirmed = (message: Partial<EmailConfirmed>): Given => ({
  body: { email: 'ada.new@example.org', logged_in: false, password_gone: false, google_gone: false, ...message },
});

export const settingsStates = {
  name: screen('account.name', 'Name'),
  'name-conflict': screen(
    'account.name',
    'Name: changed elsewhere',
    {},
    {
      answers: {
        'POST /api/account/name': conflict(({ name }) => ({ body: { name, first_name: 'Ada', name_version: 'next' } })),
        'GET /api/account/subscriber': recordedElsewhere({ name: 'Adele Merrow', name_version: 'other' }),
      },
    },
  ),
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
  'email-other-tab': screen(
    'account.email',
    'Email: another tab has asked for one',
    {},
    {
      answers: {
        'POST /api/account/reset-email': ({ email }) => ({
          body: { email: makeAccount().email, email_change: email, name: makeAccount().name, replaced: 'ada.other@example.org' },
        }),
      },
    },
  ),
  'email-once-more': screen(
    'account.email',
    'Email: the same one asked for once more',
    { account: makeAccount({ email_change: 'ada.new@example.org' }) },
    {
      answers: {
        'POST /api/account/reset-email': ({ email }) => ({
          body: { email: makeAccount().email, email_change: email, name: makeAccount().name, replaced: email },
        }),
      },
    },
  ),
  'email-old-login': screen(
    'account.email',
    'Email: logged in long ago',
    {},
    {
      answers: {
        'POST /api/account/reset-email': oldLogin(({ email }) => ({
          body: { email: makeAccount().email, email_change: email, name: makeAccount().name },
        })),
      },
    },
  ),
  'email-first-code': screen(
    'account.email',
    'Email: logged in long ago, and never by code',
    {},
    {
      answers: {
        'POST /api/account/reset-email': oldLogin(({ email }) => ({
          body: { email: makeAccount().email, email_change: email, name: makeAccount().name },
        })),
        'POST /api/access/signin/verify': { body: { account: makeAccount(), institution: null, redirect: null, password_gone: true } },
      },
    },
  ),
  'email-unproved': screen(
    'account.email',
    'Email: not yet shown to be theirs',
    { account: makeAccount({ email_proved: false }) },
    {
      answers: {
        'POST /api/account/reset-email': refusedOnce(403, refusedWith('prove_first'), ({ email }) => ({
          body: { email: makeAccount().email, email_change: email, name: makeAccount().name },
        })),
        'POST /api/access/signin/verify': { body: { account: makeAccount(), institution: null, redirect: null, password_gone: true } },
      },
    },
  ),
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
  'email-down': screen('account.email', 'Email: server down', {}, { answers: { 'POST /api/account/reset-email': down } }),
  'email-view-only': screen('account.email', 'Email: seen by staff', { view_only: true }),
  'email-confirm': {
    ...screen('account.email', 'Email: the mailed link'),
    page: data(null),
    hash: `confirm=${'c'.repeat(43)}`,
  },
  'email-withdraw': {
    ...screen('account.email', 'Email: the link of who did not ask'),
    page: data(null),
    hash: `withdraw=${'w'.repeat(43)}`,
  },
  'email-withdraw-late': {
    ...screen('account.email', 'Email: the link of who did not ask, too late'),
    page: data(null),
    hash: `withdraw=${'w'.repeat(43)}`,
    answers: { 'POST /api/account/email/withdraw': { status: 422, body: { errors: { token: WITHDRAWN_BEFORE } } } },
  },
  'email-confirm-logged-in': {
    ...screen('account.email', 'Email: the mailed link, logged in'),
    hash: `confirm=${'c'.repeat(43)}`,
    answers: { 'POST /api/account/email/confirm': confirmed({ logged_in: true }) },
  },
  'email-confirm-google': {
    ...screen('account.email', 'Email: the mailed link, of who logged in with Google'),
    page: data(null),
    hash: `confirm=${'c'.repeat(43)}`,
    answers: { 'POST /api/account/email/confirm': confirmed({ google_gone: true }) },
  },
  'email-confirm-both': {
    ...screen('account.email', 'Email: the mailed link, of who had a password and Google'),
    page: data(null),
    hash: `confirm=${'c'.repeat(43)}`,
    answers: { 'POST /api/account/email/confirm': confirmed({ password_gone: true, google_gone: true }) },
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
} satisfies Record<string, State>;
