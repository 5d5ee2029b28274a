// What a journey begins with, by the calls that the pages would make: each page costs seconds, and what it takes to
// press is another journey's.
import { botChallenge } from '@newsstand/contracts/bot-check';
import { createTableApi } from '@newsstand/ui/call-table';
import { botToken } from '@newsstand/ui/captcha';
import { expect, type APIResponse, type Page } from '@playwright/test';
import { fromEnvironment } from './stack.ts';

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
};

/** What the API answers to this browser. */
async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { headers: { origin: fromEnvironment('NEWSSTAND_MAGAZINE') }, data });
  return read(answer);
}

async function read(answer: APIResponse) {
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Puts something into this browser's cart; answers the cart. */
export const putIntoCart = (
  page: Page,
  what: { type: 'add' | 'membership'; item: object },
): Promise<{ totals: { a: { total: number } } }> => post(page, '/api/cart', what);

/** Pays what is in this browser's cart with a good card; answers the receipt's token. */
export async function payByCalls(page: Page, form: { name: string; email: string; password?: string }): Promise<string> {
  const magazine = fromEnvironment('NEWSSTAND_MAGAZINE');
  const { totals } = await read(await page.request.get('/api/cart'));
  const token = await botToken({ provider: 'altcha', challenge: botChallenge.path }, createTableApi(magazine, { botChallenge }));
  const { password, ...rest } = form;
  const { intent, keys } = await post(page, `/api/cart/checkout?captcha=${token}`, {
    ...rest,
    ...(password !== undefined && { password: { password, confirm: password } }),
    total: totals.a.total,
  });
  const confirmed = await page.request.post(`${fromEnvironment('NEWSSTAND_STRIPE')}/v1/payment_intents/${intent}/confirm`, {
    form: { key: keys.pubkey, client_secret: keys.secret, ...CARD },
  });
  await read(confirmed);
  const receipt: { token?: string } = {};
  await expect(async () => {
    const { status, receipt: paid } = await read(await page.request.get(`/api/checkout/${intent}`));
    expect(status).toBe('completed');
    receipt.token = paid;
  }).toPass();
  return receipt.token ?? '';
}
