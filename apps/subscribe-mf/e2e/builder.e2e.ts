import { test } from '@newsstand/build/kept-page';
import { makeCart } from '@newsstand/contracts/fixtures/cart';
import { rowTags } from '@newsstand/build/row-tags';
import { expect } from '@playwright/test';
import { open, pick, total, watchCart } from './open.ts';

const PAPERTRAIL = {
  code: 'PAPERTRAIL',
  uses: ['new', 'gift'],
  applied: 'other',
  discounts: { print_us: 1200, print_ca: 1200 },
  label: 'Paper Trail',
  description: '$12 off.',
};

test(
  'the price runs along with every choice',
  { tag: ['@§2.builder.1', '@§2.builder.2', '@§2.builder.6', '@§2.builder.7', '@§9.texts.4'] },
  async ({ page }) => {
    await open(page, 'builder');
    await expect(total(page)).toHaveText('$56.00');
    await pick(page, 'For how long?', '2 years').check();
    await expect(total(page)).toHaveText('$112.00');
    await pick(page, 'Where do we post it?', 'Canada').check();
    await expect(total(page)).toHaveText('$136.00');
    await pick(page, 'At which rate?', 'Solidarity').check();
    await expect(total(page)).toHaveText('$192.00');
    await pick(page, 'On paper or on a screen?', 'Digital').check();
    await expect(total(page)).toHaveText('$88.00');
    await expect(page.getByRole('radiogroup', { name: 'Where do we post it?' })).toHaveCount(0);
    await expect(page.getByText('Four digital issues a year, archive access and DRM-free PDFs.')).toBeVisible();
  },
);

test(
  'the page opens with a year of print for oneself at the standard rate, in zone a, and says what comes with it',
  {
    tag: [
      '@§2.builder.1',
      '@§2.builder.2',
      '@§2.builder.4',
      '@§2.builder.6',
      '@§2.builder.7',
      '@§2.builder.8',
      '@§9.prices.3',
      '@§9.shipping.3',
      '@§9.texts.3',
    ],
  },
  async ({ page }) => {
    await open(page, 'builder');
    await expect(pick(page, 'Who is it for?', 'For me')).toBeChecked();
    await expect(pick(page, 'On paper or on a screen?', 'Print')).toBeChecked();
    await expect(pick(page, 'At which rate?', 'Standard')).toBeChecked();
    await expect(pick(page, 'Where do we post it?', 'United States')).toBeChecked();
    await expect(pick(page, 'For how long?', '1 year')).toBeChecked();
    for (const [term, issues] of [
      ['1 year', '4 issues'],
      ['2 years', '8 issues'],
      ['3 years', '12 issues'],
      ['Lifetime', 'every issue to come'],
    ] as const) {
      await expect(pick(page, 'For how long?', `${term}.*${issues}`)).toHaveCount(1);
    }
    const chosen = page.getByRole('region', { name: 'Your subscription' });
    await expect(chosen).toContainText('Four print issues a year, archive access and DRM-free PDFs.');
    await expect(chosen).toContainText('Your subscription will renew at the end of your cycle, but you can cancel at any time.');
  },
);

test(
  'products, a contribution and paying later are there as the page’s config says',
  { tag: ['@ci', '@§2.builder.3', '@§4.flags.1', '@§4.flags.3', '@§5.contribution.1'] },
  async ({ page }) => {
    const shelf = page.getByRole('heading', { name: 'Something to go with it' });
    const contribution = page.getByLabel('One-time contribution, in dollars');
    const when = page.getByRole('radiogroup', { name: 'When do you want to pay?' });
    for (const [state, products, donation, later] of [
      ['builder', 1, 0, 0],
      ['everything', 1, 1, 1],
      ['bare', 0, 0, 0],
      ['renew', 1, 0, 0],
      ['renew-later', 1, 1, 1],
      ['donate', 0, 0, 0],
      ['donate-later', 0, 0, 1],
    ] as const) {
      await open(page, state);
      await expect(shelf).toHaveCount(products);
      await expect(contribution).toHaveCount(donation);
      await expect(when).toHaveCount(later);
    }
  },
);

test(
  'a contribution that cannot be given stays as it was typed, is refused beside its field, and counts for nothing before',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'everything');
    const contribution = page.getByLabel('One-time contribution, in dollars');
    const before = await total(page).textContent();
    for (const typed of ['12.345', '-5', 'abc', '1.50', '999999']) {
      await contribution.fill(typed);
      await contribution.blur();
      await expect(contribution).toHaveValue(typed);
      expect(await total(page).textContent()).toBe(before);
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await expect(contribution).toHaveAccessibleDescription(/Must be a whole number of dollars, at least 1\./);
      await expect(contribution).toBeFocused();
    }
    await contribution.fill('12');
    await expect(total(page)).not.toHaveText(before ?? '');
  },
);

test(
  'what is chosen is put into the cart, and the reader goes to check-out',
  { tag: ['@§2.routes.16', '@§2.builder.5'] },
  async ({ page }) => {
    const sent = await watchCart(page);
    await open(page, 'builder', 'api');
    await pick(page, 'For how long?', '3 years').check();
    await page.getByLabel('Add Last Boat Tee').check();
    await page.getByRole('radiogroup', { name: 'Size' }).getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(total(page)).toHaveText('$244.00');
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/store\/checkout$/);
    expect(sent).toEqual([
      {
        type: 'membership',
        item: {
          items: [{ item: 'sized-product', quantity: 2, ref: 'sze:last-boat-tee-m' }],
          giftsubs: [],
          subscription: { renewal: false, medium: 'print', level: 'low', term: '3year', coupon: null, shipcode: 'a' },
          donation: null,
        },
      },
    ]);
  },
);

test(
  'gifts come in numbers, up to 20, each a line of its own',
  { tag: ['@ci', '@§2.routes.16', '@§5.quantities.6', '@§9.gifts.1'] },
  async ({ page }) => {
    const sent = await watchCart(page);
    await open(page, 'gift', 'type=gift&api');
    const many = page.getByRole('spinbutton', { name: 'How many?' });
    await many.fill('99');
    await many.press('Enter');
    await expect(many).toHaveValue('20');
    await many.fill('2');
    await many.press('Tab');
    await expect(total(page)).toHaveText('$112.00');
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/store\/checkout$/);
    const gift = { deliverable: 'print-a', level: 'low', term: '1year', coupon: null };
    expect(sent).toMatchObject([{ item: { giftsubs: [gift, gift], subscription: null } }]);
  },
);

test('a link chooses level, years and zone, by the names of the shop too', { tag: ['@ci', '@§2.query.8'] }, async ({ page }) => {
  await open(page, 'linked', 'level=solidarity-print&years=2years&shipping=ship-b');
  await expect(pick(page, 'On paper or on a screen?', 'Print')).toBeChecked();
  await expect(pick(page, 'At which rate?', 'Solidarity')).toBeChecked();
  await expect(pick(page, 'For how long?', '2 years')).toBeChecked();
  await expect(pick(page, 'Where do we post it?', 'Canada')).toBeChecked();
  await expect(total(page)).toHaveText('$192.00');
});

test('a coupon is applied, limits what can be chosen, and can be removed', { tag: ['@§4.coupon.1', '@§5.coupons.1'] }, async ({ page }) => {
  await open(page, 'builder');
  await page.getByLabel('Coupon code').fill('papertrail');
  await page.getByLabel('Coupon code').press('Enter');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(total(page)).toHaveText('$44.00');
  await expect(pick(page, 'At which rate?', 'Solidarity')).toBeDisabled();
  await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeDisabled();
  await expect(pick(page, 'Where do we post it?', 'International')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Remove coupon' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Coupon code')).toBeFocused();
  await expect(pick(page, 'At which rate?', 'Solidarity')).toBeEnabled();
  await expect(total(page)).toHaveText('$56.00');
});

test(
  'a code that was typed and not applied is tried before anything goes into the cart, and the reader sees the price first',
  { tag: '@ci' },
  async ({ page }) => {
    const sent = await watchCart(page);
    await page.route('**/api/subscribe/coupon*', (route) => route.fulfill({ json: PAPERTRAIL }));
    await open(page, 'builder', 'api');
    await page.getByLabel('Coupon code').fill('papertrail');
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(total(page)).toHaveText('$44.00');
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/store\/checkout$/);
    expect(sent).toMatchObject([{ item: { subscription: { coupon: 'PAPERTRAIL' } } }]);
  },
);

test('a code that is none is said beside its field, in view, and who goes on then goes on without it', { tag: '@ci' }, async ({ page }) => {
  const sent = await watchCart(page);
  await page.route('**/api/subscribe/coupon*', (route) => route.fulfill({ json: null }));
  await open(page, 'builder', 'api');
  await page.getByLabel('Coupon code').fill('nowhere');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription('Unable to apply coupon NOWHERE');
  await expect(page.getByText('Unable to apply coupon NOWHERE')).toBeInViewport();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/store\/checkout$/);
  expect(sent).toMatchObject([{ item: { subscription: { coupon: null } } }]);
});

test('while the coupon of a link is looked up, nothing is put into the cart without it', { tag: '@ci' }, async ({ page }) => {
  const sent = await watchCart(page);
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/subscribe/coupon*', async (route) => {
    await asked.promise;
    await route.fulfill({ json: PAPERTRAIL });
  });
  await open(page, 'builder', 'code=PAPERTRAIL&api');
  await expect(page.getByRole('button', { name: 'Loading' })).toBeVisible();
  await page.getByLabel('Add Last Boat Tee').press('Enter');
  expect(sent).toEqual([]);
  asked.resolve();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/store\/checkout$/);
  expect(sent).toMatchObject([{ item: { subscription: { coupon: 'PAPERTRAIL' } } }]);
});

for (const [code, message] of [
  ['NOWHERE', 'Unable to apply coupon NOWHERE'],
  ['STAYLONGER', 'This coupon does not apply to new subscriptions.'],
] as const) {
  test(
    `the coupon ${code} is refused beside its field, and stays typed`,
    { tag: rowTags(code === 'NOWHERE' ? 0 : 1, '@§4.coupon.1', '@§5.coupons.2', '@§5.coupons.4') },
    async ({ page }) => {
      await open(page, 'builder', `code=${code}`);
      await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(message);
      await expect(page.getByLabel('Coupon code')).toHaveValue(code);
      await expect(total(page)).toHaveText('$56.00');
    },
  );
}

test('what is chosen is there again after a reload', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'builder');
  await pick(page, 'On paper or on a screen?', 'Digital').check();
  await pick(page, 'For how long?', '2 years').check();
  await page.getByLabel("Add Resident's Passport Notebook").check();
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByLabel('Coupon code').fill('LANDFALL');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  const price = (await total(page).textContent()) ?? '';
  await page.reload();
  await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeChecked();
  await expect(pick(page, 'For how long?', '2 years')).toBeChecked();
  await expect(page.getByRole('spinbutton', { name: "Quantity of Resident's Passport Notebook" })).toHaveValue('2');
  await expect(total(page)).toHaveText(price);

  await page.getByRole('button', { name: 'Remove coupon' }).click();
  await pick(page, 'Who is it for?', 'A gift').check();
  await page.getByRole('spinbutton', { name: 'How many?' }).fill('3');
  await page.getByRole('spinbutton', { name: 'How many?' }).press('Tab');
  await page.reload();
  await expect(page.getByRole('spinbutton', { name: 'How many?' })).toHaveValue('3');
  await expect(page.getByLabel('Coupon code')).toHaveValue('');
});

test(
  'whoever comes back from the check-out finds the choice, but not the things that are in the cart already',
  { tag: '@ci' },
  async ({ page }) => {
    await watchCart(page);
    await open(page, 'builder', 'api');
    await pick(page, 'For how long?', '2 years').check();
    await page.getByLabel('Add Last Boat Tee').check();
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/store\/checkout$/);
    await page.goBack();
    await expect(pick(page, 'For how long?', '2 years')).toBeChecked();
    await expect(page.getByLabel('Add Last Boat Tee')).not.toBeChecked();
  },
);

test(
  'a link with a coupon alone opens with what it is for, and what is free renews nothing',
  { tag: ['@ci', '@§2.query.8'] },
  async ({ page }) => {
    await open(page, 'digital-coupon', 'code=DIPLOMATICBAG');
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeChecked();
    await expect(total(page)).toHaveText('FREE');
    await expect(page.getByText('nothing renews by itself')).toBeVisible();
    await expect(page.getByText('will renew at the end of your cycle')).toHaveCount(0);
  },
);

test('a coupon for gifts makes it a gift', { tag: ['@ci', '@§2.builder.11'] }, async ({ page }) => {
  await open(page, 'gift-coupon', 'code=POSTCARD');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(pick(page, 'Who is it for?', 'A gift')).toBeChecked();
  await expect(pick(page, 'Who is it for?', 'For me')).toBeDisabled();
  await expect(total(page)).toHaveText('$46.00');
});

test(
  'a code resets the rate and the zone to what it is for, says so, and the price follows',
  { tag: ['@ci', '@§4.renew.6'] },
  async ({ page }) => {
    await open(page, 'linked', 'level=solidarity-print&shipping=ship-c');
    await expect(total(page)).toHaveText('$108.00');
    await page.getByLabel('Coupon code').fill('PAPERTRAIL');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(page.getByText('The coupon changed your settings to those it is for.')).toBeVisible();
    await expect(pick(page, 'At which rate?', 'Standard')).toBeChecked();
    await expect(pick(page, 'Where do we post it?', 'United States')).toBeChecked();
    await expect(pick(page, 'Where do we post it?', 'International')).toBeDisabled();
    await expect(total(page)).toHaveText('$44.00');
    await page.reload();
    await expect(total(page)).toHaveText('$44.00');
  },
);

test(
  'a link with a coupon opens with what the coupon is for, whatever else the link says',
  { tag: ['@ci', '@§4.renew.6'] },
  async ({ page }) => {
    await open(page, 'coupon-elsewhere', 'level=solidarity-digital&shipping=ship-b&code=PAPERTRAIL');
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(pick(page, 'On paper or on a screen?', 'Print')).toBeChecked();
    await expect(pick(page, 'At which rate?', 'Standard')).toBeChecked();
    await expect(pick(page, 'Where do we post it?', 'Canada')).toBeChecked();
    await expect(total(page)).toHaveText('$56.00');
  },
);

test(
  'a coupon for another choice says so, and is applied once the choice fits',
  { tag: ['@ci', '@§1.offers.3', '@§2.builder.8', '@§5.coupons.5'] },
  async ({ page }) => {
    await open(page, 'coupon-new', 'code=FIRSTLANDING');
    await expect(total(page)).toHaveText('$46.00');
    await pick(page, 'Who is it for?', 'A gift').check();
    await expect(page.getByText('Coupon does not apply to this subscription. If you would like to use this coupon,')).toBeVisible();
    await expect(total(page)).toHaveText('$56.00');
    await pick(page, 'Who is it for?', 'For me').check();
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(total(page)).toHaveText('$46.00');
  },
);

test('a free subscription says FREE', { tag: ['@ci', '@§9.free.1'] }, async ({ page }) => {
  await open(page, 'free', 'level=standard-digital&code=DIPLOMATICBAG');
  await expect(total(page)).toHaveText('FREE');
});

test('a subscriber who picks personal is told of the account, and sent to a gift', { tag: ['@§2.builder.10'] }, async ({ page }) => {
  await open(page, 'subscriber');
  await expect(pick(page, 'Who is it for?', 'A gift')).toBeChecked();
  await pick(page, 'Who is it for?', 'For me').check();
  await expect(page.getByText('You already have a subscription account')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'For how long?' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Renew my subscription' })).toHaveAttribute('href', '/subscribe/renew');
  await page.getByRole('button', { name: 'Give a subscription' }).click();
  await expect(page.getByRole('radiogroup', { name: 'For how long?' })).toBeVisible();
});

test('where it is allowed the reader checks out later, and stays', { tag: ['@ci', '@§2.builder.9'] }, async ({ page }) => {
  await open(page, 'everything');
  await page.getByLabel('One-time contribution, in dollars').fill('$10.00');
  await expect(total(page)).toHaveText('$66.00');
  await pick(page, 'When do you want to pay?', 'Check out later').check();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('It is in your cart.')).toBeVisible();
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-cart-count', '2');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'completed');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a refusal is shown beside its field, in view, and nothing that was chosen is lost', { tag: ['@§5.errors.2'] }, async ({ page }) => {
  await open(page, 'refused');
  await pick(page, 'For how long?', 'Lifetime').check();
  const amount = page.getByLabel('One-time contribution, in dollars');
  await amount.fill('2');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(amount).toHaveAccessibleDescription(/At least 5 dollars, please\./);
  await expect(amount).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Please look at your choice again.');
  await expect(amount).toHaveValue('2');
  await expect(pick(page, 'For how long?', 'Lifetime')).toBeChecked();
  await amount.fill('5');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a server that falls over is told in words, and the reader tries again', { tag: '@ci' }, async ({ page }) => {
  const answers = [500, 200];
  await page.route('**/api/cart', (route) => route.fulfill({ status: answers.shift() ?? 200, json: makeCart() }));
  await open(page, 'builder', 'api');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing you chose is lost');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/store\/checkout$/);
});

test('it is chosen and sent by keyboard alone', async ({ page }) => {
  const sent = await watchCart(page);
  await open(page, 'builder', 'api');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeFocused();
  await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/store\/checkout$/);
  expect(sent).toMatchObject([{ item: { subscription: { medium: 'digital' } } }]);
});

test(
  'few products left are said to be few, and no more can be taken',
  { tag: ['@§5.quantities.5', '@§5.swag.2', '@§9.swag.3', '@§9.swag.4'] },
  async ({ page }) => {
    await open(page, 'low-stock');
    await expect(page.getByText('LOW STOCK (ONLY 7 LEFT)')).toBeVisible();
    await page.getByLabel('Add Harbour Mug').check();
    const quantity = page.getByRole('spinbutton', { name: 'Quantity of Harbour Mug' });
    await quantity.fill('50');
    await quantity.press('Tab');
    await expect(quantity).toHaveValue('7');
    await page.getByLabel('Add Last Boat Tee').check();
    await expect(page.getByRole('radio', { name: /^XXL/ })).toBeDisabled();
    await expect(page.getByText('ONLY 6 LEFT')).toBeVisible();
  },
);
