// @module-tag ci
import { expect, test } from '@playwright/test';

test.beforeEach(({ page }) => page.goto('/').then(() => undefined));

test('a busy button keeps the focus and ignores clicks', async ({ page }) => {
  const busy = page.getByRole('button', { name: 'Processing Order' });
  await busy.focus();
  await page.keyboard.press('Enter');
  // Playwright waits for a control that says it is disabled; a reader does not.
  await busy.click({ force: true });
  await expect(page.getByLabel('Clicks')).toHaveText('0');
  await expect(busy).toBeFocused();
  await page.getByRole('button', { name: 'Proceed to Payment' }).press('Space');
  await expect(page.getByLabel('Clicks')).toHaveText('1');
});

test('a field’s error belongs to it and the required mark is not read out', async ({ page }) => {
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await expect(email).toHaveAccessibleDescription('Enter an email address such as name@example.org.');
  await expect(email).toHaveAttribute('required');
});

test.describe('a quantity', () => {
  test('is stepped within its bounds', { tag: ['@§5.quantities.2'] }, async ({ page }) => {
    const quantity = page.getByRole('group', { name: 'Quantity of Mug' });
    const input = quantity.getByRole('spinbutton');
    await quantity.getByRole('button', { name: 'One more' }).click();
    await expect(input).toHaveValue('4');
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    await expect(input).toHaveValue('1');
    await input.press('ArrowDown');
    await expect(input).toHaveValue('1');
    await expect(quantity.getByRole('button', { name: 'One fewer' })).toBeDisabled();
  });

  for (const [typed, counts] of [
    ['2.9', '2'],
    ['0', '1'],
    ['-4', '1'],
    ['99', '9'],
    ['', '1'],
  ] as const) {
    test(`typed as "${typed}" counts as ${counts} when the field is left`, async ({ page }) => {
      const input = page.getByRole('spinbutton', { name: 'Quantity of Mug' });
      await input.fill(typed);
      await input.blur();
      await expect(input).toHaveValue(counts);
    });
  }

  test('below nothing is the minimum, however it is typed', { tag: ['@§5.quantities.3'] }, async ({ page }) => {
    const input = page.getByRole('spinbutton', { name: 'Quantity of Mug' });
    await input.fill('');
    await input.pressSequentially('-3');
    await input.blur();
    await expect(input).toHaveValue('1');
    await expect(input).toHaveAttribute('aria-valuenow', '1');
  });

  test('takes digits and no letters, and shows what it counts', { tag: ['@§5.quantities.4'] }, async ({ page }) => {
    const input = page.getByRole('spinbutton', { name: 'Quantity of Mug' });
    await input.fill('');
    await input.pressSequentially('1e');
    await expect(input).toHaveValue('1');
    await input.pressSequentially('2');
    await expect(input).toHaveValue('12');
    await input.blur();
    await expect(input).toHaveValue('9');
    await expect(input).toHaveAttribute('aria-valuenow', '9');
  });

  test('can only go down where more is not allowed', async ({ page }) => {
    const quantity = page.getByRole('group', { name: 'Quantity of last one' });
    await expect(quantity.getByRole('button', { name: 'One more' })).toBeDisabled();
    await expect(quantity.getByRole('button', { name: 'One fewer' })).toBeEnabled();
  });
});

test('tabs follow the arrow keys, and only the chosen panel is there', async ({ page }) => {
  await page.getByRole('tab', { name: 'Password Login' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Email Code' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toHaveText('We send you a code.');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tabpanel').getByRole('button')).toHaveText('Continue with Google');
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Password Login' })).toHaveAttribute('aria-selected', 'true');
});

test('radios of one group are one stop for the keyboard and skip what is sold out', async ({ page }) => {
  const group = page.getByRole('radiogroup', { name: 'Size' });
  await group.getByRole('radio', { name: 'Small' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(group.getByRole('radio', { name: /Medium/ })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(group.getByRole('radio', { name: 'Small' })).toBeChecked();
  await expect(group.getByRole('radio', { name: /Large OUT OF STOCK/ })).toBeDisabled();
});

for (const [opener, role] of [
  ['Open dialog', 'dialog'],
  ['Remove all', 'alertdialog'],
  ['Open cart', 'dialog'],
] as const) {
  test(`what '${opener}' opens takes the focus, keeps it, and gives it back on Escape`, async ({ page }) => {
    const button = page.getByRole('button', { name: opener });
    await button.focus();
    await page.keyboard.press('Enter');
    const overlay = page.getByRole(role);
    await expect(overlay).toBeVisible();
    for (let step = 0; step < 5; step += 1) {
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.querySelector('dialog:modal')?.contains(document.activeElement),
        ),
      ).toBe(true);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await expect(button).toBeFocused();
  });
}

test("the confirm dialog asks 'Are you sure?' and tells Ok from Cancel", { tag: ['@§2.others.8'] }, async ({ page }) => {
  const ask = page.getByRole('button', { name: 'Remove all' });
  await ask.click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Ok']);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByLabel('Answer')).toHaveText('Ok');
  await ask.click();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Answer')).toHaveText('Cancel');
});

test('a click beside a drawer closes it, a click in it does not', async ({ page }) => {
  await page.getByRole('button', { name: 'Open cart' }).click();
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  await drawer.getByText('Try adding a product').click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(drawer).toBeHidden();
});

test('on a phone the drawer fills the screen', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.getByRole('button', { name: 'Open cart' }).click();
  await expect.poll(() => page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 700 });
});

test('a smooth scroll takes a step every 20 ms, however seldom the browser draws', { tag: ['@§9.scroll.3'] }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The clock is the test's: how busy the machine is does not count.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.evaluate(() => {
    const steps: number[] = [];
    const scroll = window.scrollTo.bind(window);
    Object.assign(window, {
      steps,
      scrollTo: (to: ScrollToOptions) => {
        steps.push(performance.now());
        scroll(to);
      },
      requestAnimationFrame: (draw: () => void) => setTimeout(draw, 300),
      cancelAnimationFrame: clearTimeout,
    });
  });
  await page.getByRole('button', { name: 'Go to the first error' }).dispatchEvent('click');
  await page.clock.runFor(1000);
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  const label = page.locator(`label[for="${await email.getAttribute('id')}"]`);
  expect(Math.round((await label.boundingBox())?.y ?? 0)).toBe(136);
  // With the browser's own pictures alone there would be two.
  expect(await page.evaluate(() => Reflect.get(window, 'steps').length)).toBe(20);
});

test(
  'the first field with an error comes into view, its label 136 px below the top, with the focus in it',
  { tag: ['@§9.scroll.2'] },
  async ({ page }) => {
    await page.getByRole('button', { name: 'Go to the first error' }).click();
    const email = page.getByRole('textbox', { name: 'Email', exact: true });
    await expect(email).toBeFocused();
    const label = page.locator(`label[for="${await email.getAttribute('id')}"]`);
    expect((await label.boundingBox())?.y).toBeCloseTo(136, 0);
  },
);
