import { randomUUID } from 'node:crypto';
// For each route of the API's document a request that is answered, and one that is refused.
import { endpoints } from '@newsstand/contracts/endpoints';
import * as v from 'valibot';
import { downloadsOf } from '../src/files/download-link.ts';
import { joinPath } from './letter.ts';
import { leaveListUrl, unsubscribeUrl } from '../src/letters/unsubscribe.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { hashOf, newToken, tokenOf } from '../src/platform/secrets.ts';
import { issueTicket } from '../src/readers/login/tickets.ts';
import { makeLink } from '../src/readers/make-link.ts';
import { confirmSetup, setupIntentOf, setupSecret } from './card-reader.ts';
import { giveMonthly } from './donor.ts';
import { importedNumber } from './imports.ts';
import { writeInvoice } from './invoice.ts';
import { codeFor, logInWith, makeAccount, resetTokenFor } from './reader.ts';
import { ADDRESS, newcomer, type Reader, type Shop } from './shop.ts';
import { donate, subscribe } from './subscriber.ts';

export type Call = { path: string; body?: unknown; headers?: Record<string, string> };
/**
 * For each route: a request that is answered, and, where there is one, a request that is refused. `to`: it answers with
 * a redirect there.
 */
type Sample = { good: (reader: Reader, shop: Shop) => Promise<Call> | Call; to?: string; bad?: Call & { status: number } };

/** A stand-in for the identity providers that is not there. */
export const NOWHERE = 'http://127.0.0.1:9';
const FERRYMAN = 'https://idp.ferryman.example.edu/openathens';
export const ITEM = { type: 'add', item: { item: 'sized-product', ref: 'sze:last-boat-tee-m', quantity: 1 } };
const GUEST = { name: 'Ada Reader', email: 'ada@example.org' };
const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
const LINE = { type: ITEM.item.item, ref: ITEM.item.ref };

export const samples: Record<string, Sample> = {
  'get /api/health': { good: () => ({ path: '/api/health' }) },
  'get /api/health/ready': { good: () => ({ path: '/api/health/ready' }) },
  'get /api/health/live': { good: () => ({ path: '/api/health/live' }) },
  'get /api/metrics': { good: () => ({ path: '/api/metrics' }) },
  'get /api/openapi.json': { good: () => ({ path: '/api/openapi.json' }) },
  'get /api/docs': { good: () => ({ path: '/api/docs' }) },
  'get /api/art/{path}': {
    good: () => ({ path: '/api/art/covers/issue-01.svg?v=x' }),
    bad: { path: '/api/art/covers/none.svg', status: 404 },
  },
  'get /api/html/product/{slug}': {
    good: () => ({ path: '/api/html/product/last-boat-tee?heading=1' }),
    bad: { path: '/api/html/product/none', status: 404 },
  },
  'get /api/html/products': {
    good: () => ({ path: '/api/html/products?tag=swag' }),
    bad: { path: '/api/html/products?heading=7', status: 422 },
  },
  'get /api/html/issue/{slug}': {
    good: () => ({ path: '/api/html/issue/terminus?part=print' }),
    bad: { path: '/api/html/issue/none', status: 404 },
  },
  'get /api/html/subscriptions': {
    good: () => ({ path: '/api/html/subscriptions' }),
    bad: { path: '/api/html/subscriptions?heading=7', status: 422 },
  },
  'get /api/html/donations': {
    good: () => ({ path: '/api/html/donations' }),
    bad: { path: '/api/html/donations?heading=7', status: 422 },
  },
  'get /api/html/checkout': {
    good: () => ({ path: '/api/html/checkout' }),
    bad: { path: '/api/html/checkout?heading=7', status: 422 },
  },
  'get /api/html/sitemap.xml': { good: () => ({ path: '/api/html/sitemap.xml' }) },
  'get /api/gifts/{token}/qr.svg': {
    good: () => ({ path: '/api/gifts/abcdefgh/qr.svg' }),
    bad: { path: '/api/gifts/short/qr.svg', status: 404 },
  },
  'get /api/invoice/{invoice}/pdf': {
    good: async (_reader, shop) => ({ path: `/api/invoice/${(await writeInvoice(shop)).token}/pdf` }),
    bad: { path: '/api/invoice/nothing-by-this-token/pdf', status: 404 },
  },
  'post /api/webhooks/bounces': { good: () => ({ path: '/api/webhooks/bounces?to=x', body: {} }) },
  'get /api/bot-check/challenge': { good: () => ({ path: '/api/bot-check/challenge' }) },
  'get /api/cart': { good: () => ({ path: '/api/cart' }) },
  'post /api/cart': {
    good: () => ({ path: '/api/cart', body: ITEM }),
    bad: { path: '/api/cart', body: { type: 'add', item: { ...ITEM.item, quantity: 99 } }, status: 422 },
  },
  'patch /api/cart': {
    good: () => ({ path: '/api/cart', body: { cart: LINE, qty: 3 } }),
    bad: { path: '/api/cart', body: { cart: { type: 'digital-issue', ref: 'iss:1' }, qty: 3 }, status: 404 },
  },
  'post /api/cart/remove': {
    good: () => ({ path: '/api/cart/remove', body: { cart: LINE } }),
    bad: { path: '/api/cart/remove', body: {}, status: 422 },
  },
  'get /api/config/shipping': { good: () => ({ path: '/api/config/shipping?inclusive' }) },
  'get /api/store/products': { good: () => ({ path: '/api/store/products?tag=swag' }) },
  'get /api/store/products/{slug}': {
    good: () => ({ path: '/api/store/products/last-boat-tee' }),
    bad: { path: '/api/store/products/none', status: 404 },
  },
  'get /api/page/{name}': { good: () => ({ path: '/api/page/store' }), bad: { path: '/api/page/none', status: 404 } },
  'post /api/list/signup': {
    good: async ({ browser }) => ({
      path: `/api/list/signup?list-tag=a&list-tag=b&captcha=${await browser.captcha()}`,
      body: { email: 'ana@example.org' },
    }),
    bad: { path: '/api/list/signup', body: { email: 'nobody' }, status: 422 },
  },
  'post /api/cart/checkout': {
    good: async (reader) => ({
      path: `/api/cart/checkout?captcha=${await reader.browser.captcha()}`,
      body: { name: 'Ada Reader', email: 'ada@example.org', address: ADDRESS, total: (await reader.cart()).totals.a.total },
    }),
    bad: { path: '/api/cart/checkout', body: { name: 'Ada Reader', email: 'ada@example.org', address: ADDRESS, total: 1 }, status: 403 },
  },
  'get /api/checkout/{intent_id}': {
    good: async (reader) => ({ path: `/api/checkout/${(await reader.start()).intent}?reset` }),
    bad: { path: '/api/checkout/pi_of_nobody', status: 404 },
  },
  'post /api/invoice/{invoice}/checkout': {
    good: async ({ browser }, shop) => {
      const { token, total } = await writeInvoice(shop);
      return { path: `/api/invoice/${token}/checkout?captcha=${await browser.captcha()}`, body: { ...GUEST, total } };
    },
    bad: { path: '/api/invoice/nothing-by-this-token/checkout', body: { ...GUEST, total: 1 }, status: 403 },
  },
  'post /api/subscribe': {
    good: async (reader) => ({
      path: `/api/subscribe?coupon=none&captcha=${await reader.browser.captcha()}`,
      body: { cart: { giftsubs: [GIFT] }, form: { ...GUEST, total: 2800 }, shipcode: 'a' },
    }),
    bad: { path: '/api/subscribe', body: { cart: { giftsubs: [GIFT] }, form: { ...GUEST, total: 2800 }, shipcode: 'a' }, status: 403 },
  },
  'post /api/subscribe/renew': {
    good: async (reader, shop) => {
      await loggedIn(reader, shop);
      const subscription = { renewal: true, medium: 'digital', level: 'low', term: '1year', coupon: 'DIPLOMATICBAG' };
      const body = async (of: string) => ({
        path: `/api/subscribe${of}?captcha=${await reader.browser.captcha()}`,
        body: { cart: { subscription }, form: { ...GUEST, total: 0 }, shipcode: 'a' },
      });
      const first = await body('');
      await reader.browser.post(first.path, first.body);
      return body('/renew');
    },
    bad: { path: '/api/subscribe/renew', body: { cart: {}, form: { ...GUEST, total: 0 }, shipcode: 'a' }, status: 403 },
  },
  'post /api/donate': {
    good: async (reader) => ({
      path: `/api/donate?captcha=${await reader.browser.captcha()}`,
      body: { cart: { donation: { process: 'onetime', dollars: 5 } }, form: { ...GUEST, total: 500 }, shipcode: 'c' },
    }),
    bad: { path: '/api/donate', body: { cart: { donation: { process: 'onetime', dollars: 0 } }, form: GUEST, shipcode: 'c' }, status: 422 },
  },
  'get /api/subscribe/coupon': {
    good: () => ({ path: '/api/subscribe/coupon?code=POSTCARD' }),
    bad: { path: '/api/subscribe/coupon', status: 422 },
  },
  'post /api/subscribe/redeem': {
    good: async (reader) => {
      await reader.browser.post('/api/cart/remove', { all: true });
      await reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs: [{ ...GIFT, coupon: 'DIPLOMATICBAG' }] } });
      const order = await reader.checkOut({ address: null, total: 0 });
      const { gifts }: { gifts: { token: string }[] } = await (
        await reader.browser.get(`/api/receipts/${order.type === 'gratis' ? order.receipt : ''}`)
      ).json();
      const subscription = { token: gifts[0]?.token, deliverable: 'digital' };
      return { path: '/api/subscribe/redeem', body: { form: { ...GUEST, ...newcomer(), total: 0 }, shipcode: 'a', subscription } };
    },
    bad: {
      path: '/api/subscribe/redeem',
      body: { form: { ...GUEST, total: 0 }, shipcode: 'a', subscription: { token: 'none', deliverable: 'digital' } },
      status: 404,
    },
  },
  'get /api/account/subscriptions/{subscription_token}': {
    good: async (reader, shop) => ({ path: `/api/account/subscriptions/${await subscribeFree(reader, shop)}` }),
    bad: { path: '/api/account/subscriptions/a-token-of-nothing', status: 401 },
  },
  'post /api/account/subscriptions/update': {
    good: async (reader, shop) => {
      const subscription = { token: await subscribeFree(reader, shop), deliverable: 'digital', level: 'low' };
      return { path: '/api/account/subscriptions/update', body: { form: { ...GUEST, total: 0 }, shipcode: 'a', subscription } };
    },
    bad: {
      path: '/api/account/subscriptions/update',
      body: {
        form: { ...GUEST, total: 0 },
        shipcode: 'a',
        subscription: { token: 'a-token-of-nothing', deliverable: 'digital', level: 'low' },
      },
      status: 401,
    },
  },
  'get /api/account/card': {
    good: async (reader, shop) => ({ path: '/api/account/card', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/card', status: 401 },
  },
  'post /api/account/card': {
    good: async ({ browser }, shop) => {
      const { email } = await makeAccount(shop);
      await logInWith(browser, email);
      const secret = await setupSecret(browser);
      await confirmSetup(shop.emulator, secret);
      return { path: '/api/account/card', body: { name: 'Ada Reader', setup_intent: setupIntentOf(secret) } };
    },
    bad: { path: '/api/account/card?token=a-token-of-nothing', body: { setup_intent: 'seti_of_nobody' }, status: 404 },
  },
  'delete /api/account/card': {
    good: async (reader, shop) => ({ path: '/api/account/card', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/card', status: 401 },
  },
  'post /api/account/issue-letters': {
    good: async (reader, shop) => ({
      path: '/api/account/issue-letters',
      body: { issue_letters: false },
      ...(await loggedIn(reader, shop)),
    }),
    bad: { path: '/api/account/issue-letters', body: { issue_letters: false }, status: 401 },
  },
  'get /api/letters/issues': {
    good: async (_reader, shop) => ({ path: await offLink(shop) }),
    bad: { path: '/api/letters/issues?to=nobody', status: 404 },
  },
  'post /api/letters/issues': {
    good: async (_reader, shop) => ({ path: await offLink(shop), body: { 'List-Unsubscribe': 'One-Click' } }),
    bad: { path: '/api/letters/issues?to=nobody', body: {}, status: 404 },
  },
  'get /api/letters/lists': {
    good: async (reader, shop) => ({ path: await joinLink(reader, shop) }),
    bad: { path: '/api/letters/lists?join=nobody', status: 404 },
  },
  'post /api/letters/lists': {
    good: async (reader, shop) => ({ path: await joinLink(reader, shop), body: {} }),
    bad: { path: '/api/letters/lists?join=nobody', body: {}, status: 404 },
  },
  'get /api/letters/lists/leave': {
    good: async (_reader, shop) => ({ path: await leaveLink(shop) }),
    bad: { path: '/api/letters/lists/leave?to=nobody', status: 404 },
  },
  'post /api/letters/lists/leave': {
    good: async (_reader, shop) => ({ path: await leaveLink(shop), body: { 'List-Unsubscribe': 'One-Click' } }),
    bad: { path: '/api/letters/lists/leave?to=nobody', body: {}, status: 404 },
  },
  'get /api/forms/login': {
    good: () => ({ path: '/api/forms/login?path=/articles/tides' }),
    bad: { path: `/api/forms/login?path=${'x'.repeat(3000)}`, status: 422 },
  },
  'post /api/forms/login': {
    good: async (_reader, shop) => ({
      path: '/api/forms/login',
      body: { email: (await makeAccount(shop)).email, password: 'correct horse' },
    }),
    to: 'http://localhost:4000/',
    bad: { path: '/api/forms/login', body: { email: 'nobody@example.org', password: 'x' }, status: 401 },
  },
  'get /api/forms/list': {
    good: () => ({ path: '/api/forms/list?list-tag=weekly' }),
    bad: { path: `/api/forms/list?list-tag=${'x'.repeat(300)}`, status: 422 },
  },
  'post /api/forms/list': {
    good: () => ({ path: '/api/forms/list', body: { email: `${randomUUID()}@example.org` } }),
    bad: { path: '/api/forms/list', body: { email: 'nobody' }, status: 422 },
  },
  'post /api/account/autorenew': {
    good: async (reader, shop) => ({ path: '/api/account/autorenew', body: { autorenew: false }, ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/autorenew', body: {}, status: 401 },
  },
  'post /api/donation/setup': {
    good: async (reader, shop) => {
      const { token } = await giveMonthly(shop, reader);
      return { path: `/api/donation/setup?token=${token}`, body: { name: 'Ada Reader' } };
    },
    bad: { path: '/api/donation/setup?token=a-token-of-nothing', body: {}, status: 404 },
  },
  'post /api/donation/restart': {
    good: async (reader, shop) => {
      const { token } = await giveMonthly(shop, reader);
      const setup = await reader.browser.post(`/api/donation/setup?token=${token}`, { name: 'Ada Reader' });
      const { keys } = v.parse(endpoints.donationSetup.answer, await setup.json());
      await confirmSetup(shop.emulator, keys.secret);
      return { path: `/api/donation/restart?token=${token}`, body: { 'payment-method': setupIntentOf(keys.secret) } };
    },
    bad: { path: '/api/donation/restart?token=a-token-of-nothing', body: { 'payment-method': 'seti_of_nobody' }, status: 404 },
  },
  'get /api/charges/{token}': {
    good: async (reader, shop) => {
      const { id } = await giveMonthly(shop, reader);
      const { token } = await shop.deps.db.charge.findFirstOrThrow({ where: { subject: id } });
      return { path: `/api/charges/${token}` };
    },
    bad: { path: '/api/charges/a-token-of-nothing', status: 404 },
  },
  'get /api/receipts/{token}': {
    good: async (reader) => ({ path: `/api/receipts/${await reader.buy()}` }),
    bad: { path: '/api/receipts/a-token-of-nothing', status: 404 },
  },
  'post /api/webhooks/stripe': {
    good: async (_reader, shop) => {
      const body = { id: 'evt_of_the_document', object: 'event', type: 'customer.created', data: { object: {} } };
      const { stripe, config } = shop.deps;
      const signed = { payload: JSON.stringify(body), secret: config.stripe.webhookSecret };
      return {
        path: '/api/webhooks/stripe',
        body,
        headers: { 'stripe-signature': await stripe.webhooks.generateTestHeaderStringAsync(signed) },
      };
    },
    bad: { path: '/api/webhooks/stripe', body: {}, status: 400 },
  },
  'post /api/access/login': {
    good: async (_reader, shop) => ({
      path: '/api/access/login',
      body: { email: (await makeAccount(shop)).email, password: 'correct horse' },
    }),
    bad: { path: '/api/access/login', body: { email: 'nobody@example.org', password: 'x' }, status: 401 },
  },
  'post /api/access/signin': {
    good: () => ({ path: '/api/access/signin', body: { email: 'ana@example.org', path: '/' } }),
    bad: { path: '/api/access/signin', body: { email: 'nobody' }, status: 422 },
  },
  'post /api/access/signin/verify': {
    good: async ({ browser }, shop) => {
      const { email } = await makeAccount(shop);
      const { token }: { token: string } = await (await browser.post('/api/access/signin', { email })).json();
      return { path: '/api/access/signin/verify', body: { token, password: await codeFor(shop, email) } };
    },
    bad: { path: '/api/access/signin/verify', body: { token: 'x'.repeat(43), password: '123456' }, status: 429 },
  },
  'post /api/access/reset-password': {
    good: () => ({ path: '/api/access/reset-password', body: { email: 'ana@example.org' } }),
    bad: { path: '/api/access/reset-password', body: {}, status: 422 },
  },
  'post /api/access/reset-password/confirm': {
    good: async ({ browser }, shop) => {
      const { email } = await makeAccount(shop);
      await browser.post('/api/access/reset-password', { email });
      const [token, password] = [await resetTokenFor(shop, email), 'a ferry at dawn'];
      return { path: '/api/access/reset-password/confirm', body: { token, password, confirm: password } };
    },
    bad: { path: '/api/access/reset-password/confirm', body: { token: 'x', password: 'a', confirm: 'b' }, status: 422 },
  },
  'get /api/access/session': { good: () => ({ path: '/api/access/session' }) },
  'get /api/access/sessions': {
    good: async (reader, shop) => ({ path: '/api/access/sessions', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/access/sessions', status: 401 },
  },
  'delete /api/access/sessions': {
    good: async (reader, shop) => ({ path: '/api/access/sessions', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/access/sessions', status: 401 },
  },
  'delete /api/access/sessions/{id}': {
    good: async (reader, shop) => {
      const { email } = await makeAccount(shop);
      await logInWith(shop.browser(), email);
      await logInWith(reader.browser, email);
      const { sessions }: { sessions: { id: string }[] } = await (await reader.browser.get('/api/access/sessions')).json();
      return { path: `/api/access/sessions/${sessions[1]?.id}` };
    },
    bad: { path: '/api/access/sessions/nobody', status: 404 },
  },
  'get /api/account/subscriber': {
    good: async (reader, shop) => ({ path: '/api/account/subscriber?membership', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/subscriber', status: 401 },
  },
  'post /api/account/name': {
    good: async (reader, shop) => ({ path: '/api/account/name', body: { name: 'Ada' }, ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/name', body: { name: 'Ada' }, status: 401 },
  },
  'post /api/account/claim': {
    good: async (reader, shop) => {
      const session = await loggedIn(reader, shop);
      return { path: '/api/account/claim', body: { number: await importedNumber(shop), postcode: '45402' }, ...session };
    },
    bad: { path: '/api/account/claim', body: { number: '1', postcode: '45402' }, status: 401 },
  },
  'post /api/account/reset-email': {
    good: async (reader, shop) => ({
      path: '/api/account/reset-email',
      body: { email: 'ada@new.example.org' },
      ...(await loggedIn(reader, shop)),
    }),
    bad: { path: '/api/account/reset-email', body: { email: 'nobody' }, status: 422 },
  },
  'post /api/account/email/confirm': {
    good: async (reader, shop) => {
      await loggedIn(reader, shop);
      await reader.browser.post('/api/account/reset-email', { email: 'ada@newer.example.org' });
      const { payload } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'ada@newer.example.org' } });
      const { nonce } = v.parse(v.object({ nonce: v.string() }), payload);
      return { path: '/api/account/email/confirm', body: { token: tokenOf(shop.deps.config.access.secret, nonce) } };
    },
    bad: { path: '/api/account/email/confirm', body: { token: 'x'.repeat(43) }, status: 422 },
  },
  'post /api/account/email/withdraw': {
    good: async (reader, shop) => {
      await loggedIn(reader, shop);
      await reader.browser.post('/api/account/reset-email', { email: 'ada@newest.example.org' });
      const { payload } = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind: 'email-asked' }, orderBy: { id: 'desc' } });
      const { nonce } = v.parse(v.object({ nonce: v.string() }), payload);
      return { path: '/api/account/email/withdraw', body: { token: tokenOf(shop.deps.config.access.secret, nonce) } };
    },
    bad: { path: '/api/account/email/withdraw', body: { token: 'x'.repeat(43) }, status: 422 },
  },
  'post /api/account/address/{shipcode}': {
    good: async (reader, shop) => ({ path: '/api/account/address/ship-a?version=none', body: ADDRESS, ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/address/b', body: { ...ADDRESS, city: '' }, status: 422 },
  },
  'post /api/account/change-address/{shipcode}': {
    good: async ({ browser }, shop) => {
      const { email, id } = await makeAccount(shop);
      await logInWith(browser, email);
      return { path: `/api/account/change-address/a?token=${await subscribe(shop, id)}`, body: ADDRESS };
    },
    bad: { path: '/api/account/change-address/a', body: ADDRESS, status: 401 },
  },
  'delete /api/account/address/{shipcode}': {
    good: async (reader, shop) => ({ path: '/api/account/address/b', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/address/d', status: 404 },
  },
  'patch /api/account/donations/{token}': {
    good: async ({ browser }, shop) => {
      const { email, id } = await makeAccount(shop);
      await logInWith(browser, email);
      return { path: `/api/account/donations/${await donate(shop, id)}?version=2500`, body: { dollars: 40 } };
    },
    bad: { path: '/api/account/donations/of-nobody', body: { dollars: 40 }, status: 401 },
  },
  'delete /api/account/donations/{token}': {
    good: async ({ browser }, shop) => {
      const { email, id } = await makeAccount(shop);
      await logInWith(browser, email);
      return { path: `/api/account/donations/${await donate(shop, id)}` };
    },
    bad: { path: '/api/account/donations/of-nobody', status: 401 },
  },
  'get /api/account/export': {
    good: async (reader, shop) => ({ path: '/api/account/export', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/export', status: 401 },
  },
  'get /api/account/delete': {
    good: async (reader, shop) => ({ path: '/api/account/delete', ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/delete', status: 401 },
  },
  'post /api/account/delete/code': {
    good: async (reader, shop) => ({ path: '/api/account/delete/code', body: {}, ...(await loggedIn(reader, shop)) }),
    bad: { path: '/api/account/delete/code', body: {}, status: 401 },
  },
  'post /api/account/delete': {
    good: async (reader, shop) => ({
      path: '/api/account/delete',
      body: { type: 'password', password: 'correct horse' },
      ...(await loggedIn(reader, shop)),
    }),
    bad: { path: '/api/account/delete', body: { type: 'password', password: '' }, status: 422 },
  },
  'get /api/download/{slug}/{format}': {
    good: async (reader, shop) => {
      await loggedIn(reader, shop);
      const { account } = v.parse(
        v.object({ account: v.object({ email: v.string() }) }),
        await (await reader.browser.get('/api/access/session')).json(),
      );
      const { id } = await shop.deps.db.account.findFirstOrThrow({ where: { email: account.email } });
      const { secret } = shop.deps.config.access;
      return { path: downloadsOf('low-water', id, { now: shop.deps.clock(), secret })[0]?.url ?? '' };
    },
    bad: { path: '/api/download/low-water/pdf', status: 404 },
  },
  'get /api/receipts/{token}/files/{slug}': {
    good: async (reader) => {
      await reader.add('prd:atlas-of-small-differences', 1, 'digital-product');
      return { path: `/api/receipts/${await reader.buy()}/files/atlas-of-small-differences` };
    },
    bad: { path: '/api/receipts/a-token-of-nothing/files/atlas-of-small-differences', status: 404 },
  },
  'get /api/receipts/{token}/credit-notes/{number}/pdf': {
    good: async (reader, { deps }) => {
      const token = await reader.buy();
      const { id, publicationId, total } = await deps.db.order.findUniqueOrThrow({ where: { receiptToken: token } });
      const { creditNumber: number } = await deps.db.publication.update({
        where: { id: publicationId },
        data: { creditNumber: { increment: 1 } },
      });
      const at = { created: deps.clock(), updated: deps.clock(), credited: deps.clock() };
      const back = {
        id: uuidv7(),
        publicationId,
        orderId: id,
        method: 'card',
        amount: total,
        shipping: total,
        state: 'sent',
        untold: false,
      };
      await deps.db.refund.create({ data: { ...back, ...at, creditNumber: number } });
      return { path: `/api/receipts/${token}/credit-notes/CN-${number}/pdf` };
    },
    bad: { path: '/api/receipts/a-token-of-nothing/credit-notes/CN-1/pdf', status: 404 },
  },
  'get /api/receipts/{token}/pdf': {
    good: async (reader) => ({ path: `/api/receipts/${await reader.buy()}/pdf` }),
    bad: { path: '/api/receipts/a-token-of-nothing/pdf', status: 404 },
  },
  'post /api/admin-view': {
    good: async (_reader, shop) => {
      const { url } = await makeLink(shop.deps, { email: (await makeAccount(shop)).email, staff: 'ada' });
      return { path: '/api/admin-view', body: { token: new URL(url).searchParams.get('admin-view') } };
    },
    bad: { path: '/api/admin-view', body: { token: 'x'.repeat(43) }, status: 422 },
  },
  'post /logout': { good: () => ({ path: '/logout?path=/issue/12', body: {} }) },
  'post /api/access/handoff': {
    good: async (_reader, shop) => {
      const [token, verifier] = [newToken(), newToken()];
      const { id } = await makeAccount(shop);
      const who = { type: 'account', accountId: id };
      await issueTicket(shop.deps, 'handoff', token, { challenge: hashOf(verifier), method: 'google', who });
      return { path: '/api/access/handoff', body: { token, verifier } };
    },
    bad: { path: '/api/access/handoff', body: { token: 'x'.repeat(43), verifier: 'x'.repeat(43) }, status: 401 },
  },
  // Nothing answers at the stand-in's address: that is a redirect too.
  'get /oauth/google': { good: () => ({ path: '/oauth/google?url=/store' }), to: 'http://localhost:4000/login?error=provider' },
  'get /oauth/google/callback': {
    good: () => ({ path: '/oauth/google/callback?code=x&state=of-nobody' }),
    to: 'http://localhost:4000/login?error=state',
  },
  'get /oauth/openathens': { good: () => ({ path: '/oauth/openathens?url=/store' }), to: 'http://localhost:4000/login?error=provider' },
  'get /oauth/openathens/callback': {
    good: () => ({ path: '/oauth/openathens/callback?error=access_denied&state=of-nobody' }),
    to: 'http://localhost:4000/login?error=state',
  },
  'get /oauth/openathens/deeplink': {
    good: () => ({ path: `/oauth/openathens/deeplink?entity=${encodeURIComponent(FERRYMAN)}&target=/issue/12` }),
    to: `${NOWHERE}/keystone/login?entity=`,
    bad: { path: '/oauth/openathens/deeplink?entity=of-nobody&target=/', status: 404 },
  },
  'get /api/access/entitlement': { good: () => ({ path: '/api/access/entitlement?path=/article/x' }) },
  'get /api/identity-providers': { good: () => ({ path: '/api/identity-providers' }) },
};

/** As a letter about a new issue has it. */
async function offLink(shop: Shop): Promise<string> {
  const { config } = shop.deps;
  const { pathname, search } = new URL(unsubscribeUrl(config.access.apiUrl, config.access.secret, (await makeAccount(shop)).id));
  return pathname + search;
}

/** As the letter has it that asks whether an address wants to be on a list. */
async function joinLink(reader: Reader, shop: Shop): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await reader.browser.post(`/api/list/signup?captcha=${await reader.browser.captcha()}`, { email });
  return joinPath(shop.deps, email);
}

/** As each letter to a list has it. */
async function leaveLink(shop: Shop): Promise<string> {
  const { config, db } = shop.deps;
  const { id } = await db.listSignup.create({ data: { publicationId: 'main', email: `${randomUUID()}@example.org`, tag: 'newsletter' } });
  const { pathname, search } = new URL(leaveListUrl(config.access.apiUrl, config.access.secret, id));
  return pathname + search;
}

async function loggedIn({ browser }: Reader, shop: Shop): Promise<object> {
  await logInWith(browser, (await makeAccount(shop)).email);
  return {};
}

/** Subscribes for nothing; answers the subscription's token. */
async function subscribeFree(reader: Reader, shop: Shop): Promise<string> {
  const { id, email } = await makeAccount(shop);
  await logInWith(reader.browser, email);
  const subscription = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: 'DIPLOMATICBAG' };
  const body = { cart: { subscription }, form: { ...GUEST, total: 0 }, shipcode: 'a' };
  await reader.browser.post(`/api/subscribe?captcha=${await reader.browser.captcha()}`, body);
  return (await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: id } })).token;
}
