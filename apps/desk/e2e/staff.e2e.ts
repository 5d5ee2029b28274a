// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Route } from '@playwright/test';
import { OWNER, serveStubs, sessionOf, STAFF, UNDONE, wide, isWide } from './stubs.ts';

/** Whose invitation nobody has used yet. */
const IVY = {
  id: '01a20889-0000-7000-8000-0000000000ff',
  version: 'shop',
  name: 'Ivy',
  email: 'ivy@example.org',
  roles: ['shop'],
  disabled: null,
  keys: 0,
  invited: '2026-12-01T12:00:00.000Z',
};

for (const width of [1280, 375]) {
  test(`a colleague’s roles are changed with a passkey that is shown anew, ${wide(width)}`, async ({ page }) => {
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
    // No role and no mailbox is cut in two.
    const rows = page.getByRole('row').filter({ hasText: 'Cleo' }).getByRole('cell');
    const cut = await rows.evaluateAll((cells) =>
      cells
        .filter(({ firstChild }) => {
          if (!(firstChild instanceof Text) || /\s/.test(firstChild.data)) return false;
          const range = document.createRange();
          range.selectNodeContents(firstChild);
          return range.getClientRects().length > 1;
        })
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    await page.getByRole('button', { name: /^Change.*Cleo/ }).click();
    await page.getByRole('checkbox', { name: 'shop' }).check();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('They are signed out at once, in 2 browsers.');
    expect(await violations(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
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

for (const width of [1280, 375]) {
  test(`somebody is invited by mail, and lost passkeys are replaced, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const sent: unknown[] = [];
    const answers = (json: object) => (route: Route) => {
      if (route.request().method() === 'GET') return route.fallback();
      if (!route.request().url().includes('dry')) sent.push(route.request().postDataJSON());
      return route.fulfill({ json });
    };
    const expires = '2026-12-01T12:00:00.000Z';
    await serveStubs(page, 'publisher', {
      '/staff': { staff: [...STAFF.staff, IVY] },
      [`/staff/${UNDONE}/key-link`]: answers({ letter: 'cleo@example.org', expires, told: 2 }),
      [`/staff/${IVY.id}/key-link/take-back`]: answers({ links: 1 }),
    });
    await page.route(/\/api\/desk\/staff(\?dry=?)?$/, answers({ letter: 'ivy@example.org', expires, told: 0 }));
    await page.goto('/staff');
    await page.getByRole('button', { name: 'Invite somebody…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ivy');
    await dialog.getByLabel('E-mail').fill('ivy@example.org');
    await dialog.getByRole('checkbox', { name: 'shop' }).check();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('A letter goes to ivy@example.org.');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Mail the invitation' }).click();
    await expect(page.getByText('The invitation goes to ivy@example.org.')).toBeVisible();
    await page.getByRole('button', { name: /^New key.*Cleo/ }).click();
    await dialog.getByRole('checkbox').check();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('All 2 publishers are written to.');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace their passkeys' }).click();
    await expect(page.getByText('The link goes to cleo@example.org.')).toBeVisible();
    // An invitation that was not used yet is taken back.
    await expect(page.getByRole('row', { name: /^Ivy/ })).toContainText('a link until 12.1.2026');
    expect(await isWide(page)).toBe(false);
    await page.getByRole('button', { name: /^Take back.*Ivy/ }).click();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('makes no passkey any more');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByText('The link of Ivy was taken back.')).toBeVisible();
    expect(sent).toMatchObject([{ email: 'ivy@example.org', name: 'Ivy', roles: ['shop'] }, { replace: true }, { invited: expires }]);
  });
}

test('who has one passkey is asked for a second until there is one', async ({ page }) => {
  const session = sessionOf('service');
  const alone = { ...session, person: session.person && { ...session.person, keys: 1 } };
  await serveStubs(page, 'service', {
    '/session': alone,
    '/keys/options': (route: Route) => route.fulfill({ status: 422, json: { errors: 'Sample people have no passkeys.' } }),
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Make a second passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('Sample people have no passkeys.');
  expect(await violations(page)).toEqual([]);
  await page.route('**/api/desk/session', (route) => route.fulfill({ json: session }));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a second passkey' })).toHaveCount(0);
});
