import type { Deliverable, Term } from '@newsstand/contracts/cart';
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { PageData } from '@newsstand/contracts/page-data';
import { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import type { Browser } from './browser.ts';
import { answerOf } from './reader.ts';
import { ADDRESS, type Reader, type Shop } from './shop.ts';

export const RECIPIENT = { recipient_name: 'Nana Okoro', recipient_address: { ...ADDRESS, line1: '3 Lamp Lane' } };

/** Somebody with gifts in the cart. */
export async function purchaser(shop: Shop, deliverables: Deliverable[], term: Term = '1year'): Promise<Reader> {
  const reader = shop.reader();
  const giftsubs = deliverables.map((deliverable) => ({ deliverable, level: 'low', term, coupon: null }));
  await reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs } });
  return reader;
}

/** Buys a print gift that is sent directly; answers its token, its purchaser and their receipt. */
export async function sendOne(shop: Shop, term: Term = '1year') {
  const reader = await purchaser(shop, ['print-a'], term);
  const started = await reader.start({ address: null, name: 'Gus Giver', email: 'gus@example.org', ...RECIPIENT });
  await reader.pay(started);
  const status = await reader.status(started.intent);
  if (status.status !== 'completed') throw new Error(`the order is ${status.status}`);
  // Settled again, as webhooks do.
  await reader.status(started.intent);
  const receipt = v.parse(Receipt, await (await reader.browser.get(`/api/receipts/${status.receipt}`)).json());
  return { token: receipt.gifts?.[0]?.token ?? '', receipt, reader };
}

/** What the gift's page is told. */
export async function giftPage(browser: Browser, token: string): Promise<PageData['redeem']> {
  return v.parse(PageData, await (await browser.get(`/api/page/redeem?token=${token}`)).json()).redeem;
}

/** Presses the button of the gift's page. */
export async function takeOver(browser: Browser, token: string, form: Partial<CheckoutInput> = {}): Promise<[number, unknown]> {
  const body = {
    form: { name: 'Nana Okoro', email: 'x@example.org', total: 0, ...form },
    shipcode: 'a',
    subscription: { token, deliverable: 'print-a' },
  };
  return answerOf(await browser.post(`/api/subscribe/redeem?token=${token}`, body));
}
