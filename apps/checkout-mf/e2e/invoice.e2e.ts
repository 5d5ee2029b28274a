import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { button, CARDS, expectReceipt, fillCard, open, paymentFailed } from './open.ts';

const document = (page: Page) => page.getByRole('article', { name: /^Invoice/ });

test(
  'an invoice shows its number, terms, whom it is billed to, what it charges and for whom',
  { tag: ['@§2.routes.22', '@§2.others.1', '@§9.invoice.2'] },
  async ({ page }) => {
    await open(page, 'invoice');
    const invoice = document(page);
    await expect(invoice.getByRole('heading', { level: 1, name: 'Invoice EXC-007' })).toBeVisible();
    for (const text of ['NET 30', '1.1.2099', 'Library of the Harbour Board', 'Port Merrow, ME 04999', 'Exclave Editions']) {
      await expect(invoice).toContainText(text);
    }
    await expect(invoice.getByRole('row', { name: /^Gift subscription/ })).toContainText('$112.00');
    await expect(invoice.getByRole('row', { name: /^Total/ })).toContainText('$112.00');
    const giftees = page.getByRole('region', { name: 'For' }).getByRole('listitem');
    await expect(giftees).toHaveCount(5);
    await expect(giftees.first()).toHaveText(/Bo Holm2 Slipway, Port Merrow, ME 04999.*1 × Gift subscription/);
    await expect(invoice).not.toContainText('Past Due');
    await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', '/api/invoice/inv_5b20fixture/pdf');
  },
);

test('an invoice is paid by card, after a failure too, and leads to its receipt', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'invoice');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.declined);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test(
  'what the bank says of a payment comes into view below the header, on a small window too',
  { tag: ['@ci', '@§9.scroll.2'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 440 });
    await open(page, 'invoice');
    await button(page, 'Proceed to Payment').click();
    await fillCard(page, CARDS.declined);
    // The button stands at the top of a longer page, and what is said above it would be out of view.
    await button(page, 'Submit Payment').evaluate((pressed) => {
      pressed.ownerDocument.body.style.paddingBlockEnd = '1000px';
      window.scrollBy(0, pressed.getBoundingClientRect().top - 20);
    });
    await button(page, 'Submit Payment').press('Enter');
    await expect.poll(async () => Math.round((await page.getByRole('alert').boundingBox())?.y ?? 0)).toBe(136);
  },
);

test('an invoice with nothing left to upgrade says why it cannot be paid, and where to write', { tag: '@ci' }, async ({ page }) => {
  for (const [state, why] of [
    ['invoice-superseded', 'nothing is left to upgrade'],
    ['invoice-superseded-debit', 'Another payment for this upgrade is on its way'],
  ] as const) {
    await open(page, state);
    const aside = page.getByRole('complementary');
    await expect(aside).toContainText(why);
    await expect(aside).toContainText('consulate@exclave.example.org');
    await expect(page.getByRole('button', { name: 'Print this invoice' })).toBeVisible();
    await expect(button(page, 'Proceed to Payment')).toHaveCount(0);
    await expect(document(page)).not.toContainText('By check or wire');
  }
});

test('what the bank refuses of an invoice is told to the page as well', { tag: ['@ci', '@§8.provider.1'] }, async ({ page }) => {
  await open(page, 'invoice');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.declined);
  const told = paymentFailed(page);
  await button(page, 'Submit Payment').click();
  expect(await told).toEqual({ message: 'Your card was declined.' });
});

test('an invoice’s card on record that is refused makes room for another one', { tag: ['@ci', '@§8.checkout.4'] }, async ({ page }) => {
  await open(page, 'invoice-replace');
  const told = paymentFailed(page);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined. To proceed, please update your payment information.');
  expect(await told).toEqual({ message: 'Your card was declined.' });
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test(
  'a server that falls over while an invoice is paid gets the generic text, and the reader tries again',
  { tag: ['@ci', '@§8.checkout.1'] },
  async ({ page }) => {
    await open(page, 'invoice-down');
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByRole('alert')).toHaveText(
      'There was a problem processing your order. Please try again at another time or contact consulate@exclave.example.org',
    );
    await expect(button(page, 'Proceed to Payment')).toBeEnabled();
  },
);

test('an invoice is paid by keyboard alone', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'invoice');
  await expect(button(page, 'Proceed to Payment')).toBeVisible();
  const tabTo = async (name: string) => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(
        button(page, name)
          .or(page.getByLabel(name, { exact: true }))
          .first(),
      ).toBeFocused({ timeout: 50 });
    }).toPass();
  };
  await tabTo('Proceed to Payment');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Submit Payment')).toBeEnabled();
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await page.keyboard.type(CARDS.good);
  await tabTo('Submit Payment');
  await page.keyboard.press('Enter');
  await expectReceipt(page);
});

test('an invoice whose due date has passed is marked Past Due', { tag: ['@ci', '@§9.invoice.3'] }, async ({ page }) => {
  await open(page, 'invoice-past-due');
  await expect(document(page).getByText('Past Due', { exact: true })).toBeVisible();
  await expect(page.getByText('$112.00 was due by 2.1.2026.')).toBeVisible();
});

test(
  'an earlier failure is said in the words of the specification, and the invoice may be paid again',
  { tag: ['@ci', '@§4.invoice.2', '@§8.invoice.1'] },
  async ({ page }) => {
    await open(page, 'invoice-failed');
    await expect(page.getByRole('alert')).toHaveText(
      'You order failed to completed due to the following error: Your card was declined. You can attempt to pay again by clicking Proceed to Payment below.',
    );
    await button(page, 'Proceed to Payment').click();
    await fillCard(page, CARDS.good);
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('while a payment is processing that is said, and payment is hidden', { tag: ['@§4.invoice.1'] }, async ({ page }) => {
  await open(page, 'invoice-processing');
  await expect(page.getByRole('status')).toContainText('Your payment is being processed.');
  await expect(page.getByRole('status')).toContainText('your subscription renews by itself, as you chose');
  await expect(button(page, 'Proceed to Payment')).toHaveCount(0);
  await expect(page.getByText('Make checks payable')).toHaveCount(0);
});

test('a bank that takes days leads back to the invoice, which says so', { tag: ['@ci', '@§4.checkout.6'] }, async ({ page }) => {
  await open(page, 'invoice-bank');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page).toHaveURL(/\/invoice\//);
  await expect(page.getByRole('status')).toContainText('Your payment is being processed.');
});

test('a paid invoice says when, and asks for nothing', async ({ page }) => {
  await open(page, 'invoice-paid');
  await expect(page.getByRole('status')).toHaveText('This invoice was paid on 12.5.2098. Thank you.');
  await expect(button(page, 'Proceed to Payment')).toHaveCount(0);
  await expect(document(page).getByRole('rowheader', { name: 'Gift subscription' })).toContainText('Ended 12.9.2098');
  // What went back of it since: whoever has the page has the credit note.
  await expect(document(page).getByRole('link', { name: /CN-31/ })).toHaveAttribute(
    'href',
    /\/api\/receipts\/inv_5b20fixture\/credit-notes\/CN-31\/pdf$/,
  );
});

test(
  'an invoice for checks and wires only shows the lines of the bank, and no payment',
  { tag: ['@§1.offers.17', '@§3.invoice.5'] },
  async ({ page }) => {
    await open(page, 'invoice-check');
    await expect(page.getByText('Bank: Harbour Mutual (specimen)')).toBeVisible();
    await expect(page.getByText('Make checks payable to Exclave Editions')).toBeVisible();
    await expect(page.getByText('This invoice is paid by check or wire.')).toHaveCount(1);
    await expect(button(page, 'Proceed to Payment')).toHaveCount(0);
  },
);

test(
  'a first subscription asks for a new password with its confirmation before it is paid',
  { tag: ['@ci', '@§5.invoice.1'] },
  async ({ page }) => {
    await open(page, 'invoice-introductory');
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByLabel(/^Password/)).toBeFocused();
    for (const label of [/^Password/, 'Confirm password'])
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(/Must not be blank\./);
    await page.getByLabel(/^Password/).fill('a long way to the ferry');
    await page.getByLabel('Confirm password').fill('a long way to the fairy');
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('The passwords do not match.');
    await page.getByLabel('Confirm password').fill('a long way to the ferry');
    await button(page, 'Proceed to Payment').click();
    await fillCard(page, CARDS.good);
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('a first subscription for an address that has an account lets its owner log in', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'invoice-known');
  await page.getByLabel(/^Password/).fill('a long way to the ferry');
  await page.getByLabel('Confirm password').fill('a long way to the ferry');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByRole('alert')).toContainText('This address has an account already. Please log in with it.');
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  // Whichever way its owner logs in, they come back to the invoice.
  const back = `/login?redirect=${encodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search)}`;
  await expect(page.getByRole('link', { name: 'Other ways to log in' })).toHaveAttribute('href', back);
});

test('on paper there is the document with its bank lines, and nothing to press', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'invoice');
  await expect(document(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(document(page)).toBeVisible();
  await expect(page.getByText('Bank: Harbour Mutual (specimen)')).toBeVisible();
  for (const name of ['Proceed to Payment', 'Print this invoice']) await expect(button(page, name)).toBeHidden();
});

test(
  'an invoice for an upgrade says from what to what it changes the subscription, on paper too',
  { tag: ['@ci', '@§3.membership.2'] },
  async ({ page }) => {
    await open(page, 'invoice-upgrade');
    const change = document(page).getByText('From Digital to Print, Canada');
    await expect(change).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(change).toBeVisible();
  },
);

test(
  'an invoice is paid with the card on record of who is logged in, and with another where they like',
  { tag: ['@ci', '@§4.method.1', '@§4.method.4'] },
  async ({ page }) => {
    await open(page, 'invoice-saved-card');
    await page.getByRole('radio', { name: 'Use another card' }).click();
    await expect(button(page, 'Proceed to Payment')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.getByRole('radio', { name: /Use Visa ending in 4242/ }).click();
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('an invoice that is not there says where to ask', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'invoice-missing');
  await expect(page.getByRole('heading', { level: 1, name: 'No invoice here' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'consulate@exclave.example.org' })).toHaveAttribute('href', /^mailto:/);
});
