import type { Page } from '@playwright/test';

/** A question that costs nothing to answer. */
const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '00'.repeat(16), salt: '11'.repeat(16), cost: 1, keyLength: 32, keyPrefix: '0' };
const askNothing = (page: Page) =>
  page.route('**/api/bot-check/challenge', (route) => route.fulfill({ json: { parameters, signature: 'none' } }));

/**
 * Answers the renewal's own calls, and notes what was ordered. Open the page with `api`, so that the calls leave it.
 */
export const answerRenewal = async (page: Page, status: number, body: unknown) => {
  const sent: { cart: unknown; form: unknown; shipcode: unknown }[] = [];
  await askNothing(page);
  await page.route('**/api/checkout/*', (route) => route.fulfill({ json: { status: 'completed', receipt: 'receipt_fixture01' } }));
  await page.route('**/api/subscribe/renew*', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: body });
  });
  return sent;
};

/**
 * Answers the redemption's own calls, and notes what was redeemed. Open the page with `api`, so that the calls leave
 * it.
 */
export const answerRedemption = async (page: Page, status: number, body: unknown) => {
  const sent: { captcha: string | null; body: unknown }[] = [];
  await askNothing(page);
  await page.route('**/api/subscribe/redeem*', (route) => {
    const captcha = new URL(route.request().url()).searchParams.get('captcha');
    sent.push({ captcha, body: route.request().postDataJSON() });
    return route.fulfill({ status, json: body });
  });
  return sent;
};
