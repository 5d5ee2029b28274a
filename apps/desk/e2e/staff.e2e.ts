import { violations } from '@newsstand/build/axe';
import { expect, test, type Route } from '@playwright/test';
import { OWNER, serveStubs, sessionOf, UNDONE } from './stubs.ts';

for (const width of [1280, 375]) {
  test(`a colleague’s roles are changed with a passkey that is shown anew, ${width} px wide`, async ({ page }) => {
    let proved = false;
    const sent: unknown[] = [];
    await serveStubs(page, 'publisher', {
      '/session/sample': (route: Route) => {
        proved = true;
        return route.fulfill({ json: sessionOf('publisher') });
      },
      [`/staff/${UNDONE}`]: (route: Route) => {
        if (!proved) return route.fulfill({ status: 403, json: { errors: 'Please show your passkey again.', require: 'step-up' } });
        if (!route.request().url().includes('dry')) sent.push(route.request().postDataJSON());
        return route.fulfill({ json: { ended: 2 } });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/staff');
    await page.getByRole('button', { name: /^Change.*Cleo/ }).click();
    await page.getByRole('checkbox', { name: 'shop' }).check();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('They are signed out at once, in 2 browsers.');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect(page.getByText('Cleo is now: service, shop.')).toBeVisible();
    expect(sent).toMatchObject([{ version: 'service', roles: ['service', 'shop'], disabled: false }]);
  });
}

test('the last publisher stays, and who asks for it reads why', async ({ page }) => {
  await serveStubs(page, 'publisher', {
    [`/staff/${OWNER}`]: (route: Route) =>
      route.fulfill({ status: 409, json: { errors: 'The last publisher stays: make somebody else one before.' } }),
  });
  await page.goto('/staff');
  await page.getByRole('button', { name: /^Change.*Ann/ }).click();
  await page.getByRole('checkbox', { name: 'May not work here any more' }).check();
  await expect(page.getByRole('alert')).toContainText('The last publisher stays');
  expect(await violations(page)).toEqual([]);
});

test('whoever opens a reader whom a colleague has just had open is told', async ({ page }) => {
  await serveStubs(page, 'service');
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByText('Bob had this open within the hour')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
