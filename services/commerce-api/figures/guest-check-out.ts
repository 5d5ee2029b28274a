import { randomInt } from 'node:crypto';
import { Cart } from '@newsstand/contracts/cart';
import { CheckoutResult, CheckoutStatus } from '@newsstand/contracts/checkout';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { altchaCheck } from '../src/platform/bot-check/altcha.ts';
import { STAND_IN } from '../src/platform/config/environment.ts';
import type { Db } from '../src/platform/db/db.ts';
import { GOODS } from './fill-carts.ts';
import type { Visit } from './visit.ts';

const ADDRESS = { line1: '1 Pier Road', line2: '', city: 'Portland', state: 'ME', postcode: '04101', country: 'US' };
/** What the bare server's bot check asks for. */
const Signed = v.object({ nonce: v.string(), signature: v.string() });

/**
 * The main job in five requests: put something into the cart, ask for the bot check, check out, ask how far the payment
 * is, read the receipt. A browser's work for the bot check is none of what is measured: it solves a challenge of its
 * own instead, made with the secret of a service on one machine.
 */
export function guestCheckOut(db: Db): (visit: Visit) => Promise<unknown> {
  const check = altchaCheck({ db, clock: () => new Date() }, { secret: STAND_IN.botSecret, cost: 1, tries: { min: 1, max: 1 } });
  const solve = async (asked: unknown): Promise<string> => {
    if (v.is(Signed, asked)) return `${asked.nonce}.${asked.signature}`;
    const challenge = (await check.challenge?.(0)) as Challenge;
    return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64url');
  };
  return async (visit) => {
    const item = { item: 'basic-product', ref: `prd:figure-${randomInt(1, GOODS)}`, quantity: 2 };
    const { totals } = v.parse(Cart, await visit.post('/api/cart', { type: 'add', item }));
    const captcha = await solve(await visit.get('/api/bot-check/challenge'));
    const order = { name: 'Ada Reader', email: `r${randomInt(1e9)}@example.org`, address: ADDRESS, total: totals.a.total };
    const result = v.parse(CheckoutResult, await visit.post(`/api/cart/checkout?captcha=${captcha}`, order));
    if (result.type !== 'started') throw new Error(`the check-out answered ${result.type}`);
    const status = v.parse(CheckoutStatus, await visit.get(`/api/checkout/${result.intent}`));
    if (status.status !== 'completed') throw new Error(`the poll answered ${status.status}`);
    return visit.get(`/api/receipts/${status.receipt}`);
  };
}
