// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { button, CARDS, choose, expectReceipt, fillCard, fillForm, fillPassword, fillWho, open } from './open.ts';

test(
  'the panel shows a subscription with its term, and a coupon is put on it and described',
  { tag: ['@§2.others.2', '@§2.others.7'] },
  async ({ page }) => {
    await open(page, 'panel-subscription');
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    await expect(panel).toContainText('Print, Standard, 2 years (8 issues)');
    await expect(panel).not.toContainText('Coupon Applied');
    await panel.getByLabel('Coupon code').fill('nothing');
    await button(page, 'Apply').click();
    await expect(panel.getByLabel('Coupon code')).toHaveAccessibleDescription('Unable to apply coupon NOTHING');
    await panel.getByLabel('Coupon code').fill('landfall');
    await page.keyboard.press('Enter');
    await expect(panel).toContainText('LANDFALL $10 off in print, $6 off the digital edition.');
    await expect(panel).toContainText('Coupon Applied');
    await expect(panel).toContainText('$102.00');
    await expect(panel.getByLabel('Coupon code')).toHaveValue('');
  },
);

test('a coupon is taken off again in the panel, and another can be typed where the focus is', async ({ page }) => {
  await open(page, 'panel-everything');
  const panel = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(panel).toContainText('LANDFALL $10 off');
  await button(page, 'Remove coupon LANDFALL').press('Enter');
  await expect(panel).not.toContainText('Coupon Applied');
  await expect(panel).not.toContainText('LANDFALL');
  await expect(panel.getByLabel('Coupon code')).toBeFocused();
});

test(
  'a coupon that takes nothing off where it is posted is not said to be applied, and can be taken off',
  { tag: ['@§4.coupon.2'] },
  async ({ page }) => {
    await open(page, 'panel-coupon-abroad');
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    await expect(panel).toContainText('Coupon does not apply to this subscription.');
    await expect(panel).not.toContainText('Coupon Applied');
    await button(page, 'Remove coupon LANDFALL').click();
    await expect(panel).not.toContainText('LANDFALL');
    await expect(panel.getByLabel('Coupon code')).toBeFocused();
  },
);

test(
  'a coupon that wants other settings leads to the builder, which has them and the code',
  { tag: ['@§5.coupons.5'] },
  async ({ page }) => {
    await open(page, 'panel-subscription');
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    const form = page.getByRole('link', { name: 'Change your subscription settings' });
    const field = panel.getByLabel('Coupon code');
    for (const code of ['POSTCARD', 'DIPLOMATICBAG']) {
      await field.fill(code);
      await button(page, 'Apply').click();
      await expect(field).toHaveAccessibleDescription(/^Coupon does not apply to this subscription\. .* via the following form\.$/);
      await expect(form).toHaveAttribute('href', `/subscribe?level=print-low&years=2years&shipping=ship-a&code=${code}`);
    }
    await field.fill('NOTHING');
    await button(page, 'Apply').click();
    await expect(field).toHaveAccessibleDescription('Unable to apply coupon NOTHING');
    await expect(form).toHaveCount(0);

    const abroad = '/subscribe?level=print-low&years=2years&shipping=ship-c&code=LANDFALL';
    await open(page, 'panel-coupon-abroad');
    await expect(panel.getByRole('listitem').filter({ has: form })).toContainText('Coupon does not apply to this subscription.');
    await expect(form).toHaveAttribute('href', abroad);
  },
);

test('a coupon is taken off again in the cart table, and costs what it took off', async ({ page }) => {
  await open(page, 'table-everything');
  const discount = page.getByRole('row', { name: /^Discount/ });
  await expect(discount).toBeVisible();
  await button(page, 'Remove coupon LANDFALL').click();
  await expect(discount).toHaveCount(0);
  await expect(page.getByText('Coupon Applied')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Your Cart' })).toBeFocused();
});

test(
  'a line without change_quantity has no stepper, and gifts step from 1 to 20',
  { tag: ['@§2.others.3', '@§5.quantities.1', '@§5.quantities.2', '@§9.gifts.1'] },
  async ({ page }) => {
    await open(page, 'panel-everything');
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    await expect(panel.getByRole('spinbutton')).toHaveCount(2);
    const gifts = panel.getByRole('spinbutton', { name: 'Quantity of Gift subscription' });
    await gifts.fill('45');
    await gifts.press('Enter');
    await expect(gifts).toHaveValue('20');
    await expect(button(page, 'One more of Gift subscription, Print, Standard, 1 year (4 issues)')).toBeDisabled();
    await gifts.fill('0');
    await gifts.press('Enter');
    await expect(gifts).toHaveValue('1');
    await expect(panel).toContainText('+ $12.00 shipping, for all issues');
  },
);

test('a donation, gifts and a subscription are removed like any line', async ({ page }) => {
  await open(page, 'panel-everything');
  const panel = page.getByRole('dialog', { name: 'Your Cart' });
  for (const name of ['Subscription', 'Gift subscription', 'Monthly donation']) {
    await panel.getByRole('button', { name: new RegExp(`^Remove ${name}, `) }).click();
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Ok' }).click();
    await expect(panel.getByRole('button', { name: new RegExp(`^Remove ${name}, `) })).toHaveCount(0);
  }
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel).not.toContainText('Coupon Applied');
});

test(
  'a subscription costs what its zone costs, shipping for its whole term included',
  { tag: ['@§9.review.1', '@§2.checkout.3', '@§9.prices.6'] },
  async ({ page }) => {
    await open(page, 'subscription');
    const review = page.getByRole('region', { name: 'Your order' });
    await expect(page.getByRole('region', { name: 'Subscription address' })).toContainText(
      'Every issue of your subscription is posted here.',
    );
    await expect(review).toContainText('Coupon Applied');
    await expect(review).toContainText('LANDFALL $10 off in print, $6 off the digital edition.');
    await expect(review).toContainText('Total$102.00');
    await expect(review).not.toContainText('Shipping');
    await choose(page, 'Country', 'Canada');
    await expect(review).toContainText('+ $24.00 shipping, for all issues');
    await expect(review).toContainText('Shipping, Canada$24.00');
    await expect(review).toContainText('Total$126.00');
  },
);

test('gifts and a donation ask for no address', { tag: ['@§5.address.3', '@§5.account-block.3'] }, async ({ page }) => {
  for (const [state, total] of [
    ['gifts', '$204.00'],
    ['donation', '$25.00'],
  ] as const) {
    await open(page, state);
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`Total${total}`);
    await expect(page.getByRole('region', { name: 'Mailing address' })).toHaveCount(0);
    for (const name of ['Full name', 'Email']) await expect(page.getByLabel(name)).toHaveAttribute('required');
  }
  await fillWho(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('a subscription, gifts, a donation and goods are bought in one order, by keyboard from the last field on', async ({ page }) => {
  await open(page, 'everything');
  const review = page.getByRole('region', { name: 'Your order' });
  await expect(review.getByRole('listitem')).toHaveCount(5);
  await expect(review).toContainText('Monthly donationCharged every month');
  await fillForm(page);
  await fillPassword(page);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Submit Payment')).toBeEnabled();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').press('Enter');
  await expectReceipt(page);
});

test('the cart table shows the same, with the coupon below', { tag: ['@§2.others.6'] }, async ({ page }) => {
  await open(page, 'table-everything');
  const table = page.getByRole('table', { name: 'Your Cart' });
  await expect(table.getByRole('row', { name: /^Subscription/ })).toContainText('× 1');
  await expect(table.getByRole('spinbutton')).toHaveCount(2);
  await expect(page.getByText('$10 off in print, $6 off the digital edition.')).toBeVisible();
});

test(
  'a receipt shows the coupon, the shipping of each line, and where each gift is redeemed',
  { tag: ['@§1.outside.7'] },
  async ({ page }) => {
    await open(page, 'receipt-membership');
    const receipt = page.getByRole('article');
    await expect(receipt.getByRole('row', { name: /^Subscription/ })).toContainText(
      'Coupon Applied: LANDFALL+ $24.00 shipping, for all issues',
    );
    await expect(receipt.getByRole('row', { name: /^Monthly donation/ })).toContainText('Charged every month');
    await expect(receipt.getByRole('link', { name: /redeem\?token=/ })).toHaveCount(2);
    await expect(receipt.getByRole('img', { name: /^The QR code of gift 2/ })).toHaveAttribute('src', /\/api\/gifts\/[\w-]+\/qr\.svg$/);
    await expect(receipt).toContainText('Gift 1 Print, Standard, 1 year (4 issues) · redeemed');
  },
);

test('a gift that is sent directly has no card on the receipt: it says to whom, and which link is theirs', async ({ page }) => {
  await open(page, 'receipt-membership');
  const sent = page.getByRole('region', { name: 'Your gifts' }).getByRole('listitem').filter({ hasText: 'Nana Okoro' });
  await expect(sent).toContainText('sent to Nana Okoro by post');
  await expect(sent.getByRole('img')).toHaveCount(0);
  await expect(sent.getByRole('link', { name: /redeem\?token=gift_fixture_three/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(sent).toBeHidden();
});

test('a receipt says where a gift is posted, under its recipient’s name, on paper too', async ({ page }) => {
  await open(page, 'receipt-membership');
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText('Gift, posted toNana Okoro3 Lamp LaneLunenburg, NS B0J 2C0Canada');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByText('3 Lamp Lane')).toBeVisible();
});

test('the receipt of an invoice for others names each on their card and with their goods, and posts nothing to who is billed', async ({
  page,
}) => {
  await open(page, 'receipt-giftees');
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText('2 × Harbour Mug, posted toBo Holm3 Lamp LanePort Merrow, ME 04999');
  await expect(sheet.getByRole('heading', { name: 'Posted to', exact: true })).toHaveCount(0);
  const gift = page.getByRole('region', { name: 'Your gifts' }).getByRole('listitem');
  await expect(gift).toContainText('Digital, Standard, 1 year (4 issues) · for Cai Reyes');
  await expect(gift).toContainText('ForCai ReyesFromAda Merrow');
});

test('paper, which is kept, does not say that a copy is on its way', async ({ page }) => {
  await open(page, 'receipt');
  const sent = page.getByText('A copy is on its way to');
  await expect(sent).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(sent).toBeHidden();
  await expect(page.getByRole('article')).toContainText('Receipt');
});

test('a receipt leads to its PDF, and is called a receipt on paper', async ({ page }) => {
  await open(page, 'receipt');
  const thanks = page.getByRole('heading', { level: 1 });
  await expect(thanks).toHaveAccessibleName('Thank you for your order.');
  await expect(page.getByRole('link', { name: 'Receipt as a PDF' })).toHaveAttribute('href', /\/api\/receipts\/[^/]+\/pdf$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Receipt');
  await expect(page.getByRole('link', { name: 'Receipt as a PDF' })).toBeHidden();
});

test('in the dark the receipt and its cards are printed dark on light', async ({ page }) => {
  await open(page, 'receipt-membership', { theme: 'dark' });
  // Who gives it, on the card, and who it was billed to, on the sheet.
  const names = page.getByRole('article').getByText('Ada Merrow', { exact: true });
  await expect(names).toHaveCount(2);
  for (const name of await names.all()) await expect(name).toHaveCSS('color', 'rgb(242, 238, 230)');
  await page.emulateMedia({ media: 'print' });
  for (const name of await names.all()) await expect(name).toHaveCSS('color', 'rgb(27, 26, 24)');
});

test('a receipt of a bank debit names the bank account', async ({ page }) => {
  await open(page, 'receipt-bank');
  await expect(page.getByRole('article')).toContainText('Bank Account ending in 6789');
});

test('the note about passing gifts on stands only while one is left to pass on', async ({ page }) => {
  const note = page.getByText('Send each person the link on theirs');
  await open(page, 'receipt-membership');
  await expect(note).toBeVisible();
  await open(page, 'receipt-gifts-gone');
  await expect(page.getByRole('region', { name: 'Your gifts' }).getByRole('listitem')).toHaveCount(2);
  await expect(note).toHaveCount(0);
});

test('a gift that was taken back says so, no word of money, and has no card to pass on', async ({ page }) => {
  await open(page, 'receipt-gifts-refunded');
  const gifts = page.getByRole('region', { name: 'Your gifts' });
  await expect(gifts.getByText('taken back, and cannot be redeemed any more')).toHaveCount(1);
  // What somebody had redeemed before was ended with it.
  await expect(gifts.getByText('redeemed · Ended 11.25.2026')).toHaveCount(1);
  await expect(gifts.getByRole('img')).toHaveCount(0);
  await expect(gifts.getByRole('button', { name: 'Print the cards' })).toHaveCount(0);
});

test('the card of a gift names the magazine and who gives it, and the cards are printed without the receipt', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await open(page, 'receipt-membership');
  const cards = page
    .getByRole('region', { name: 'Your gifts' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') });
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('FromAda Merrow');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Print the cards' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toBeHidden();
  await expect(cards).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('table')).toBeVisible();
});

test('a free order leads to where one can give', { tag: ['@§2.checkout.10'] }, async ({ page }) => {
  await open(page, 'free');
  await expect(page.getByRole('link', { name: 'You could be one.' })).toHaveAttribute('href', '/donate');
});
