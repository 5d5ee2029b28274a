import { violations } from '@newsstand/build/axe';
import { expect, test } from '@playwright/test';
import { button, open } from './open.ts';

for (const [state, said] of [
  ['data-code-old', 'This code is too old. Please ask for a new one.'],
  ['data-code-tries', 'Too many failed attempts.'],
] as const) {
  test(`a code that works no more says why, is not said to be on its way, and a new one can be asked for ('${state}')`, async ({
    page,
  }) => {
    await open(page, state);
    await button(page, 'Send a code').click();
    const onItsWay = page.getByText('The code is on its way to ada@example.org.');
    await expect(onItsWay).toBeVisible();
    const code = page.getByLabel('Code', { exact: false });
    await code.fill('123456');
    await page.getByLabel('I want all this to happen.').check();
    await button(page, 'Delete my account').click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(onItsWay).toBeHidden();
    expect(await violations(page, { within: '[data-widget]' })).toEqual([]);

    await button(page, 'Email me a new code').click();
    await expect(onItsWay).toBeVisible();
    await expect(page.getByText(said)).toBeHidden();
    await expect(code).toHaveValue('');
    await code.fill('654321');
    await button(page, 'Delete my account').click();
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  });
}
