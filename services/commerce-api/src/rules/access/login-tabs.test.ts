import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { logInWith, makeAccount } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const pageOf = async (browser: Browser, name = 'login') => v.parse(PageData, await (await browser.get(`/api/page/${name}`)).json());

test('the Google and institutional tabs are there only where they are configured', { tags: ['§2.login.2', '§2.login.3'] }, async () => {
  expect((await pageOf(service.browser())).logins).toEqual(['password', 'email-code']);
  const other = await createTestApp({ env: { OPENID_STAND_IN: 'http://127.0.0.1:4300' } });
  const page = await pageOf(other.browser(), 'institutional-subscriptions');
  expect(page.logins).toEqual(['password', 'email-code', 'google', 'institutional']);
  expect(page.stand_ins.join()).toContain('OpenID');
  await other.close();
});

test('every page knows who is logged in, and a guest’s knows nobody', async () => {
  const { email, name } = await makeAccount(service);
  const browser = service.browser();
  expect(await pageOf(browser, 'checkout')).toMatchObject({ account: null, institution: null });
  await logInWith(browser, email);
  expect(await pageOf(browser, 'checkout')).toMatchObject({ account: { name, email }, institution: null });
});
