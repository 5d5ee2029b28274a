import { type ApiCall, serveInPlace } from '@newsstand/build/stand-alone';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import { AddToCart, ChangeQuantity, RemoveFromCart } from '@newsstand/contracts/cart';
import { CheckoutBody } from '@newsstand/contracts/checkout';
import { challenge } from '@newsstand/contracts/fixtures/bot-check';
import { makeCart, makeLine, makeZonedCart, subscriptionLine } from '@newsstand/contracts/fixtures/cart';
import { keys, RECEIPT_TOKEN } from '@newsstand/contracts/fixtures/checkout';
import { issues, products } from '@newsstand/contracts/fixtures/product';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { freeDigitalCoupon, giftCoupon, makeCoupon } from '@newsstand/contracts/fixtures/subscribe';
import { AddMembership, PutCoupon } from '@newsstand/contracts/subscribe';
import type { Invoice } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import { isSubscription } from '../cart/line-notes.ts';
import { findOffer } from '../store/offer.ts';
import { changeOrder, readOrder } from './fake-order.ts';
import { refusedWith } from '@newsstand/contracts/fixtures/refusal';
import { isLoggedIn, rememberLogin } from './fake-login.ts';
import type { CheckoutScript, StandAloneState } from './stand-alone-state.ts';

/** `status` 0: no answer comes. */
type Answer = { status: number; body: unknown };
type Stumbling = Extract<CheckoutScript, { type: 'stumbles' }>;

const AddAnything = v.variant('type', [AddToCart, AddMembership, PutCoupon]);
/** The one password of the pretended world. */
const PASSWORD = 'a ferry at dawn';
const CODE = '123456';
const coupon = makeCoupon();
/** What it takes off print, in cents. */
const OFF = 1000;
const ok = (body: unknown): Answer => ({ status: 200, body });
const refusal = (status: number, errors: unknown): Answer => ({ status, body: { errors } });

/**
 * Answers the calls of the stand-alone page in place of the API: the same shapes, one cart, and what the state's script
 * says.
 */
export const fakeApi = (state: StandAloneState): ((call: ApiCall) => Answer) => {
  let cart: Cart = typeof state.page === 'string' ? makeCart() : state.page.cart;
  let { checkout = { type: 'pays' } } = state;
  let account: { name: string; email: string } | null = null;

  const setLines = (lines: CartLine[]): Answer => {
    cart = cartOf(lines, cart);
    return ok(cart);
  };

  /** The builder's own cart calls are not made here: only a coupon changes a membership. */
  const applyCoupon = (code: string | null): Answer => {
    const { subscription } = cart;
    cart = { ...cart, subscription: subscription && { ...subscription, coupon: code } };
    const discount = code === coupon.code ? OFF : 0;
    return setLines(cart.billing.a.map((line) => (line.cart.type === 'personal-subscription' ? { ...line, discount } : line)));
  };

  const checkOut = (body: CheckoutBody): Answer => {
    // An invoice asks for its own total, whatever is in the cart.
    const { total } = invoiceOf(state) ?? cart.totals[body.shipcode ?? 'a'];
    switch (checkout.type) {
      case 'falls-over':
        return refusal(500, 'Internal error');
      case 'field-errors':
        return refusal(422, checkout.errors);
      case 'has-account':
        if (isLoggedIn() || !body.account) return start(body, total);
        return {
          status: 422,
          body: { errors: { email: 'This address has an account already. Please log in with it.' }, require: 'login' },
        };
      case 'price-changes':
        cart = checkout.cart;
        checkout = { type: 'pays' };
        return refusal(409, { total: 'The price has changed.' });
      case 'stumbles':
        return stumble(checkout, body, total);
      case 'refuses': {
        const { errors } = checkout;
        checkout = { type: 'pays' };
        changeOrder({ status: errors.require === 'authorize-card' ? 'requires_action' : 'requires_payment_method' });
        return { status: 402, body: { checkout_errors: errors } };
      }
      case 'customer':
        if (body.customer === 'use-card') {
          changeOrder({ status: 'succeeded' });
          return ok({ ...checkout, intent: readOrder().intent });
        }
        return start(body, total);
      case 'pays':
        return start(body, total);
    }
  };

  const stumble = (script: Stumbling, body: CheckoutBody, total: number): Answer => {
    const [next, ...over] = script.over;
    if (next === undefined) return start(body, total);
    checkout = { ...script, over };
    switch (next) {
      case 'falling-over':
        return refusal(500, 'Internal error');
      case 'no-answer':
        return { status: 0, body: null };
      case 'price':
        cart = script.cart;
        return refusal(409, { total: 'The price has changed.' });
    }
  };

  const logIn = (body: unknown): Answer => {
    const { email, password } = v.parse(v.object({ email: v.string(), password: v.string() }), body);
    if (password !== PASSWORD) return refusal(401, 'The email or password is not correct.');
    rememberLogin();
    return ok({ account: { name: 'Ada Merrow', email }, institution: null, redirect: null });
  };

  /** Section 8: two codes may be tried, then a new one is asked for. */
  let tries = 0;
  let codes = 0;
  const verify = (body: unknown): Answer => {
    const { password } = v.parse(v.object({ token: v.string(), password: v.string() }), body);
    if (password === CODE) return logIn({ email: 'ada@example.org', password: PASSWORD });
    return ++tries > 2 ? { status: 429, body: refusedWith('too_many_codes') } : refusal(401, 'That code is not correct.');
  };

  const start = (body: CheckoutBody, total: number): Answer => {
    if (total !== body.total) return refusal(409, { total: 'The price has changed.' });
    if (body.account) account = { name: body.name, email: body.email };
    if (total === 0) return ok({ type: 'gratis', receipt: RECEIPT_TOKEN });
    const { intent, status } = readOrder();
    if (status === 'succeeded') return ok({ type: 'customer', intent });
    changeOrder({ status: 'requires_payment_method' });
    return ok({ type: body.invoice === intent ? 'updated' : 'started', intent, keys, total });
  };

  const status = (reset: boolean): Answer => {
    if (reset) changeOrder({ failure: null, asked: 0 });
    const order = readOrder();
    changeOrder({ asked: order.asked + 1 });
    if (state.status === 'declines' && order.status === 'succeeded') {
      changeOrder({ status: 'requires_payment_method' });
      return ok({ status: 'in-progress', failure: 'Your card was declined.' });
    }
    const inProgress = ok({ status: 'in-progress', ...(order.failure !== null && { failure: order.failure }) });
    if (order.status !== 'succeeded') return inProgress;
    switch (state.status ?? 'completes') {
      case 'completes':
        return order.asked === 0 ? inProgress : ok({ status: 'completed', receipt: RECEIPT_TOKEN });
      case 'processing':
        return ok({ status: 'processing', invoice: 'EXC-0042' });
      case 'falls-over':
        return refusal(500, 'Internal error');
      case 'never':
      case 'declines':
        return ok({ status: 'in-progress' });
    }
  };

  return ({ method, path, query, body }) => {
    const lines = cart.billing.a;
    switch (`${method} ${path}`) {
      case 'GET /api/cart':
        return ok(cart);
      case 'POST /api/cart': {
        const asked = v.parse(AddAnything, body);
        if (asked.type === 'coupon') {
          if (asked.code === null) cart = { ...cart, subscription: cart.subscription && { ...cart.subscription, coupon: null } };
          else if (asked.code !== coupon.code) return refusal(422, { coupon: `Unable to apply coupon ${asked.code}` });
          cart = { ...cart, giftsubs: cart.giftsubs.map((giftsub) => ({ ...giftsub, coupon: asked.code })) };
          return setLines(
            lines.map((line) => {
              if (asked.code === null) return isSubscription(line.cart.type) ? { ...line, discount: 0 } : line;
              return line.cart.type === 'gift-subscription' ? { ...line, discount: OFF * line.quantity } : line;
            }),
          );
        }
        const { type, item } = asked;
        if (type === 'membership') return applyCoupon(item.subscription?.coupon ?? null);
        const held = lines.find((line) => line.cart.ref === item.ref);
        const others = lines.filter((line) => line !== held);
        return setLines([...others, newLine(item.item, item.ref, item.quantity + (held?.quantity ?? 0))]);
      }
      case 'PATCH /api/cart': {
        const { cart: key, qty } = v.parse(ChangeQuantity, body);
        return setLines(lines.map((line) => (line.cart.ref === key.ref ? withQuantity(line, qty) : line)));
      }
      case 'POST /api/cart/remove': {
        const { cart: key } = v.parse(RemoveFromCart, body);
        if (key === undefined) return setLines([]);
        return setLines(lines.filter((line) => line.cart.ref !== key.ref));
      }
      case `POST /api/invoice/${invoiceOf(state)?.token}/checkout`:
      case 'POST /api/cart/checkout': {
        const parsed = v.safeParse(CheckoutBody, body);
        return parsed.success ? checkOut(parsed.output) : refusal(422, { general: 'The form could not be read.' });
      }
      case 'POST /api/access/login':
        return logIn(body);
      case 'POST /api/access/signin':
        tries = 0;
        return ok({ token: String(++codes).padStart(43, 't') });
      case 'POST /api/access/signin/verify':
        return verify(body);
      case 'GET /api/access/session':
        return ok({ account, institution: null });
      case 'GET /api/account/subscriber':
        return state.subscriber ? ok({ subscriber: state.subscriber }) : refusal(401, 'Please log in.');
      case 'GET /api/subscribe/coupon':
        return ok([coupon, giftCoupon, freeDigitalCoupon].find(({ code }) => code === query.get('code')) ?? null);
      case 'GET /api/bot-check/challenge':
        return ok(challenge);
      case 'GET /api/config/shipping':
        return ok(shippingConfig);
      case 'GET /api/store/products':
        return ok(products.filter(({ tags }) => tags.includes(query.get('tag') ?? 'store')));
      default:
        return path.startsWith('/api/checkout/') ? status(query.has('reset')) : refusal(404, 'There is nothing here.');
    }
  };
};

const cartOf = (lines: CartLine[], { subscription, donation, giftsubs, version }: Cart): Cart => {
  const has = (type: CartLine['cart']['type']) => lines.some((line) => line.cart.type === type);
  const [gift] = giftsubs;
  const gifts = lines.filter((line) => line.cart.type === 'gift-subscription').reduce((sum, { quantity }) => sum + quantity, 0);
  const personal = has('personal-subscription') ? subscription : null;
  const posted = makeCart({ lines }).address_required || personal?.medium === 'print';
  const parts = {
    version: version + 1,
    subscription: personal,
    donation: has('donation-item') ? donation : null,
    giftsubs: gift ? Array.from({ length: gifts }, () => gift) : [],
    address_required: posted,
  };
  return makeZonedCart(
    (shipcode) => lines.map((line) => (line.cart.type === 'personal-subscription' ? subscriptionLine(shipcode, priceOf(line)) : line)),
    parts,
  );
};

const priceOf = ({ price, discount, name, detail }: CartLine) => ({ price, discount, name, detail });

const newLine = (type: CartLine['cart']['type'], ref: string, quantity: number): CartLine => {
  const offer = findOffer({ products, issues }, type, ref);
  const product = products.find((one) => one.ref === ref || one.sizes.some((size) => size.ref === ref));
  const issue = issues.find((one) => one.ref === ref);
  return makeLine({
    cart: { type, ref, item: null, qty: quantity },
    name: product?.name ?? issue?.title ?? ref,
    detail: product?.sizes.find((size) => size.ref === ref)?.name ?? null,
    slug: product?.slug ?? null,
    image: product?.image ?? issue?.cover ?? null,
    price: offer?.price ?? 0,
    quantity,
    availability: { type: 'available', left: offer?.left ?? null },
  });
};

const withQuantity = (line: CartLine, quantity: number): CartLine => {
  const left = 'left' in line.availability ? line.availability.left : 0;
  const enough = left === null || quantity <= left;
  const each = line.quantity === 0 ? 0 : line.shipping / line.quantity;
  return makeLine({
    ...line,
    // Chosen anew, it is the reader's own.
    from_account: undefined,
    quantity,
    shipping: each * quantity,
    availability: enough ? { type: 'available', left } : { type: 'short', left },
  });
};

const invoiceOf = ({ page }: StandAloneState): Invoice | null => (typeof page === 'string' ? null : (page.invoice ?? null));

/** Puts the pretended API in the place of the real one for this page. */
export const serveFakeApi = (state: StandAloneState): void => {
  const answer = fakeApi(state);
  serveInPlace((call) => {
    const { status, body } = answer(call);
    if (status === 0) throw new TypeError('Failed to fetch');
    return Response.json(body, { status });
  });
};
