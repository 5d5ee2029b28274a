import { serveInPlace } from '@newsstand/build/stand-alone';
import { ChangeDonation } from '@newsstand/contracts/account';
import { makeAccountExport, makeDeletePreview, makeMonthlyDonation } from '@newsstand/contracts/fixtures/account';
import { challenge } from '@newsstand/contracts/fixtures/bot-check';
import { WRONG_DOLLARS } from '@newsstand/contracts/fixtures/refusal';
import { makeUpgradeOptions } from '@newsstand/contracts/fixtures/subscribe';
import { makeSubscription } from '@newsstand/contracts/fixtures/subscription';
import * as v from 'valibot';
import type { Answer, State } from './state.ts';

/** Puts a pretended API in the place of the real one for this page: the state's own answers before the usual ones. */
export const serveFakeApi = (state: State): void =>
  serveInPlace(({ method, path, body: asked }) => {
    const answers = { ...usual(state), ...state.answers };
    const known = Object.entries(answers).find(([pattern]) => matches(pattern, `${method} ${path}`))?.[1];
    if (known === undefined) return Response.json({ errors: 'Not found.' }, { status: 404 });
    const { status = 200, body } = typeof known === 'function' ? known(Object(asked ?? {})) : known;
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status });
  });

/** A star stands for one part of a path. */
const matches = (pattern: string, call: string): boolean =>
  new RegExp(`^${pattern.replaceAll('/', String.raw`\/`).replaceAll('*', '[^/]+')}$`).test(call);

const keys = { pubkey: 'pk_test_newsstand', secret: 'seti_1_secret_2' };
const card = (last_four: string) => ({ card: { type: 'visa', last_four, exp_month: 12, exp_year: 2034 }, ach: null });
const record = (name: string, data: unknown) => ({ name, details: { type: 'details', data } });

const usual = ({ page }: State): Record<string, Answer> => {
  const subscriber = typeof page === 'string' ? null : (page.subscriber ?? null);
  const account = subscriber?.account;
  const address = (body: Record<string, unknown>) => ({
    ...body,
    line2: body['line2'] ?? '',
    state_name: 'Maine',
    country_code: body['country'],
    country_name: 'United States',
  });
  return {
    'POST /api/account/name': (body) => ({ body: { name: body['name'], first_name: 'Ada', name_version: 'next' } }),
    'POST /api/account/reset-email': ({ email }) => ({
      body: { email: account?.email, email_change: email === account?.email ? null : email, name: account?.name },
    }),
    'GET /api/account/subscriber': { body: { subscriber, timetable: subscriber?.timetable } },
    'POST /api/account/email/withdraw': { body: { email: 'ada@example.org' } },
    'POST /api/account/email/confirm': { body: { email: 'ada.new@example.org', logged_in: false } },
    'POST /api/account/address/*': (body) => ({
      body: { addresses: { ...account?.addresses, a: address(body) }, address_versions: account?.address_versions },
    }),
    'POST /api/account/change-address/*': (body) => ({
      body: { addresses: { ...account?.addresses, a: address(body) }, address_versions: account?.address_versions },
    }),
    'DELETE /api/account/address/*': { body: { addresses: { a: null, b: null, c: null }, address_versions: account?.address_versions } },
    'PATCH /api/account/donations/*': (body) => {
      const { success, output } = v.safeParse(ChangeDonation, body);
      if (!success) return { status: 422, body: { errors: { dollars: WRONG_DOLLARS } } };
      return { body: { donations: [makeMonthlyDonation({ amount: output.dollars * 100 })] } };
    },
    'DELETE /api/account/donations/*': { body: { donations: [makeMonthlyDonation({ ended: '2026-11-21', next_charge: null })] } },
    'GET /api/account/export': { body: makeAccountExport() },
    'GET /api/account/delete': { body: makeDeletePreview() },
    'POST /api/account/delete/code': { body: { token: 'x'.repeat(43) } },
    'POST /api/account/delete': { body: { redirect: '/?state=data-deleted&menu=closed&deleted' } },
    'POST /api/account/autorenew': (body) => ({ body: { autorenew: body['autorenew'] } }),
    'POST /api/account/claim': ({ number, postcode }) =>
      postcode === '45402'
        ? { body: { subscriptions: number === '1' ? 0 : 1 } }
        : { status: 422, body: { errors: 'No subscription by post has this number and goes to this postal code.' } },
    'POST /api/account/issue-letters': (body) => ({ body: { issue_letters: body['issue_letters'] } }),
    'GET /api/account/card': { body: { ...record('Ada Merrow', subscriber?.payment_info ?? { card: null, ach: null }), keys } },
    'POST /api/account/card': { body: record('Ada Merrow', card('1881')) },
    'DELETE /api/account/card': { body: record('Ada Merrow', { card: null, ach: null }) },
    'POST /api/donation/setup': (body) => ({
      body: { ...record('Ada Merrow', card(body['cc_token'] ? '1881' : '4242')), keys, failing: false },
    }),
    'POST /api/donation/restart': { body: { ...record('Ada Merrow', card('1881')), failing: false, charged: 2500 } },
    'GET /api/account/subscriptions/*': {
      body: {
        upgrade: { subscription: makeSubscription(), options: makeUpgradeOptions() },
        subscriber: { addresses: account?.addresses },
      },
    },
    'POST /api/account/subscriptions/update': (body) => ({
      body: Number(Object(body['form'])['total']) > 0 ? started(body) : { type: 'update-succeeded' },
    }),
    'GET /api/bot-check/challenge': { body: challenge },
    'GET /api/checkout/*': { body: { status: 'completed', receipt: 'rcpt_fixture0001' } },
    'POST /logout': { body: { redirect: null } },
    'POST /api/admin-view': { body: { redirect: '/?state=view-only&menu=closed', expires: '2026-11-22T10:00:00.000Z' } },
    'POST /api/access/login': ({ password }) =>
      password === 'wrong'
        ? { status: 401, body: { errors: 'The email or password is not correct.' } }
        : { body: { account, institution: null, redirect: null } },
    'POST /api/access/signin': { body: { token: 't'.repeat(43) } },
    'POST /api/access/signin/verify': { body: { account, institution: null, redirect: null } },
    'GET /api/access/session': { body: { account: { name: 'Ada Marrow', email: account?.email }, institution: null } },
    'GET /api/access/sessions': { body: { sessions: sessions() } },
    'POST /api/access/reset-password': { body: { message: 'A link to set its password is on its way.' } },
    'DELETE /api/access/sessions': { body: { sessions: sessions().slice(0, 1) } },
    'DELETE /api/access/sessions/*': { body: { sessions: sessions().slice(0, 2) } },
  };
};

/** First an intent is started; sent again with its name, it is to be confirmed. A saved card pays at once. */
const started = (body: Record<string, unknown>) => {
  const form = Object(body['form']);
  if (form.customer === 'use-card') return { type: 'upgrade-checkout', checkout: { type: 'customer', intent: 'pi_1' } };
  const intent = { intent: 'pi_1', keys: { ...keys, secret: 'pi_1_secret_2' }, total: form.total };
  return { type: 'upgrade-checkout', checkout: { type: form.invoice === null ? 'started' : 'updated', ...intent } };
};

export const sessions = () =>
  [
    { agent: 'Firefox on Linux', method: 'password', current: true },
    { agent: 'Safari on iPhone', method: 'code', current: false },
    { agent: 'Chrome on Windows', method: 'google', current: false },
  ].map((one, index) => ({
    ...one,
    id: `0000000${index}-0000-4000-8000-000000000000`,
    created: '2026-11-01T09:00:00.000Z',
    seen: '2026-11-20T09:00:00.000Z',
  }));
