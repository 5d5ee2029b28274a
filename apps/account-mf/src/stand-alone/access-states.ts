import { makeDeletePreview } from '@newsstand/contracts/fixtures/account';
import { sessions } from './fake-api.ts';
import { data, down, oldLogin, screen, type State } from './state.ts';

export const accessStates = {
  sessions: screen('account.sessions', 'Sessions'),
  'sessions-down': screen('account.sessions', 'Sessions: server down', {}, { answers: { 'GET /api/access/sessions': down } }),
  'sessions-old-login': screen(
    'account.sessions',
    'Sessions: logged in long ago',
    {},
    { answers: { 'DELETE /api/access/sessions': oldLogin(() => ({ body: { sessions: sessions().slice(0, 1) } })) } },
  ),
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
