// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { button, CARDS, choose, open, sent, watch } from './open.ts';

test(
  "an upgrade is paid with the saved card and one press of 'Place Order', and the information comes anew",
  { tag: ['@§2.routes.15', '@§2.change-subscription.1', '@§4.submit.3', '@§4.update.1', '@§4.update.2', '@§7.calls.33'] },
  async ({ page }) => {
    await watch(page);
    await open(page, 'subscription');
    await expect(button(page, 'Submit')).toBeDisabled();
    await page.getByRole('radio', { name: /Print, United States/ }).check();
    await expect(page.getByText('$28.00', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: /Visa ending in 4242/ })).toBeChecked();
    await button(page, 'Place Order').click();
    await expect(page.getByText('Your subscription is updated.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See your receipt' })).toHaveAttribute('href', '/receipts?token=rcpt_fixture0001');
    const calls = await sent(page);
    expect(calls.map(([call]) => call.replace(/captcha=[\w-]{40,}$/, 'captcha=…'))).toEqual([
      'GET /api/account/subscriptions/sub_41d7',
      'POST /api/account/subscriptions/update?captcha=…',
      'GET /api/checkout/pi_1?reset=1',
      'GET /api/account/subscriptions/sub_41d7',
    ]);
    expect(calls[1]?.[1]).toMatchObject({
      form: { customer: 'use-card', total: 2800, address: null },
      shipcode: 'a',
      subscription: { token: 'sub_41d7', deliverable: 'print-a', level: 'low' },
    });
  },
);

test('without a saved card the card is entered first', async ({ page }) => {
  await watch(page);
  await open(page, 'subscription-new-card');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Proceed to Payment').click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
  expect((await sent(page))[2]?.[1]).toMatchObject({ form: { invoice: 'pi_1', customer: 'add-card', total: 2800 } });
});

test('on a phone, who has paid an upgrade is shown that it is done, not the end of the page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await open(page, 'subscription-new-card');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Proceed to Payment').click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Submit Payment').click();
  const message = page.getByText('Your subscription is updated.');
  await expect(message).toBeInViewport();
  // Nor does what is loaded anew below push it away.
  await expect(page.getByText('New settings')).toBeVisible();
  await expect(message).toBeInViewport();
});

test('a new card that is declined says so, and another can be entered', async ({ page }) => {
  await open(page, 'subscription-new-card');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Proceed to Payment').click();
  await page.getByLabel('Card number').fill(CARDS.declined);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
});

test('a saved card that is declined asks for another', { tag: ['@§4.failures.5', '@§8.checkout.4'] }, async ({ page }) => {
  await open(page, 'subscription-declined');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Place Order').click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined. To proceed, please update your payment information.');
  await expect(page.getByRole('radio', { name: /Visa ending in 4242/ })).toHaveCount(0);
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
});

for (const [who, state, submit, enter] of [
  [
    'a new card is checked',
    'subscription-new-card',
    'Submit Payment',
    async (page: Page) => {
      await button(page, 'Proceed to Payment').click();
      await page.getByLabel('Card number').fill(CARDS.good);
    },
  ],
  ['a bank asks about the saved card', 'subscription-asks', 'Place Order', async () => {}],
] as const) {
  test(`while ${who} the upgrade is not said to be completed yet`, { tag: ['@§4.checkout.4'] }, async ({ page }) => {
    await open(page, state);
    // What the button says once the provider has taken its time, as it does.
    const message = await page.evaluateHandle(() => {
      const words: (string | undefined)[] = [];
      const make = Reflect.get(globalThis, 'Stripe');
      const slow = (...given: unknown[]) => {
        const stripe = make(...given);
        const slowly = (name: string) => async (payment: unknown) => {
          await new Promise((done) => setTimeout(done, 50));
          words.push(document.querySelector('[type=submit]')?.textContent);
          return stripe[name](payment);
        };
        return { ...stripe, confirmPayment: slowly('confirmPayment'), handleNextAction: slowly('handleNextAction') };
      };
      Reflect.set(globalThis, 'Stripe', slow);
      return words;
    });
    await page.getByRole('radio', { name: /Print, United States/ }).check();
    await enter(page);
    await button(page, submit).click();
    await expect(page.getByText('Your subscription is updated.')).toBeVisible();
    expect(await message.jsonValue()).toEqual(['Processing Order']);
  });
}

test(
  'the low rate of print costs nothing for who pays the high one: a plain submit, and the page goes to the account',
  { tag: ['@§2.checkout.9', '@§4.results.1', '@§4.update.1', '@§9.texts.2'] },
  async ({ page }) => {
    await open(page, 'subscription-free');
    await page.getByRole('radio', { name: 'Standard' }).check();
    await page.getByRole('radio', { name: /Print, United States/ }).check();
    await expect(page.getByRole('status').filter({ hasText: 'Due now' })).toContainText('At no cost');
    await button(page, 'Submit').click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.getByRole('status').filter({ hasText: 'Your subscription is updated.' })).toBeVisible();
  },
);

test('a rate that was chosen at no cost is shown, and another medium leaves it as it is', { tag: ['@§9.texts.2'] }, async ({ page }) => {
  await watch(page);
  await open(page, 'subscription-chosen');
  await expect(page.getByText('Solidarity, renews at Standard')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Standard As it is now' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Solidarity At no cost' })).toBeEnabled();
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/account$/);
  expect((await sent(page))[1]?.[1]).toMatchObject({ subscription: { deliverable: 'print-a', level: 'low' }, form: { total: 0 } });
});

test('where no address is on record for it, one is asked for', { tag: ['@§8.address.1'] }, async ({ page }) => {
  await watch(page);
  await open(page, 'subscription-elsewhere');
  await page.getByRole('radio', { name: /Print, Canada/ }).check();
  await expect(
    page.getByText('You currently do not have an address we can send to. Please add your address with this form.'),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('8 Quai');
  await page.getByLabel('City').fill('Halifax');
  await page.getByLabel('Postal code').fill('B3J 1A1');
  await choose(page, 'State or province', 'Nova Scotia');
  await button(page, 'Place Order').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
  expect((await sent(page))[1]?.[1]).toMatchObject({
    form: { address: { line1: '8 Quai', country: 'CA', state: 'NS' }, shipcode: 'b' },
    shipcode: 'b',
  });
});

test(
  'another address alone is a change, too: a plain submit, and the page goes to the account',
  { tag: ['@§4.results.1', '@§4.update.1'] },
  async ({ page }) => {
    await watch(page);
    await open(page, 'subscription-elsewhere');
    await expect(button(page, 'Submit')).toBeDisabled();
    await page.getByRole('radio', { name: 'Change Address' }).check();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Slipway');
    await button(page, 'Submit').click();
    await expect(page).toHaveURL(/\/account$/);
    expect((await sent(page))[1]?.[1]).toMatchObject({
      form: { address: { line1: '3 Slipway', country: 'US' }, shipcode: 'a', total: 0 },
      subscription: { token: 'sub_41d7', deliverable: 'print-a', level: 'low' },
    });
  },
);

test('an unpaid invoice for the same upgrade is named, with the way to it, beside the form', async ({ page }) => {
  await open(page, 'subscription-invoice');
  const notice = page.getByRole('status').filter({ hasText: 'There is an invoice for this subscription.' });
  await expect(notice.getByRole('link', { name: 'Invoice EXC-001, $21.00, due 12.22.2026' })).toHaveAttribute(
    'href',
    '/invoice/inv_upgrade01',
  );
  await expect(notice).toContainText('what is paid in one way cannot be paid in the other');
  await expect(page.getByRole('radio', { name: /Print, United States/ })).toBeEnabled();
});

test('while the payment of an upgrade is on its way, the page says so and where to see it, and takes no other', async ({ page }) => {
  await open(page, 'subscription-processing');
  await expect(page.getByText('A payment is on its way.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the payment' })).toHaveAttribute('href', '/invoice/inv_debit001');
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('who pays an upgrade whose payment is on its way from another tab is told, and pays nothing', async ({ page }) => {
  await open(page, 'subscription-pays-elsewhere');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Place Order').click();
  await expect(page.getByText('A payment is on its way.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the payment' })).toBeVisible();
  await expect(button(page, 'Place Order')).toHaveCount(0);
});

test('an address that is refused is asked for anew, its error beside its field', { tag: ['@§8.fields.2'] }, async ({ page }) => {
  await open(page, 'subscription-refused');
  await page.getByRole('radio', { name: 'Solidarity' }).check();
  await expect(page.getByRole('radio', { name: 'Keep Address' })).toBeChecked();
  await button(page, 'Place Order').click();
  await expect(page.getByRole('radio', { name: 'Change Address' })).toBeChecked();
  await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByLabel('Postal code')).toBeFocused();
});

test('who gives up print at no cost is asked once more, and told that nothing is paid back', async ({ page }) => {
  await watch(page);
  await open(page, 'subscription-elsewhere');
  await page.getByRole('radio', { name: /Digital/ }).check();
  await button(page, 'Submit').click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure? From the next issue on nothing is posted to you any more.' });
  await expect(question).toContainText('It costs nothing, and nothing of what you have paid is paid back.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await sent(page)).toHaveLength(1);
  await button(page, 'Submit').click();
  await question.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL(/\/account$/);
  expect((await sent(page))[1]?.[1]).toMatchObject({ subscription: { deliverable: 'digital' }, form: { total: 0 } });
});

test(
  'what cannot be updated says so, and leads to the address and to the renewal',
  { tag: ['@§4.update.3', '@§8.update.1'] },
  async ({ page }) => {
    await open(page, 'subscription-unavailable');
    await expect(page.getByRole('status').last()).toContainText(
      "Unfortunately, options for updating this subscription are not available. If you're only trying to change your mailing address, please visit this page.",
    );
    await expect(page.getByRole('link', { name: 'this page' })).toHaveAttribute('href', '/account/address?token=sub_41d7');
    await expect(page.getByRole('link', { name: 'Renewal options' })).toHaveAttribute('href', '/subscribe/renew');
    await expect(button(page, 'Submit')).toHaveCount(0);
  },
);

test('where automatic upgrade is unavailable it is blocked, but for international print', { tag: ['@§5.upgrade.1'] }, async ({ page }) => {
  await open(page, 'subscription-blocked');
  await expect(page.getByRole('radio', { name: /Print, United States/ })).toBeDisabled();
  await expect(page.getByRole('radio', { name: /Print, International/ })).toBeEnabled();
});

test('a subscription that is not the reader’s is not there', async ({ page }) => {
  await open(page, 'subscription-missing');
  await expect(page.getByRole('alert')).toContainText('Not found.');
  await expect(page.getByRole('link', { name: 'Return to settings' })).toHaveAttribute('href', '/account');
});

test('who pays while another window has begun to is told that it begins anew, at which price, and loses nothing of the choice', async ({
  page,
}) => {
  await watch(page);
  await open(page, 'subscription-other-window');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Slipway');
  await page.getByRole('checkbox', { name: 'Keep this card on my account' }).check();
  await button(page, 'Proceed to Payment').click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Submit Payment').click();
  const message = page.getByRole('status').filter({ hasText: 'Your payment begins anew.' });
  await expect(message).toContainText('another window has started to pay');
  await expect(message).toContainText('Nothing was charged, and what you chose is kept. $28.00 is due: please enter your card again.');
  await expect(message).toBeInViewport();
  await expect(page.getByRole('radio', { name: /Print, United States/ })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('3 Slipway');
  await expect(page.getByRole('checkbox', { name: 'Keep this card on my account' })).toBeChecked();
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
  expect((await sent(page)).filter(([call]) => call.startsWith('POST')).map(([, body]) => body)).toMatchObject([
    { form: { invoice: null } },
    { form: { invoice: 'pi_1', address: { line1: '3 Slipway' } } },
    { form: { invoice: 'pi_2', address: { line1: '3 Slipway' } } },
  ]);
});

test('who wants something else after the card was asked for is told what is due for that, and to enter the card again', async ({
  page,
}) => {
  await open(page, 'subscription-other-window');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Proceed to Payment').click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await page.getByRole('radio', { name: 'Solidarity' }).check();
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('status').filter({ hasText: 'Your payment begins anew.' })).toContainText(
    '$56.00 is due for what you want now.',
  );
});

test('a subscription that another tab has changed is shown as it is now, with what was chosen kept, and sent again takes its place', async ({
  page,
}) => {
  await watch(page);
  await open(page, 'subscription-conflict');
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Slipway');
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert')).toContainText('This was changed meanwhile, in another tab or browser.');
  await expect(page.getByRole('definition').first()).toContainText('Digital');
  await expect(page.getByText('99 Other Tab')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Print, United States/ })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('3 Slipway');
  await button(page, 'Place Order').click();
  await expect(page).toHaveURL(/\/account$/);
  expect(
    (await sent(page)).map(([call, body]) => [call.split('?')[0], body === null ? null : Reflect.get(Object(body), 'versions')]),
  ).toEqual([
    ['GET /api/account/subscriptions/sub_41d7', null],
    ['POST /api/account/subscriptions/update', { subscription: 'one' }],
    ['GET /api/account/subscriptions/sub_41d7', null],
    ['POST /api/account/subscriptions/update', { subscription: 'other' }],
  ]);
});

test('a price that has changed meanwhile is said and shown, and paid when it is confirmed', async ({ page }) => {
  await watch(page);
  await open(page, 'subscription-price');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Place Order').click();
  await expect(page.getByRole('alert')).toContainText('The price of your order is now $21.00. Please check it and confirm.');
  await expect(page.getByText('Due now').locator('..')).toContainText('$21.00');
  await button(page, 'Place Order').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
  const totals = (await sent(page)).map(([, body]) => Object(Object(body).form).total).filter((total) => total !== undefined);
  expect(totals).toEqual([2800, 2100]);
});
