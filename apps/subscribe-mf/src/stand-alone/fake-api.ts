import { refusedWith } from '@newsstand/contracts/fixtures/refusal';
import { shortWait } from '@newsstand/build/stand-alone';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { INTENT, keys, RECEIPT_TOKEN } from '@newsstand/contracts/fixtures/checkout';
import { AddMembership, RedeemBody, SubscribeBody } from '@newsstand/contracts/subscribe';
import { makeCart } from '@newsstand/contracts/fixtures/cart';
import * as v from 'valibot';
import { rememberLogin } from './fake-login.ts';
import type { State } from './states.ts';

/** The one password of the pretended world. */
const PASSWORD = 'a ferry at dawn';

/** The browser’s own, whatever was put in its place for a state that was shown before. */
const real = globalThis.fetch;

/** Puts a pretended API in the place of the real one for this page: what the state's script says. */
export const serveFakeApi = ({ script = 'accepts', coupons = [], page }: State): void => {
  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.startsWith('/api/')) return real(input, init);
    // Long enough that the texts of waiting can be seen.
    await shortWait();
    if (url.pathname === '/api/subscribe/coupon') {
      return Response.json(coupons.find(({ code }) => code === url.searchParams.get('code')) ?? null);
    }
    if (url.pathname === '/api/bot-check/challenge') return Response.json(CHALLENGE);
    if (url.pathname.startsWith('/api/checkout/')) {
      if (script === 'poll-fails') return Response.json({ errors: 'Internal error' }, { status: 500 });
      if (script === 'never-settles') return Response.json({ status: 'in-progress' });
      return Response.json({ status: 'completed', receipt: RECEIPT_TOKEN });
    }
    if (script === 'never') return new Promise<never>(() => {});
    if (script === 'falls-over') return Response.json({ errors: 'Internal error' }, { status: 500 });
    if (typeof script === 'object' && 'raw' in script) return new Response(script.raw, { status: 429 });
    if (typeof script === 'object') return Response.json(script, { status: 422 });
    if (url.pathname === '/api/access/login') return logIn(readBody(init));
    if (url.pathname === '/api/access/signin') return Response.json({ token: TOKEN });
    if (url.pathname === '/api/access/signin/verify') return verify(readBody(init));
    if (url.pathname === '/api/subscribe/redeem') {
      if (script === 'meanwhile') return Response.json({ type: 'redeem-failed', message: MEANWHILE }, { status: 409 });
      const asked = v.safeParse(RedeemBody, readBody(init));
      if (script === 'has-account' && asked.success && asked.output.form.account) return Response.json(HAS_ACCOUNT, { status: 422 });
      if (asked.success && asked.output.form.total === 0) return Response.json({ type: 'redeem-succeeded' });
      const { status, body } = asked.success ? upgradeAnswer(script, asked.output.form) : refused(asked.issues);
      return Response.json(body, { status });
    }
    if (url.pathname === '/api/subscribe/renew') {
      const asked = v.safeParse(SubscribeBody, readBody(init));
      const { status, body } = asked.success ? orderAnswer(script, asked.output.form) : refused(asked.issues);
      return Response.json(body, { status });
    }
    if (url.pathname !== '/api/cart') return Response.json({ errors: 'Not found.' }, { status: 404 });
    const { item } = v.parse(AddMembership, readBody(init));
    const before = typeof page === 'string' ? makeCart() : page.cart;
    const { subscription, donation, giftsubs } = item;
    const given = donation === null ? before.donation : { ...donation, amount: donation.dollars * 100 };
    return Response.json({
      ...before,
      version: before.version + 1,
      items: [...before.items, ...item.items],
      giftsubs: [...before.giftsubs, ...giftsubs],
      subscription: subscription ?? before.subscription,
      donation: given,
    });
  };
};

/** The code that is mailed; any other one is the one too many. */
const CODE = '123456';
const TOKEN = 't'.repeat(43);
const MEANWHILE = 'This gift is already redeemed.';
const HAS_ACCOUNT = { errors: { email: 'This address has an account already. Please log in with it.' }, require: 'login' };

const logIn = (body: unknown): Response => {
  const { password } = v.parse(v.object({ email: v.string(), password: v.string() }), body);
  if (password !== PASSWORD) return Response.json({ errors: 'The email or password is not correct.' }, { status: 401 });
  return loggedIn();
};

const loggedIn = (): Response => {
  rememberLogin();
  return Response.json({ account: { name: 'Ada Merrow', email: 'ada@example.org' }, institution: null, redirect: null });
};

const verify = (body: unknown): Response => {
  const { password } = v.parse(v.object({ token: v.literal(TOKEN), password: v.string() }), body);
  if (password !== CODE) return Response.json(refusedWith('too_many_codes'), { status: 429 });
  return loggedIn();
};

const readBody = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : '{}');

const refused = (issues: v.InferIssue<typeof SubscribeBody | typeof RedeemBody>[]) => ({
  status: 422,
  body: { errors: Object.fromEntries(issues.map((issue) => [(v.getDotPath(issue) ?? 'general').replace('form.', ''), issue.message])) },
});

/** What comes of an order (section 4): free, paid with the card on record, or a payment that the page must see to. */
const orderAnswer = (script: State['script'], { customer, invoice, total }: CheckoutBody): { status: number; body: unknown } => {
  if (total === 0) return { status: 200, body: { type: 'gratis', receipt: RECEIPT_TOKEN } };
  if (customer === 'use-card') {
    const require = script === 'authorize-card' || script === 'replace-card' ? script : null;
    if (require === null) return { status: 200, body: { type: 'customer', intent: INTENT } };
    const message = require === 'authorize-card' ? 'Your bank asks for a confirmation.' : 'Your card has expired.';
    return { status: 402, body: { checkout_errors: { require, message, intent: INTENT, keys } } };
  }
  return { status: 200, body: { type: invoice === INTENT ? 'updated' : 'started', intent: INTENT, keys, total } };
};

/** What a gift does not cover is ordered like anything else, and told as an upgrade. */
const upgradeAnswer: typeof orderAnswer = (script, form) => {
  const { status, body } = orderAnswer(script, form);
  return { status, body: status === 200 ? { type: 'upgrade-checkout', checkout: body } : body };
};

/** A proof of work that is proved at the first or second attempt. */
const CHALLENGE = {
  parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '00'.repeat(16), salt: '00'.repeat(16), cost: 1, keyLength: 32, keyPrefix: '0' },
};
