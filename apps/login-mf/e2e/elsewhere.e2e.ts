// @module-tag ci
import { createHash } from 'node:crypto';
import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';

const TICKET = 'k'.repeat(43);
const ADA = { account: { name: 'Ada Lovelace', email: 'ada@example.org' }, institution: null };

/** Answers a call as the server would; returns the bodies that were sent. */
const answer = async (page: Page, path: string, body: unknown, status = 200) => {
  const sent: unknown[] = [];
  await page.route(`**${path}*`, (route) => {
    const headers = { 'access-control-allow-origin': new URL(page.url()).origin, 'access-control-allow-credentials': 'true' };
    const preflight = { ...headers, 'access-control-allow-headers': 'content-type' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: preflight });
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: body, headers });
  });
  return sent;
};

const logIn = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
  await page.locator('input[autocomplete=current-password]').fill('tide tables');
  await page.getByRole('button', { name: 'Log in' }).click();
};

test('on another site the sign-in is bound to the tab, which takes it over when the reader comes back', async ({ page }) => {
  await page.route('**/oauth/google*', (route) => route.fulfill({ contentType: 'text/html', body: 'Who are you?' }));
  await page.goto('/?state=elsewhere&api');
  const back = page.url();
  await page.getByRole('tab', { name: 'Google Account' }).click();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.waitForURL('**/oauth/google*');
  const asked = new URL(page.url()).searchParams;
  expect(asked.get('url')).toBe(back);

  await page.goto(back);
  const sent = await answer(page, '/api/access/handoff', { ...ADA, redirect: null });
  // From elsewhere, in the same tab: another `#` alone would load nothing.
  await page.goto('about:blank');
  await page.goto(`${back}#login=${TICKET}`);
  await expect.poll(() => sent.length).toBe(1);
  const { token, verifier } = sent[0] as { token: string; verifier: string };
  expect(token).toBe(TICKET);
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(asked.get('challenge'));
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  // The widget leaves the page by itself, in the middle of which none can be loaded again.
  await expect(() => page.reload()).toPass();
  expect(sent).toHaveLength(1);
});

test('a ticket that somebody else put into the address logs nobody in, and says so', async ({ page }) => {
  await page.goto('/?state=elsewhere&api');
  const sent = await answer(page, '/api/access/handoff', { errors: 'Please log in again.' }, 401);
  await page.goto(`/?state=elsewhere&api&fresh#login=${TICKET}`);
  await expect(page.getByRole('alert')).toHaveText('Please log in again.');
  expect(sent).toEqual([{ token: TICKET, verifier: '' }]);
});

test('in place the page stays, the form shows who is logged in, and the page is told', async ({ page }) => {
  await page.goto('/?state=in-place&api');
  await answer(page, '/api/access/login', { ...ADA, redirect: null });
  await page.evaluate(() =>
    document.addEventListener('newsstand:login', (event) => {
      document.body.dataset['heard'] = JSON.stringify((event as CustomEvent<unknown>).detail);
    }),
  );
  await logIn(page);
  await expect(page.getByText('You are logged in as Ada Lovelace')).toBeVisible();
  expect(JSON.parse((await page.locator('body').getAttribute('data-heard')) ?? '{}')).toEqual({ v: 1, ...ADA });
});

test('another tab shows who logged in here, without a reload', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/?state=header&api');
  await answer(other, '/api/access/session', ADA);
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.goto('/?state=in-place&api');
  await answer(page, '/api/access/login', { ...ADA, redirect: null });
  await logIn(page);
  await expect(other.getByRole('button', { name: 'Ada Lovelace' })).toBeVisible();
});

test('in the paywall a reader without a subscription is told so, and where there are some', async ({ page }) => {
  await page.goto('/?state=paywall-held');
  await expect(page.getByText('there is no subscription on your account that runs now')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the subscriptions' })).toHaveAttribute('href', '/subscribe');
  await expect(page.getByRole('link', { name: 'Read through your institution' })).toHaveAttribute(
    'href',
    `/institutional-subscriptions?${new URLSearchParams({ redirect: '/?state=paywall-held' })}`,
  );
  expect(await violations(page)).toEqual([]);
});

test('in the paywall a reader whose subscription ran out is led to renewing it', async ({ page }) => {
  await page.goto('/?state=paywall-expired');
  await expect(page.getByText('your subscription has run out')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', '/subscribe/renew');
  await expect(page.getByRole('link', { name: 'See the subscriptions' })).toHaveCount(0);
});

test('who has nothing to log in with finds a way to subscribe, in the paywall and on the login page', async ({ page }) => {
  const subscribe = page.getByRole('link', { name: 'Subscribe' });
  for (const state of ['paywall', 'page']) {
    await page.goto(`/?state=${state}`);
    await expect(page.getByText('You do not subscribe yet?')).toBeVisible();
    await expect(subscribe).toHaveAttribute('href', '/subscribe');
  }
  // Who is logged in, and who subscribes through an institution, is not asked.
  for (const state of ['logged-in', 'at-library', 'institution']) {
    await page.goto(`/?state=${state}`);
    await expect(page.getByText(/You are logged in as|You have access through|Find yours and log in there/)).toBeVisible();
    await expect(subscribe).toHaveCount(0);
  }
});

test('a paywall opens by itself when somebody who may read logs in in another tab, whichever way, or before they come back to it', async ({
  page,
  context,
}) => {
  const entitled = { entitled: true, by: 'subscription', path: '/', expires: '2026-11-21T10:00:00Z', token: 't' };
  const other = await context.newPage();
  await other.goto('/?state=header&api');
  for (const how of ['told', 'kept', 'by its cookie']) {
    await page.unrouteAll();
    await page.goto(`/?state=paywall&api&${how}`);
    await expect(page.getByRole('heading', { name: 'Log in to read on' })).toBeVisible();
    await answer(page, '/api/access/session', ADA);
    await answer(page, '/api/access/entitlement', entitled);
    const reloaded = page.waitForEvent('load');
    if (how === 'told') await other.evaluate(() => localStorage.setItem('newsstand-reader', 'somebody else'));
    // A way back from a provider tells nobody: the page sees it when its reader comes to it.
    else if (how === 'by its cookie')
      await page.evaluate(() => {
        document.cookie = 'newsstand-reader=1';
        window.dispatchEvent(new FocusEvent('focus'));
      });
    // What a browser does with a page that it kept: nothing of it begins anew by itself, and it has heard nothing.
    else
      await page.evaluate(() => {
        localStorage.setItem('newsstand-reader', 'a third');
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
    await reloaded;
  }
});

test('a page in which something was typed stays as it is when somebody who may read logs in elsewhere, and offers the rest', async ({
  page,
}) => {
  for (const [field, leaves] of [
    ['textarea', false],
    ['textarea', true],
    ['input', true],
  ] as const) {
    await page.unrouteAll();
    await page.goto(`/?state=paywall&api&typed=${field}${leaves}`);
    await expect(page.getByRole('heading', { name: 'Log in to read on' })).toBeVisible();
    await page.evaluate((tag) => document.body.append(Object.assign(document.createElement(tag), { id: 'comment' })), field);
    await page.locator('#comment').fill('The tide tables of my aunt');
    if (leaves) await page.locator('#comment').blur();
    await answer(page, '/api/access/session', ADA);
    const opens = { entitled: true, by: 'subscription', path: '/', expires: '2026-11-21T10:00:00Z', token: 't' };
    await answer(page, '/api/access/entitlement', opens);
    // A login by a provider is told by nothing but its cookie.
    await page.evaluate((reader) => {
      document.cookie = `newsstand-reader=${reader}`;
      window.dispatchEvent(new FocusEvent('focus'));
    }, 1);
    await expect(page.getByRole('button', { name: 'Read on' })).toBeVisible();
    await expect(page.locator('#comment')).toHaveValue('The tide tables of my aunt');
    await page.context().clearCookies({ name: 'newsstand-reader' });
  }
});

test('in the paywall a reader who may read, having logged in elsewhere meanwhile, opens the piece', async ({ page }) => {
  await page.goto('/?state=header&api');
  await answer(page, '/api/access/entitlement', {
    entitled: true,
    by: 'subscription',
    path: '/',
    expires: '2026-11-21T10:00:00Z',
    token: 't',
  });
  await page.goto('/?state=paywall-held&api');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Read on' }).click();
  await reloaded;
});
