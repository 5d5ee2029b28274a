import { refusedWith } from '@newsstand/contracts/fixtures/refusal';
import { makeAccount, makeDeletePreview } from '@newsstand/contracts/fixtures/account';
import { sessions } from './fake-api.ts';
import { data, down, inTurn, type Given, oldLogin, refusedOnce, screen, type State } from './state.ts';

const provedByCode: Given = {
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
};
const changedTo = (parts: Parameters<typeof makeDeletePreview>[0]) => ({
  errors: 'Your account changed meanwhile, in another tab or browser. Please read again what goes with it, and then delete it.',
  preview: makeDeletePreview({ version: 'now', ...parts }),
});
const deleted = (): Given => ({ body: { redirect: '/?state=data-deleted&menu=closed&deleted' } });

export const accessStates = {
  sessions: screen('account.sessions', 'Sessions'),
  'sessions-down': screen('account.sessions', 'Sessions: server down', {}, { answers: { 'GET /api/access/sessions': down } }),
  'sessions-ended-elsewhere': screen(
    'account.sessions',
    'Sessions: ended elsewhere',
    {},
    {
      answers: {
        'GET /api/access/sessions': inTurn({ body: { sessions: sessions() } }, { body: { sessions: sessions().slice(0, 2) } }),
        'DELETE /api/access/sessions/*': { status: 404, body: { errors: 'Not found.' } },
      },
    },
  ),
  'sessions-old-login': screen(
    'account.sessions',
    'Sessions: logged in long ago',
    {},
    { answers: { 'DELETE /api/access/sessions': oldLogin(() => ({ body: { sessions: sessions().slice(0, 1) } })) } },
  ),
  'sessions-codes': {
    ...screen('account.sessions', 'Sessions: logged in long ago, where nobody has a password'),
    page: data({}, { logins: ['email-code'] }),
    answers: { 'DELETE /api/access/sessions': oldLogin(() => ({ body: { sessions: sessions().slice(0, 1) } })) },
  },
  'sessions-view-only': screen('account.sessions', 'Sessions: seen by staff', { view_only: true }),
  data: screen('account.data', 'My data'),
  'data-unproved': screen('account.data', 'My data: of an address not yet shown to be theirs', {
    account: makeAccount({ email_proved: false }),
  }),
  'data-code': screen('account.data', 'My data: proof by code', {}, { answers: { 'GET /api/account/delete': provedByCode } }),
  'data-code-old': screen(
    'account.data',
    'My data: a code that is too old',
    {},
    {
      answers: {
        'GET /api/account/delete': provedByCode,
        'POST /api/account/delete': refusedOnce(422, { errors: { code: 'This code is too old. Please ask for a new one.' } }, deleted),
      },
    },
  ),
  'data-code-tries': screen(
    'account.data',
    'My data: a code that was tried too often',
    {},
    {
      answers: {
        'GET /api/account/delete': provedByCode,
        'POST /api/account/delete': refusedOnce(429, refusedWith('too_many_codes'), deleted),
      },
    },
  ),
  'data-blocked': screen(
    'account.data',
    'My data: a payment on its way',
    {},
    { answers: { 'GET /api/account/delete': { body: makeDeletePreview({ blocked: true }) } } },
  ),
  'data-owed': screen(
    'account.data',
    'My data: unpaid invoices',
    {},
    { answers: { 'GET /api/account/delete': { body: makeDeletePreview({ blocked: true, owed: ['INV-20', 'INV-21'] }) } } },
  ),
  'data-changed': screen(
    'account.data',
    'My data: changed meanwhile',
    {},
    {
      answers: {
        'POST /api/account/delete': refusedOnce(
          409,
          changedTo({ consequences: [{ type: 'personal-data' }, { type: 'donations', count: 2 }, { type: 'tax-records', count: 3 }] }),
          deleted,
        ),
      },
    },
  ),
  'data-changed-proof': screen(
    'account.data',
    'My data: the password has gone meanwhile',
    {},
    { answers: { 'POST /api/account/delete': refusedOnce(409, changedTo({ proof: 'code' }), deleted) } },
  ),
  'data-down': screen(
    'account.data',
    'My data: server down',
    {},
    { answers: { 'GET /api/account/delete': down, 'GET /api/account/export': down } },
  ),
  'data-wrong': screen(
    'account.data',
    'My data: wrong password',
    {},
    { answers: { 'POST /api/account/delete': { status: 422, body: { errors: { password: 'That is not your password.' } } } } },
  ),
  'data-not-deleted': screen('account.data', 'My data: cannot be deleted now', {}, { answers: { 'POST /api/account/delete': down } }),
  'data-deleted': { title: 'My data: deleted', widget: 'account.data', page: data(null), query: 'deleted' },
  'data-view-only': screen('account.data', 'My data: seen by staff', { view_only: true }),
} satisfies Record<string, State>;
