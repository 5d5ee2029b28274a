import { test } from '@newsstand/build/kept-page';
import { keys } from '@newsstand/contracts/fixtures/checkout';
import { makePricing, renewalCoupon } from '@newsstand/contracts/fixtures/subscribe';
import { expect } from '@playwright/test';
import { states } from '../src/stand-alone/states.ts';
import { answerRenewal } from './answer.ts';
import { open, paymentFailed, pick, press, total } from './open.ts';

const RECEIPT = /\/receipts\?token=/;

test('a bank that asks who pays is answered, and the renewal goes through', { tag: ['@§4.failures.4'] }, async ({ page }) => {
  await open(page, 'renew-authorize');
  const pages = await page.evaluate(() => history.length);
  await press(page, 'Place Order');
  await expect(page).toHaveURL(RECEIPT);
  // Who goes back does not meet the page that has paid.
  expect(await page.evaluate(() => history.length)).toBe(pages);
});

test(
  'a card on record that is refused makes room for another one',
  { tag: ['@ci', '@§4.failures.5', '@§8.checkout.4'] },
  async ({ page }) => {
    await open(page, 'renew-replace');
    const told = paymentFailed(page);
    await press(page, 'Place Order');
    expect(await told).toEqual({ message: 'Your card has expired.' });
    await expect(page.getByRole('alert')).toHaveText('Your card has expired. To proceed, please update your payment information.');
    await expect(page.getByRole('radio', { name: /ending in/ })).toHaveCount(0);
    await page.getByLabel('Card number').fill('4242424242424242');
    await press(page, 'Submit Payment');
    await expect(page).toHaveURL(RECEIPT);
  },
);

test('a card that is declined after a while was never said to complete the order', { tag: ['@ci', '@§4.checkout.4'] }, async ({ page }) => {
  await open(page, 'renew-declined');
  // The provider takes its time, as it does.
  await page.evaluate(() => {
    const make = Reflect.get(globalThis, 'Stripe');
    const slow = (...given: unknown[]) => {
      const stripe = make(...given);
      const confirmPayment = async (payment: unknown) => {
        await new Promise((done) => setTimeout(done, 300));
        return stripe.confirmPayment(payment);
      };
      return { ...stripe, confirmPayment };
    };
    Reflect.set(globalThis, 'Stripe', slow);
  });
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4000000000000002');
  const text = await page.evaluateHandle(() => {
    const words = new Set<string>();
    const note = () => document.querySelectorAll('button').forEach(({ textContent }) => words.add(textContent));
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
    return words;
  });
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  const words = await text.evaluate((set) => [...set]);
  expect(words).toContain('Processing Order');
  expect(words).not.toContain('Completing Order');
});

test('a declined card is told in the provider’s words, and what was chosen stays', { tag: ['@§8.provider.1'] }, async ({ page }) => {
  await open(page, 'renew-declined');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', '3 years').check();
  await press(page, 'Proceed to Payment');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card number is incomplete.');
  await page.getByLabel('Card number').fill('4000000000000002');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expect(pick(page, 'For how long?', '3 years')).toBeChecked();
});

test(
  'on a phone the card form that a renewal asks for stands 136 px below the top, whatever scroll padding the page has',
  { tag: '@ci' },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await open(page, 'renew-expiring');
    await page.evaluate(() => document.documentElement.style.setProperty('scroll-padding-top', '5rem'));
    await press(page, 'Proceed to Payment');
    await expect(page.getByLabel('Card number')).toBeVisible();
    const part = page.locator('section', { has: page.getByRole('heading', { name: 'Payment', exact: true }) });
    await expect.poll(async () => Math.round((await part.boundingBox())?.y ?? 0)).toBe(136);
  },
);

test('on a phone a declined card is told above the card form, and both are in view', { tag: '@ci' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'renew-declined');
  await press(page, 'Proceed to Payment');
  const card = page.getByLabel('Card number');
  await card.fill('4000000000000002');
  await press(page, 'Submit Payment');
  const text = page.getByRole('alert');
  await expect(text).toHaveText('Your card was declined.');
  await expect(text).toBeInViewport({ ratio: 1 });
  await expect(card).toBeInViewport({ ratio: 1 });
  expect((await text.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0);
});

test('what the bank refuses of a renewal is told to the page as well', { tag: ['@ci', '@§8.provider.1'] }, async ({ page }) => {
  await open(page, 'renew-declined');
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4000000000000002');
  const told = paymentFailed(page);
  await press(page, 'Submit Payment');
  expect(await told).toEqual({ message: 'Your card was declined.' });
});

test('a payment that nobody hears of times out, and the truth is said', { tag: ['@ci', '@§8.checkout.2'] }, async ({ page }) => {
  await page.clock.install();
  await open(page, 'renew-never');
  await press(page, 'Place Order');
  await expect(page.getByRole('button', { name: 'Completing Order' })).toBeVisible();
  for (let poll = 0; poll < 110; poll++) await page.clock.runFor(1200);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Sorry your order timed out. There was a problem processing your order.');
  await expect(alert).toContainText('Your order is kept.');
});

test(
  'a poll that fails is an unexpected error, and who looks again finds the order',
  { tag: ['@ci', '@§4.checkout.9', '@§8.checkout.3'] },
  async ({ page }) => {
    await answerRenewal(page, 200, { type: 'customer', intent: 'pi_fixture' });
    let found = false;
    await page.route('**/api/checkout/*', (route) =>
      found
        ? route.fulfill({ json: { status: 'completed', receipt: 'receipt_fixture01' } })
        : route.fulfill({ status: 500, json: { errors: 'Internal error' } }),
    );
    await open(page, 'renew-card', 'api');
    await press(page, 'Place Order');
    await expect(page.getByRole('alert')).toContainText('Unexpected Error');
    found = true;
    await press(page, 'Look again');
    await expect(page).toHaveURL(RECEIPT);
  },
);

test('a server that falls over, and a price that has changed, are told in words', { tag: ['@ci', '@§8.checkout.1'] }, async ({ page }) => {
  await open(page, 'renew-down');
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('alert')).toHaveText(
    'There was a problem processing your order. Please try again at another time or contact consulate@exclave.example.org',
  );
  await open(page, 'renew-price');
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('alert')).toHaveText('The price of your order is now $60.00. Please check it and confirm.');
});

for (const [state, button] of [
  ['raw', 'Proceed to Checkout'],
  ['renew-raw', 'Proceed to Payment'],
] as const) {
  test(`'${state}': an answer that holds no errors is shown as it came`, { tag: ['@§8.raw.1'] }, async ({ page }) => {
    await open(page, state);
    await press(page, button);
    await expect(page.getByRole('alert')).toHaveText('Too many requests. Try again in a minute.');
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
  });
}

test(
  'a price that has changed is shown before it is confirmed, and a coupon that others have used up is off',
  { tag: '@ci' },
  async ({ page }) => {
    const { page: data } = states['renew-coupon'];
    if (typeof data === 'string' || !data.subscribe) throw new Error('The state has page data.');
    const pricing = makePricing();
    const dearer = { ...pricing, base: { ...pricing.base, 'print-low': { ...pricing.base['print-low'], '1year': 6000 } } };
    const sent = await answerRenewal(page, 409, {
      errors: { total: 'The price of your order is now $60.00. Please check it and confirm.' },
    });
    await page.route('**/api/page/renew*', (route) =>
      route.fulfill({ json: { ...data, subscribe: { ...data.subscribe, pricing: dearer } } }),
    );
    let asked = 0;
    await page.route('**/api/subscribe/coupon*', (route) => route.fulfill({ json: asked++ === 0 ? renewalCoupon : null }));
    await open(page, 'renew-coupon', `code=${renewalCoupon.code}&api`);
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await press(page, 'Proceed to Payment');
    await expect(page.getByRole('alert')).toHaveText('The price of your order is now $60.00. Please check it and confirm.');
    await expect(total(page)).toHaveText('$60.00');
    await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(`Unable to apply coupon ${renewalCoupon.code}`);
    await press(page, 'Proceed to Payment');
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toMatchObject({ cart: { subscription: { coupon: null } }, form: { total: 6000 } });
  },
);

test(
  'a reload in the middle of paying goes on with the payment, and nothing is ordered twice',
  { tag: ['@§4.checkout.5', '@§4.checkout.7'] },
  async ({ page }) => {
    const sent = await answerRenewal(page, 200, { type: 'customer', intent: 'pi_fixture' });
    let status: object = { status: 'in-progress' };
    await page.route('**/api/checkout/*', (route) => route.fulfill({ json: status }));
    await open(page, 'renew-card', 'api');
    await press(page, 'Place Order');
    await expect(page.getByRole('button', { name: 'Completing Order' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Completing Order' })).toBeVisible();
    status = { status: 'completed', receipt: 'receipt_fixture01' };
    await expect(page).toHaveURL(RECEIPT);
    expect(sent).toHaveLength(1);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  },
);

test(
  'a payment that was not finished is finished after a reload with another card, on the same order',
  { tag: '@ci' },
  async ({ page }) => {
    const sent = await answerRenewal(page, 200, { type: 'updated', intent: 'pi_fixture', keys, total: 5600 });
    await page.route('**/api/checkout/*', (route) => route.fulfill({ json: { status: 'in-progress' } }));
    await open(page, 'renew-declined', 'api');
    const left = { intent: 'pi_fixture', keys, total: 5600, confirming: true };
    await page.evaluate((held) => sessionStorage.setItem('newsstand:payment:renewal', held), JSON.stringify(left));
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(
      'Your payment was not finished, and nothing was charged. Please enter your card again.',
    );
    await page.getByLabel('Card number').fill('4000000000000002');
    await press(page, 'Submit Payment');
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await page.reload();
    await press(page, 'Proceed to Payment');
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(sent).toMatchObject([{ form: { invoice: 'pi_fixture' } }, { form: { invoice: 'pi_fixture' } }]);
  },
);
