import { keys } from '@newsstand/contracts/fixtures/checkout';
import { makePricing, renewalCoupon } from '@newsstand/contracts/fixtures/subscribe';
import { expect, test, type Page } from '@playwright/test';
import { states } from '../src/stand-alone/states.ts';
import { open, paymentFailed, pick, total, watchCart } from './open.ts';

const NO_ADDRESS = 'You currently do not have an address we can send to. Please add your address with this form.';
const RECEIPT = /\/receipts\?token=/;
const choose = async (page: Page, label: string, name: string) => {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).click();
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Answers the renewal's own calls, and notes what was ordered. Open the page with `api`. */
const answer = async (page: Page, status: number, body: unknown) => {
  const sent: { cart: unknown; form: unknown; shipcode: unknown }[] = [];
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '00'.repeat(16), salt: '11'.repeat(16), cost: 1, keyLength: 32, keyPrefix: '0' };
  await page.route('**/api/bot-check/challenge', (route) => route.fulfill({ json: { parameters, signature: 'none' } }));
  await page.route('**/api/checkout/*', (route) => route.fulfill({ json: { status: 'completed', receipt: 'receipt_fixture01' } }));
  await page.route('**/api/subscribe/renew*', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: body });
  });
  return sent;
};

for (const [state, title, text] of [
  ['renew', 'You have 3 issues to come', 'from issue 16 on'],
  ['renew-expiring', 'You have one issue to come', 'it goes on with issue 14'],
  ['renew-expired', 'Your subscription has ended', 'Your last issue is out.'],
  ['renew-by-itself', 'You have 2 issues to come', 'It renews by itself.'],
  ['renew-refused', 'Your subscription has ended', 'We could not charge your card for your renewal.'],
  ['renew-confirm', 'Your subscription has ended', 'Your bank asks you to confirm your renewal. Nothing is charged until you do.'],
] as const) {
  test(`'${state}' says where the subscription stands`, async ({ page }) => {
    await open(page, state);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
    await expect(total(page)).toHaveText('$56.00');
  });
}

test('a renewal that waits for the bank leads to where it is confirmed, and is not said to renew by itself', async ({ page }) => {
  await open(page, 'renew-confirm');
  await expect(page.getByRole('link', { name: 'Confirm the payment' })).toHaveAttribute('href', '/renewal?token=charge_fixture01');
  for (const text of ['It renews by itself.', 'We could not charge your card']) await expect(page.getByText(text)).toHaveCount(0);
});

for (const [state, title, link, href] of [
  ['renew-lifetime', 'Renewal not necessary', 'Donate', '/donate'],
  ['renew-none', 'There is nothing to renew yet', 'Subscribe', '/subscribe'],
  ['renew-guest', 'Log in to renew', 'Log in', /^\/login\?redirect=/],
] as const) {
  test(`'${state}' is told that there is nothing to renew here, and where to go`, async ({ page }) => {
    await open(page, state);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', href);
    await expect(page.getByRole('button')).toHaveCount(0);
  });
}

test('what is chosen for a renewal is there again after a reload, and another reader begins anew', async ({ page }) => {
  await open(page, 'renew-expiring');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', '2 years').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Wharf Road');
  await page.getByLabel('Add Last Boat Tee').check();
  await page.getByLabel('Coupon code').fill('STAYLONGER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  const price = (await total(page).textContent()) ?? '';
  await page.reload();
  await expect(pick(page, 'For how long?', '2 years')).toBeChecked();
  await expect(pick(page, 'Where do we post it?', 'Canada')).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('3 Wharf Road');
  await expect(page.getByLabel('Add Last Boat Tee')).toBeChecked();
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(total(page)).toHaveText(price);
  await open(page, 'renew-other');
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
  await open(page, 'renew-expiring');
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
});

test('the same settings are renewed with a new card, in two steps', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 5600 });
  await open(page, 'renew-expiring', 'api');
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(RECEIPT);
  expect(sent).toMatchObject([
    {
      cart: { subscription: { renewal: true, medium: 'print', level: 'low', term: '1year', coupon: null } },
      form: {
        name: 'Ada Merrow',
        email: 'ada@example.org',
        address: { line1: '7 Tide Mill Lane', country: 'US' },
        total: 5600,
        invoice: null,
      },
      shipcode: 'a',
    },
    { form: { invoice: 'pi_fixture', customer: 'add-card' } },
  ]);
});

const RENEWS = 'Your subscription will renew at the end of your cycle, but you can cancel at any time.';
const ENDS = 'Your subscription will end with its last issue. We will write to you before.';
for (const [state, on] of [
  ['renew', false],
  ['renew-by-itself', true],
] as const) {
  test(`'${state}' leaves autorenew as its reader has it, unless they say otherwise here`, async ({ page }) => {
    const sent = await answer(page, 200, { type: 'gratis', receipt: 'receipt_fixture01' });
    await open(page, state, 'api');
    const box = page.getByRole('checkbox', { name: 'Renew by itself with this card' });
    await expect(box).toBeChecked({ checked: on });
    await expect(page.getByText(on ? RENEWS : ENDS)).toBeVisible();
    await press(page, 'Proceed to Payment');
    await expect(page).toHaveURL(RECEIPT);
    await open(page, state, 'api');
    await box.setChecked(!on);
    await expect(page.getByText(on ? ENDS : RENEWS)).toBeVisible();
    await page.reload();
    await expect(box).toBeChecked({ checked: !on });
    await press(page, 'Proceed to Payment');
    await expect(page).toHaveURL(RECEIPT);
    expect(sent).toMatchObject([{ form: { autorenew: on } }, { form: { autorenew: !on } }]);
  });
}

test('a lifetime has nothing to renew, and nobody is asked', async ({ page }) => {
  await open(page, 'renew');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', 'Lifetime').check();
  await expect(page.getByText('Paid once. There is nothing to renew.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Renew by itself with this card' })).toHaveCount(0);
});

test('a card on record renews with one press', async ({ page }) => {
  await open(page, 'renew-card');
  await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeChecked();
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(RECEIPT);
});

test('a bank account on record renews like a card', async ({ page }) => {
  await open(page, 'renew-bank');
  await expect(page.getByRole('radio', { name: 'Use Tidal Savings ending in 6789' })).toBeChecked();
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(RECEIPT);
});

test('an address says which zone was chosen, and how another one is', async ({ page }) => {
  await open(page, 'renew-expiring');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await expect(page.getByText('Posted to: Canada. For another country, change what is chosen above.')).toBeVisible();
  await open(page, 'redeem');
  await pick(page, 'How do you want it?', 'Print, Everywhere else').check();
  await expect(page.getByText('Posted to: Everywhere else. For another country, change what is chosen above.')).toBeVisible();
});

test('settings are changed, the price runs along, and the new zone needs an address', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 19_200 });
  await open(page, 'renew-expiring', 'api');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', '2 years').check();
  await pick(page, 'At which rate?', 'Solidarity').check();
  await expect(total(page)).toHaveText('$168.00');
  await expect(page.getByText('7 Tide Mill Lane').last()).toBeVisible();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await expect(total(page)).toHaveText('$192.00');
  await choose(page, 'Country', 'Canada');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('9 Signal Hill Road');
  await page.getByLabel('City').fill('Halifax');
  await page.getByLabel('Postal code').fill('B3H 1A1');
  await choose(page, 'State or province', 'Nova Scotia');
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeInViewport();
  expect(sent).toMatchObject([
    {
      cart: { subscription: { medium: 'print', level: 'high', term: '2year' } },
      form: { address: { line1: '9 Signal Hill Road', country: 'CA', state: 'NS' }, shipcode: 'b', total: 19_200 },
    },
  ]);
  await pick(page, 'How do you want to renew?', 'With the same settings').check();
  await expect(total(page)).toHaveText('$56.00');
});

test('another address for the same zone is typed with Change Address, and kept with Keep Address', async ({ page }) => {
  await open(page, 'renew-expiring');
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await expect(page.getByLabel('City')).toBeVisible();
  await page.getByRole('radio', { name: 'Keep Address' }).check();
  await expect(page.getByLabel('City')).toHaveCount(0);
});

test('without an address for what was paid for, the settings are open and the other choice is not there', async ({ page }) => {
  await open(page, 'renew-no-address');
  await expect(page.getByText(NO_ADDRESS)).toBeVisible();
  await expect(pick(page, 'How do you want to renew?', 'Change settings')).toBeChecked();
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeDisabled();
  await expect(page.getByLabel('City')).toBeVisible();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
});

test('who is posted to elsewhere than was paid for renews to the address that there is, and is not asked for another', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'gratis', receipt: 'receipt_fixture01' });
  await open(page, 'renew-moved', 'api');
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
  await expect(page.getByText('Posted to 7 Tide Mill Lane, Portland')).toBeVisible();
  await expect(page.getByText(NO_ADDRESS)).toHaveCount(0);
  await press(page, 'Proceed to Payment');
  await expect(page).toHaveURL(RECEIPT);
  expect(sent).toMatchObject([{ form: { address: { line1: '7 Tide Mill Lane', country: 'US' } }, shipcode: 'a' }]);
});

test('the missing address is spoken of as long as what is chosen needs it', async ({ page }) => {
  await open(page, 'renew-no-address');
  await expect(page.getByText(NO_ADDRESS)).toBeVisible();
  await pick(page, 'Where do we post it?', 'United States').check();
  await expect(page.getByRole('radio', { name: 'Keep Address' })).toBeChecked();
  await expect(page.getByText(NO_ADDRESS)).toHaveCount(0);
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeDisabled();
  await pick(page, 'Where do we post it?', 'Everywhere else').check();
  await expect(page.getByText(NO_ADDRESS)).toBeVisible();
  await pick(page, 'On paper or on a screen?', 'Digital').check();
  await expect(page.getByText(NO_ADDRESS)).toHaveCount(0);
});

test('an address that the server refuses opens the settings, with what was sent to be corrected', async ({ page }) => {
  await open(page, 'renew-address-refused');
  await press(page, 'Proceed to Payment');
  await expect(pick(page, 'How do you want to renew?', 'Change settings')).toBeChecked();
  await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByLabel('Postal code')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('7 Tide Mill Lane');
});

test('blanks in a new address are marked, which refuses nothing: the same settings can still be chosen', async ({ page }) => {
  await open(page, 'renew-expiring');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByText('Please look at the marked fields again.')).toBeVisible();
  await expect(page.getByText('The address was refused.')).toHaveCount(0);
  await pick(page, 'How do you want to renew?', 'With the same settings').check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('an address that was typed and refused can be given up for the one on record', async ({ page }) => {
  await open(page, 'renew-address-refused');
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  await page.getByRole('radio', { name: 'Keep Address' }).check();
  await expect(page.getByText('7 Tide Mill Lane').last()).toBeVisible();
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeEnabled();
});

test('the coupon of a link is for renewals, and its price is the one that is sent', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 4600 });
  const coupon = 'STAYLONGER';
  await page.route('**/api/subscribe/coupon*', (route) =>
    route.fulfill({
      json: {
        code: coupon,
        uses: ['renewal'],
        applied: 'renewal',
        discounts: { print_us: 1000, digital: 600 },
        label: 'Extended Stay',
        description: '$10 off.',
      },
    }),
  );
  await open(page, 'renew-coupon', 'code=staylonger&api');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(total(page)).toHaveText('$46.00');
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(sent).toMatchObject([{ cart: { subscription: { coupon } }, form: { total: 4600 } }]);
});

for (const [state, code, message] of [
  ['renew-coupon-new', 'FIRSTLANDING', 'This coupon does not apply to subscription renewals.'],
  ['renew-coupon-gift', 'POSTCARD', 'This coupon does not apply to subscription renewals.'],
] as const) {
  test(`'${state}' is refused beside its field`, async ({ page }) => {
    await open(page, state, `code=${code}`);
    await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(message);
    await expect(total(page)).toHaveText('$56.00');
  });
}

test('a coupon resets the settings to what it allows, and the renewal is free', async ({ page }) => {
  await open(page, 'renew-coupon-digital', 'code=DIPLOMATICBAG');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(page.getByText('The coupon changed your settings to those it is for.')).toBeVisible();
  await expect(pick(page, 'How do you want to renew?', 'Change settings')).toBeChecked();
  await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeChecked();
  await expect(total(page)).toHaveText('FREE');
  await expect(page.getByText('thanks to the support of our donors')).toBeVisible();
  await press(page, 'Submit');
  await expect(page).toHaveURL(RECEIPT);
});

test('a bank that asks who pays is answered, and the renewal goes through', async ({ page }) => {
  await open(page, 'renew-authorize');
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(RECEIPT);
});

test('a card on record that is refused makes room for another one', async ({ page }) => {
  await open(page, 'renew-replace');
  const told = paymentFailed(page);
  await press(page, 'Submit Payment');
  expect(await told).toEqual({ message: 'Your card has expired.' });
  await expect(page.getByRole('alert')).toHaveText('Your card has expired. To proceed, please update your payment information.');
  await expect(page.getByRole('radio', { name: /ending in/ })).toHaveCount(0);
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(RECEIPT);
});

test('a card that is declined after a while was never said to complete the order', async ({ page }) => {
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
  const said = await page.evaluateHandle(() => {
    const words = new Set<string>();
    const note = () => document.querySelectorAll('button').forEach(({ textContent }) => words.add(textContent));
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
    return words;
  });
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  const words = await said.evaluate((set) => [...set]);
  expect(words).toContain('Processing Order');
  expect(words).not.toContain('Completing Order');
});

test('a declined card is told in the provider’s words, and what was chosen stays', async ({ page }) => {
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

test('what the bank refuses of a renewal is told to the page as well', async ({ page }) => {
  await open(page, 'renew-declined');
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4000000000000002');
  const told = paymentFailed(page);
  await press(page, 'Submit Payment');
  expect(await told).toEqual({ message: 'Your card was declined.' });
});

test('a payment that nobody hears of times out, and the truth is said', async ({ page }) => {
  await page.clock.install();
  await open(page, 'renew-never');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('button', { name: 'Completing Order' })).toBeVisible();
  for (let poll = 0; poll < 110; poll++) await page.clock.runFor(1200);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Sorry your order timed out. There was a problem processing your order.');
  await expect(alert).toContainText('Your order is kept.');
});

test('a poll that fails is an unexpected error, and who looks again finds the order', async ({ page }) => {
  await answer(page, 200, { type: 'customer', intent: 'pi_fixture' });
  let found = false;
  await page.route('**/api/checkout/*', (route) =>
    found
      ? route.fulfill({ json: { status: 'completed', receipt: 'receipt_fixture01' } })
      : route.fulfill({ status: 500, json: { errors: 'Internal error' } }),
  );
  await open(page, 'renew-card', 'api');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toContainText('Unexpected Error');
  found = true;
  await press(page, 'Look again');
  await expect(page).toHaveURL(RECEIPT);
});

test('a server that falls over, and a price that has changed, are told in words', async ({ page }) => {
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
  test(`'${state}': an answer that holds no errors is shown as it came`, async ({ page }) => {
    await open(page, state);
    await press(page, button);
    await expect(page.getByRole('alert')).toHaveText('Too many requests. Try again in a minute.');
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
  });
}

test('a price that has changed is shown before it is confirmed, and a coupon that others have used up is off', async ({ page }) => {
  const { page: data } = states['renew-coupon'];
  if (typeof data === 'string' || !data.subscribe) throw new Error('The state has page data.');
  const pricing = makePricing();
  const dearer = { ...pricing, base: { ...pricing.base, 'print-low': { ...pricing.base['print-low'], '1year': 6000 } } };
  const sent = await answer(page, 409, { errors: { total: 'The price of your order is now $60.00. Please check it and confirm.' } });
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
});

test('a reload in the middle of paying goes on with the payment, and nothing is ordered twice', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'customer', intent: 'pi_fixture' });
  let status: object = { status: 'in-progress' };
  await page.route('**/api/checkout/*', (route) => route.fulfill({ json: status }));
  await open(page, 'renew-card', 'api');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('button', { name: 'Completing Order' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Completing Order' })).toBeVisible();
  status = { status: 'completed', receipt: 'receipt_fixture01' };
  await expect(page).toHaveURL(RECEIPT);
  expect(sent).toHaveLength(1);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('a payment that was not finished is finished after a reload with another card, on the same order', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'updated', intent: 'pi_fixture', keys, total: 5600 });
  await page.route('**/api/checkout/*', (route) => route.fulfill({ json: { status: 'in-progress' } }));
  await open(page, 'renew-declined', 'api');
  const left = { intent: 'pi_fixture', keys, total: 5600, confirming: true };
  await page.evaluate((held) => sessionStorage.setItem('newsstand:payment:renewal', held), JSON.stringify(left));
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('Your payment was not finished, and nothing was charged. Please enter your card again.');
  await page.getByLabel('Card number').fill('4000000000000002');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await page.reload();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(sent).toMatchObject([{ form: { invoice: 'pi_fixture' } }, { form: { invoice: 'pi_fixture' } }]);
});

test('where the page’s config allows it, a renewal waits in the cart', async ({ page }) => {
  const sent = await watchCart(page);
  await open(page, 'renew-later', 'api');
  await page.getByLabel('One-time contribution, in dollars').fill('5');
  await pick(page, 'When do you want to pay?', 'Check out later').check();
  await expect(page.getByText('You enter your card in the next step.')).toHaveCount(0);
  await press(page, 'Add to Cart');
  await expect(page.getByText('It is in your cart.')).toBeVisible();
  expect(sent).toMatchObject([{ item: { subscription: { renewal: true, medium: 'print' }, donation: { dollars: 5 } } }]);
});

test('it is renewed by keyboard alone', async ({ page }) => {
  await open(page, 'renew-card');
  await page.getByRole('radio', { name: /With the same settings/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(RECEIPT);
});

test('a country that was typed for another zone is asked for again, before anything is sent', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'gratis', receipt: 'receipt_fixture01' });
  await open(page, 'renew-expiring', 'api');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await choose(page, 'Country', 'Canada');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('9 Signal Hill Road');
  await page.getByLabel('City').fill('Halifax');
  await pick(page, 'Where do we post it?', 'Everywhere else').check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('combobox', { name: 'Country' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription(/Must not be blank\./);
  expect(sent).toEqual([]);
});
