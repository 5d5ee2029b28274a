// @module-tag ci
import { AxeBuilder } from '@axe-core/playwright';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';

test(
  'only the ways that work here have a tab',
  { tag: ['@§2.routes.7', '@§2.login.1', '@§2.login.2', '@§2.login.3'] },
  async ({ page }) => {
    await page.goto('/?state=plain');
    await expect(page.getByRole('tab')).toHaveText(['Password Login', 'Email Code']);
    await page.goto('/?state=page');
    await expect(page.getByRole('tab')).toHaveText(['Password Login', 'Email Code', 'Google Account', 'Institutional Access']);
    await expect(page.getByRole('tab', { name: 'Password Login' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Institutional Access' }).click();
    await expect(page.locator('a[href="/institutional-subscriptions"]')).toBeVisible();
  },
);

test('Google sends the reader back to where they wanted to go, and never to another site', { tag: ['@§2.routes.23'] }, async ({ page }) => {
  for (const [redirect, url] of [
    ['/issue/1', '/issue/1'],
    ['//evil.example', '/'],
  ]) {
    await page.goto(`/?state=page&redirect=${encodeURIComponent(redirect ?? '')}`);
    await page.getByRole('tab', { name: 'Google Account' }).click();
    const link = page.getByRole('link', { name: 'Continue with Google' });
    await expect(link).toHaveAttribute('href', `/oauth/google?${new URLSearchParams({ url: url ?? '' })}`);
    await expect(page.getByText('You will come back to this page.')).toHaveCount(0);
  }
  // Only who is not on a login page comes back to where they are.
  await page.goto('/?state=paywall');
  await page.getByRole('tab', { name: 'Google Account' }).click();
  await expect(page.getByText('You will come back to this page.')).toBeVisible();
});

test('a reader goes to Google by keyboard alone', async ({ page }) => {
  await page.route('**/oauth/google*', (route) => route.fulfill({ contentType: 'text/html', body: 'Google' }));
  await page.goto('/?state=page&redirect=/issue/1');
  await page.getByRole('tab', { name: 'Password Login' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL('**/oauth/google?url=%2Fissue%2F1');
});

test(
  'on the institutional page a reader finds their institution by its name, by keyboard alone',
  { tag: ['@§2.login.4', '@§2.login.6', '@§2.others.15', '@§5.select-box.4'] },
  async ({ page }) => {
    await page.route('**/oauth/openathens/deeplink*', (route) => route.fulfill({ contentType: 'text/html', body: 'Your institution' }));
    await page.goto('/?state=institution&redirect=/issue/1');
    await expect(page.getByRole('tab', { name: 'Institutional Access' })).toHaveAttribute('aria-selected', 'true');
    const go = page.getByRole('button', { name: 'Continue' });
    await expect(go).toBeDisabled();
    const box = page.getByRole('combobox', { name: 'Institution' });
    await page.getByRole('tab', { name: 'Institutional Access' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(box).toBeFocused();
    await page.keyboard.type('zzz');
    await expect(page.getByText('0 matches').first()).toBeVisible();
    await expect(go).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('uni');
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('University of the Isles');
    await page.keyboard.press('Tab');
    await expect(go).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/oauth/openathens/deeplink*');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ entity: 'https://idp-3.example', target: '/issue/1' });
  },
);

test('an institution whose whole name was typed counts before Tab goes on, and the button is reached', async ({ page }) => {
  await page.route('**/oauth/openathens/deeplink*', (route) => route.fulfill({ contentType: 'text/html', body: 'Your institution' }));
  const go = page.getByRole('button', { name: 'Continue' });
  const type = async () => {
    await page.goto('/?state=institution');
    await page.getByRole('combobox', { name: 'Institution' }).click();
    await page.keyboard.type('Harbour University');
  };
  const expectGone = async () => {
    await page.waitForURL('**/oauth/openathens/deeplink*');
    expect(new URL(page.url()).searchParams.get('entity')).toBe('https://idp-1.example');
  };
  await type();
  await page.keyboard.press('Tab');
  await expect(go).toBeFocused();
  await page.keyboard.press('Enter');
  await expectGone();

  // More than a name is none.
  await type();
  await page.keyboard.type(' Press');
  await page.keyboard.press('Tab');
  await expect(go).toBeDisabled();
});

test('a reader who is logged in to an account finds their institution besides, and is told when it has no access', async ({ page }) => {
  await page.route('**/oauth/openathens/deeplink*', (route) => route.fulfill({ contentType: 'text/html', body: 'Your institution' }));
  await page.goto('/?state=institution-logged-in&redirect=/issue/1');
  await expect(page.getByText('You are logged in as Ada Lovelace (ada@example.org).')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('combobox', { name: 'Institution' }).fill('Harbour U');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/oauth/openathens/deeplink*');
  expect(new URL(page.url()).searchParams.get('target')).toBe('/issue/1');
  await page.goto('/?state=logged-in&error=institution');
  await expect(page.getByRole('alert')).toContainText('That institution has no access');
  await expect(page.getByRole('combobox', { name: 'Institution' })).toBeVisible();
  await page.goto('/?state=logged-in&error=email');
  await expect(page.getByText('You are logged in as')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('institutions that cannot be fetched can be asked for again', async ({ page }) => {
  await page.goto('/?state=institution-down');
  await expect(page.getByRole('alert')).toContainText('could not reach');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a provider that logged nobody in is explained', async ({ page }) => {
  await page.goto('/?state=page&error=email');
  await expect(page.getByRole('alert')).toContainText('no confirmed email address');
  await page.goto('/?state=page&error=institution');
  await expect(page.getByRole('tab', { name: 'Institutional Access' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/?state=page&error=nonsense');
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test(
  'the header opens for a reader who reached for it, and Escape closes it and gives the focus back, the first time too',
  { tag: ['@§2.login.7'] },
  async ({ page }) => {
    await page.goto('/?state=header&intent');
    const button = page.locator('[data-widget]').getByRole('button', { name: 'Log in' });
    for (const visit of ['first', 'second']) {
      await expect(page.getByRole('dialog', { name: 'Log in' }), `the ${visit} time`).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  },
);

test('the header shows who is logged in, and the way out', async ({ page }) => {
  const left: string[] = [];
  await page.route('**/logout*', (route) => {
    left.push(new URL(route.request().url()).search);
    return route.fulfill({ json: { redirect: '/?state=paywall' } });
  });
  await page.goto('/?state=header-logged-in&api');
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  await expect(page.getByText('You are logged in as Ada Lovelace (ada@example.org).')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('/?state=paywall');
  // With the query: a page can be one by that alone.
  expect(left).toEqual([`?path=${encodeURIComponent('/?state=header-logged-in&api')}`]);
});

test('a reader of an institution sees through which they read, and may log in besides', async ({ page }) => {
  await page.goto('/?state=at-library');
  await expect(page.getByText('You have access through Harbour Library.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Password Login' })).toBeVisible();
});

test('the header keeps the beginning of a name that is too long for it, in whichever script it is written', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto('/?state=header-right-to-left');
  const button = page.getByRole('button', { name: 'عبد الرحمن' });
  await expect(button).toBeVisible();
  const { first, box, cut } = await button.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, 0);
    range.setEnd(element.firstChild ?? element, 3);
    const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return { first: [first.left, first.right], box: [box.left, box.right], cut: element.scrollWidth > element.clientWidth };
  });
  expect(cut, 'the name fits').toBe(true);
  expect(first[0]).toBeGreaterThanOrEqual(box[0] ?? 0);
  expect(first[1]).toBeLessThanOrEqual((box[1] ?? 0) + 1);
});

test('a long name takes no more room than the page’s header has for it', async ({ page }) => {
  await page.goto('/?state=header-right-to-left');
  const place = page.locator('[data-widget]');
  const width = async () => (await page.getByRole('button', { name: 'عبد الرحمن' }).boundingBox())?.width;
  // 14 em of the page's own letters.
  expect(await width()).toBeCloseTo(14 * (await place.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))), 0);
  await place.evaluate((element) => (element.style.maxWidth = '100px'));
  expect(await width()).toBe(100);
});

test(
  'in the header a reader of an institution sees through which they read, and may log in besides',
  { tag: ['@§2.login.7'] },
  async ({ page }) => {
    await page.goto('/?state=header-at-library&intent');
    const drawer = page.getByRole('dialog', { name: 'Your login' });
    await expect(drawer.getByText('You have access through Harbour Library.')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect(drawer.getByRole('heading', { name: 'Your own account' })).toBeVisible();
    await expect(drawer.getByRole('tab')).toHaveText(['Password Login', 'Email Code', 'Google Account']);
    await drawer.getByRole('tab', { name: 'Email Code' }).click();
    await expect(drawer.getByRole('button', { name: 'Send the code' })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  },
);

test('the header’s drawer closes while a code is waited for, asks for it when it opens again, and says who is logged in then', async ({
  page,
}) => {
  await page.goto('/?state=header-in-place&intent');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Email Code' }).click();
  await drawer.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('heading', { name: 'Verify Account' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await expect(drawer.getByText('If there is an account for ada@example.org')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Code' }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your login' })).toBeVisible();
  // What had the focus has gone: what stands in its place is read out, and Tab goes on from there.
  await expect(drawer.locator(':focus')).toHaveText('You are logged in as Ada Lovelace (ada@example.org).');
  const overview = drawer.getByRole('link', { name: 'Overview' });
  await expect(overview).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('button', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(overview).toBeFocused();
});

test('in the header a reader with an account and an institution sees both, and one way out', async ({ page }) => {
  await page.goto('/?state=header-both&intent');
  const drawer = page.getByRole('dialog', { name: 'Your login' });
  await expect(drawer.getByText('You are logged in as Ada Lovelace (ada@example.org).')).toBeVisible();
  await expect(drawer.getByText('You have access through Harbour Library.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Log out' })).toHaveCount(1);
  await expect(drawer.getByRole('tab')).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('the header names who got an account elsewhere on the page', async ({ page }) => {
  await page.goto('/?state=header');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  const say = (detail: unknown) =>
    page.evaluate((message) => document.dispatchEvent(new CustomEvent('newsstand:login', { detail: message })), detail);
  await say({ v: 1, account: { name: 'Nell New', email: 'nell@example.org' }, institution: null });
  await expect(page.getByRole('button', { name: 'Nell New' })).toBeVisible();
  await say({ v: 2, somebody: 'else' });
  await expect(page.getByRole('button', { name: 'Nell New' })).toBeVisible();
});

test('the ring of focus touches no letter of a tab', async ({ page }) => {
  await page.goto('/?state=page');
  const tab = page.getByRole('tab', { name: 'Password Login' });
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  const code = page.getByRole('tab', { name: 'Email Code' });
  await expect(code).toBeFocused();
  const { ring, text } = await code.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const letters = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const after = getComputedStyle(element, '::after');
    return {
      ring: { style: after.outlineStyle, left: box.left + parseFloat(after.left), right: box.right - parseFloat(after.right) },
      text: { left: letters.left, right: letters.right },
    };
  });
  expect(ring.style).toBe('solid');
  expect(text.left - ring.left).toBeGreaterThanOrEqual(4);
  expect(ring.right - text.right).toBeGreaterThanOrEqual(4);
});
