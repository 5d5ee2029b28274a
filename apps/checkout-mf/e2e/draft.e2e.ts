// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { button, CARDS, choose, expectReceipt, fillCard, fillForm, fillPassword, fillWho, open } from './open.ts';

test('what was typed for an order is gone when the order is done', async ({ page }) => {
  await open(page, 'free');
  await fillWho(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Ada Merrow');
  await button(page, 'Submit').click();
  await expectReceipt(page);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ada Merrow');
});

test('nothing typed or chosen is lost, whatever goes wrong', async ({ page }) => {
  await open(page, 'stumbles');
  const renews = page.getByRole('checkbox', { name: 'Renew by itself with this card' });
  await fillForm(page);
  await fillPassword(page);
  await page.getByRole('radio', { name: /^Send it to them/ }).check();
  await page.getByLabel('Their full name').fill('Bo Quay');
  const theirs = page.getByRole('region', { name: 'Your gift' });
  await theirs.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Sable Road');
  await theirs.getByLabel('City').fill('Halifax');
  await theirs.getByLabel('Postal code').fill('B3H 1A1');
  await choose(page, 'State or province', 'Nova Scotia', theirs);
  await renews.uncheck();

  /** Every field and every choice of the page, but the card's. */
  const typed = () =>
    page
      .locator('form input')
      .evaluateAll((inputs) =>
        inputs.flatMap((input) =>
          input instanceof HTMLInputElement && input.closest('[data-foreign]') === null
            ? [`${input.name.replace(/-.*/, '')} ${['radio', 'checkbox'].includes(input.type) ? input.checked : ''} ${input.value}`]
            : [],
        ),
      );
  const before = await typed();
  expect(before.join()).toContain('Nova Scotia');

  /** Once the account is made its reader is known, and may keep a card: everything else stays as it was. */
  const isOfGuest = (field: string) => /^(name|email|password|confirm|save_card) /.test(field);
  const withAccount = before.filter((field) => !isOfGuest(field));
  const typedBeside = async () => (await typed()).filter((field) => !isOfGuest(field));

  await test.step('the server falls over', async () => {
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByRole('alert')).toContainText('There was a problem processing your order.');
    expect(await typed()).toEqual(before);
  });
  await test.step('the network is gone', async () => {
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the server.');
    expect(await typed()).toEqual(before);
  });
  await test.step('the price changes', async () => {
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByText(/^The total is now \$\d+\.00; it was \$\d+\.00\./)).toBeVisible();
    expect(await typed()).toEqual(before);
  });
  await test.step('the card is declined', async () => {
    await button(page, 'Proceed to Payment').click();
    await fillCard(page, CARDS.declined);
    await button(page, 'Submit Payment').click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
    expect(await typedBeside()).toEqual(withAccount);
  });
  await test.step('the bank’s question is failed', async () => {
    await fillCard(page, CARDS.asks);
    await button(page, 'Submit Payment').click();
    await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
    await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
    expect(await typedBeside()).toEqual(withAccount);
  });
  await test.step('the page is loaded anew: only the password, which is kept nowhere, is asked for again', async () => {
    await page.reload();
    await expect(page.getByLabel('Confirm password')).toHaveValue('');
    await fillPassword(page);
    expect(await typed()).toEqual(before);
  });
});
