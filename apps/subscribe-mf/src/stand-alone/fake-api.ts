import { refusedWith, WRONG_DOLLARS } from '@newsstand/contracts/fixtures/refusal';
import { serveInPlace } from '@newsstand/build/stand-alone';
import { challenge } from '@newsstand/contracts/fixtures/bot-check';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { INTENT, keys, RECEIPT_TOKEN } from '@newsstand/contracts/fixtures/checkout';
import { AddMembership, RedeemBody, SubscribeBody } from '@newsstand/contracts/subscribe';
import { makeCart } from '@newsstand/contracts/fixtures/cart';
import * as v from 'valibot';
import { rememberLogin } from './fake-login.ts';
import type { State } from './states.ts';

/** The one password of the pretended world. */
const PASSWORD = 'a ferry at dawn';

/** Puts a pretended API in the place of the real one for this page: what the state's script says. */
export const serveFakeApi = ({ script = 'accepts', coupons = [], page }: State): void =>
  serveInPlace(({ path, query, body }) => {
    if (path === '/api/subscribe/coupon') {
      return Response.json(coupons.find(({ code }) => code === query.get('code')) ?? null);
    }
    if (path === '/api/bot-check/challenge') return Response.json(challenge);
    if (path.startsWith('/api/checkout/')) {
      if (script === 'poll-fails') return Response.json({ errors: 'Internal error' }, { status: 500 });
      if (script === 'never-settles') return Response.json({ status: 'in-progress' });
      return Response.json({ status: 'completed', receipt: RECEIPT_TOKEN });
    }
    if (script === 'never') return new Promise<never>(() => {});
    if (script === 'falls-over') return Response.json({ errors: 'Internal error' }, { status: 500 });
    if (typeof script === 'object' && 'raw' in script) return new Response(script.raw, { status: 429 });
    if (typeof script === 'object') return Response.json(script, { status: 422 });
    if (path === '/api/access/login') return logIn(body);
    if (path === '/api/access/signin') return Response.json({ token: TOKEN });
    if (path === '/api/access/signin/verify') return verify(body);
    if (path === '/api/subscribe/redeem') {
      if (script === 'meanwhile') return Response.json({ type: 'redeem-failed', message: MEANWHILE }, { status: 409 });
      const asked = v.safeParse(RedeemBody, body);
      if (script === 'has-account' && asked.success && asked.output.form.account) return Response.json(HAS_ACCOUNT, { status: 422 });
      if (asked.success && asked.output.form.total === 0) return Response.json({ type: 'redeem-succeeded' });
      const { status, body: answer } = asked.success ? upgradeAnswer(script, asked.output.form) : refused(asked.issues);
      return Response.json(answer, { status });
    }
    if (path === '/api/subscribe/renew') {
      const asked = v.safeParse(SubscribeBody, body);
      const { status, body: answer } = asked.success ? orderAnswer(script, asked.output.form) : refused(asked.issues);
      return Response.json(answer, { status });
    }
    if (path !== '/api/cart') return Response.json({ errors: 'Not found.' }, { status: 404 });
    const asked = v.safeParse(AddMembership, body);
    if (!asked.success) return Response.json({ errors: { 'item.donation.dollars': WRONG_DOLLARS } }, { status: 422 });
    const { item } = asked.output;
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
  });

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
