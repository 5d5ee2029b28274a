import { expect, test, type Page } from '@playwright/test';
import { EMBEDDINGS, openPage, startSites, type Sites } from './embedding-sites.ts';
import { letterIn, newReader } from './stack.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
/** Comes through Google as somebody new. */
async function throughGoogle(page: Page, address: string): Promise<void> {
  await tab(page, 'Google Account').click();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Name').fill('Emma Bedded');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}
const loggedIn = (page: Page, address: string) => expect(page.getByText(`(${address})`)).toBeVisible();

/** What the page's own call to the API sees of its session. */
const ask = (page: Page, url: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const init: RequestInit = {
        credentials: 'include',
        ...(sent && { method: 'POST', body: sent, headers: { 'content-type': 'application/json' } }),
      };
      return (await fetch(to, init)).json();
    },
    [url, body === undefined ? '' : JSON.stringify(body)] as const,
  );

/** Whether this browser lets a third party keep a cookie of the plain kind: that is what is allowed or blocked. */
async function keepsThirdParties(tried: Page, { page }: Sites): Promise<boolean> {
  await tried.goto(page);
  const stranger = `http://stranger.localhost:${new URL(page).port}/third`;
  const call = () => tried.evaluate(async (url) => (await fetch(url, { credentials: 'include' })).text(), stranger);
  await call();
  const kept = (await call()) === 'third=1';
  await tried.close();
  return kept;
}

for (const embedding of EMBEDDINGS) {
  test.describe(`a CMS on ${embedding.name}`, () => {
    let sites: Sites;
    test.beforeAll(async ({ request, baseURL }) => {
      test.setTimeout(180_000);
      const loader = /src="([^"]+loader\.js)"/.exec(await (await request.get(baseURL ?? '')).text())?.[1] ?? '';
      sites = await startSites(embedding, loader);
    });
    test.afterAll(() => sites.close());

    if (embedding.mode === 'partitioned') {
      test(
        'a page whose only login is in the header takes the sign-in over by itself',
        { tag: ['@ci', '@§2.login.7'] },
        async ({ browser }) => {
          const page = await openPage(await browser.newContext(), 'blocked');
          const address = newReader('embedded-header');
          await page.goto(`${sites.page}/article`);
          await page.getByRole('link', { name: 'Log in' }).click();
          await throughGoogle(page, address);
          await expect(async () =>
            expect(await ask(page, `${sites.api}/api/access/session`)).toMatchObject({ account: { email: address } }),
          ).toPass();
          await expect(page).toHaveURL(`${sites.page}/article`);
          await page.getByRole('link', { name: 'Log in' }).click();
          await loggedIn(page, address);
          await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
          await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
          // A ticket that is none is told, where the form is.
          await page.goto('about:blank');
          await page.goto(`${sites.page}/article#login=${'t'.repeat(43)}`);
          await expect(page.getByRole('dialog', { name: 'Log in' }).getByRole('alert')).toHaveText('Please log in again.');
          await page.context().close();
        },
      );
    }

    for (const thirdParties of ['allowed', 'blocked'] as const) {
      // What lasts where a browser lets nobody keep a cookie for another does where it does, and from site to site what
      // does within one.
      const tag = thirdParties === 'allowed' ? '@long' : '@ci';
      test(`third-party cookies ${thirdParties}: a reader logs in, and session and cart last`, { tag }, async ({ browser, request }) => {
        const context = await browser.newContext();
        const address = newReader(`embedded-${thirdParties}`);
        try {
          expect(await keepsThirdParties(await openPage(context, thirdParties), sites)).toBe(thirdParties === 'allowed');
          const page = await openPage(context, thirdParties);
          await page.goto(`${sites.page}/login`);
          await expect(tab(page, 'Google Account')).toBeVisible();
          const api = embedding.page === embedding.api ? sites.page : sites.api;
          await ask(page, `${api}/api/cart`, { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 2 } });

          await throughGoogle(page, address);
          // From another site the session is taken over here: the ticket is gone from the address.
          await loggedIn(page, address);
          await expect(page).toHaveURL(`${sites.page}/`);
          await page.goto(`${sites.page}/login`);
          await loggedIn(page, address);
          expect(await ask(page, `${api}/api/cart`)).toMatchObject({ items: [{ ref: 'iss:2', quantity: 2 }] });

          const other = await openPage(context, thirdParties);
          await other.goto(`${sites.page}/login`);
          await loggedIn(other, address);

          await page.getByRole('button', { name: 'Log out' }).click();
          await expect(tab(page, 'Email Code')).toBeVisible();
          await expect(tab(other, 'Email Code')).toBeVisible();
          await tab(page, 'Email Code').click();
          await page.getByRole('tabpanel').getByRole('textbox', { name: 'Email' }).fill(address);
          await page.keyboard.press('Enter');
          const { text } = await letterIn(request, sites.mailbox, address, /^Your code/);
          await page.getByRole('textbox', { name: 'Code' }).fill(/^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
          await page.keyboard.press('Enter');
          await expect(page).toHaveURL(`${sites.page}/`);
          await page.goto(`${sites.page}/login`);
          await loggedIn(page, address);
          expect(await ask(page, `${api}/api/cart`)).toMatchObject({ items: [{ ref: 'iss:2', quantity: 2 }] });
        } finally {
          await context.close();
        }
      });
    }
  });
}
