import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { expectAccessible } from './account-page.ts';
import { payByCalls, putIntoCart } from './by-calls.ts';
import { runInService } from './passing-time.ts';
import { captured, enterCard, fromEnvironment, letter, newReader, runProgram } from './stack.ts';

const PASSWORD = 'a ferry at dawn';
const SUBSCRIPTION = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
/** So long somebody at the telephone may wait for what the provider was told elsewhere. */
const SEEN_WITHIN = 10_000;

type Intent = { id: string; amount: number; receipt_email?: string | null; created: number };

/** Somebody subscribes for a year of reading online, with an account, and pays by card. */
async function subscribe(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/subscribe?level=standard-digital');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
}

/**
 * A desk in a browser of its own, with an authenticator that shows what it has when it is asked to, and every press of
 * the mouse counted.
 */
async function openDesk(browser: Browser): Promise<{ desk: Page; presses: () => Promise<number> }> {
  const context = await browser.newContext({ baseURL: fromEnvironment('NEWSSTAND_DESK') });
  const desk = await context.newPage();
  const devices = await context.newCDPSession(desk);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  let pressed = 0;
  await desk.exposeFunction('pressed', () => {
    pressed += 1;
  });
  await desk.addInitScript(() => {
    addEventListener('click', ({ detail }) => detail > 0 && Reflect.get(globalThis, 'pressed')(), true);
  });
  const presses = async () => {
    await desk.evaluate(() => undefined);
    const before = pressed;
    pressed = 0;
    return before;
  };
  return { desk, presses };
}

/** The link that `npm run desk:invite` prints. */
async function invited(email: string, role: string): Promise<string> {
  const message = await runProgram('main/desk-invite-main.ts', [email, '--role', role, '--name', 'Clara'], [], {
    DESK_URL: fromEnvironment('NEWSSTAND_DESK'),
  });
  return message.split('\n')[0] ?? '';
}

/** The last key of everybody at the desk was shown an hour ago. */
const letKeysAge = () => runInService(`await db.$queryRaw\`update staff_session set proved = proved - interval '1 hour'\`;`);

async function newestIntent(request: APIRequestContext): Promise<Intent> {
  const answer = await request.get(`${fromEnvironment('NEWSSTAND_STRIPE')}/_emulator/state`);
  const { payment_intents: intents }: { payment_intents: Intent[] } = await answer.json();
  const newest = intents.toSorted((one, other) => other.created - one.created)[0];
  if (!newest) throw new Error('nobody has paid');
  return newest;
}

/** Clara follows her invitation’s link, and makes a passkey. */
async function signInClara(desk: Page): Promise<void> {
  await desk.goto(await invited(newReader('clara'), 'service'));
  await desk.getByRole('button', { name: 'Make my passkey' }).click();
  await expect(desk.getByRole('region', { name: 'Yours' })).toBeVisible();
}

test('somebody at the desk ends what a caller has and pays it back with three clicks and a passkey', async ({ page, browser, request }) => {
  // A reader, an invitation and a refund: a busy machine takes a minute and a half for them.
  test.setTimeout(240_000);
  const email = newReader('refunded');
  const name = `Philippa ${email.split('@')[0]?.split('-')[1]}`;
  const receipt = await test.step('a reader has subscribed and paid', async () => {
    await putIntoCart(page, { type: 'membership', item: { subscription: SUBSCRIPTION } });
    return payByCalls(page, { name, email, password: PASSWORD });
  });
  const taken = await captured(request);
  const { desk, presses } = await openDesk(browser);
  await test.step('Clara is invited', () => signInClara(desk));

  const amount = await test.step('she finds the caller, and ends and pays back what they have', async () => {
    await letKeysAge();
    await desk.keyboard.press('/');
    await desk.keyboard.type(name);
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('link', { name }).first()).toBeVisible();
    await presses();
    await desk.getByRole('link', { name }).first().click();
    await desk.getByRole('button', { name: /^End it and pay back…/ }).click();
    const happens = desk.getByRole('region', { name: 'What happens' });
    await expect(happens).toContainText(/\$[\d.]+ go back to Visa ···· 4242, with a credit note\./);
    await expect(happens).toContainText(`A letter says so to ${email}.`);
    await expectAccessible(desk);
    const button = desk.getByRole('button', { name: /^Cancel and pay back \$/ });
    const sum = /\$([\d.]+)/.exec(await button.innerText())?.[1] ?? '';
    await button.click();
    await expect(desk.getByText(`The subscription has ended. $${sum} went back, credit note CN-`)).toBeVisible();
    // The caller, the term, the button.
    expect(await presses()).toBe(3);
    await expect(desk.getByRole('region', { name: 'Runs' })).toContainText('ended');
    return Math.round(Number(sum) * 100);
  });

  await test.step('the money went back once, and the reader’s letter leads to the credit note', async () => {
    expect(taken - (await captured(request))).toBe(amount);
    const { text } = await letter(request, email, /^Your subscription to .* has ended, and your refund$/);
    const [link = '', number = ''] = /http\S+credit-notes\/(CN-\d+)\/pdf/.exec(text) ?? [];
    const note = await request.get(link);
    expect([note.status(), note.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.goto(`/receipts?token=${receipt}`);
    await expect(page.getByRole('link', { name: `Credit note ${number} as a PDF` })).toBeVisible();
  });

  await desk.context().close();
});

test(
  'what is refunded in the provider’s dashboard is on Today within ten seconds, and decided in one dialog',
  { tag: '@ci' },
  async ({ page: bought, browser, request }) => {
    test.setTimeout(240_000);
    const other = newReader('elsewhere');
    const who = `Rosalind ${other.split('@')[0]?.split('-')[1]}`;
    const { desk, presses } = await openDesk(browser);
    await signInClara(desk);
    await subscribe(bought, who, other);

    await test.step('she finds the caller by keyboard alone, and sends their receipt again with two clicks', async () => {
      await presses();
      await desk.keyboard.press('/');
      await desk.keyboard.type(`${who.split(' ')[1]} rosalind`);
      await desk.keyboard.press('Enter');
      await desk.getByRole('link', { name: who }).first().focus();
      await desk.keyboard.press('Enter');
      await expect(desk.getByRole('heading', { level: 1, name: who })).toBeVisible();
      expect(await presses()).toBe(0);
      // What waits to go out anyway is not offered to be sent again; the page sees by itself that it went.
      await desk.getByRole('button', { name: /^Send again.*receipt/ }).click();
      const dialog = desk.getByRole('dialog');
      await expect(dialog.getByRole('region', { name: 'What happens' })).toContainText(other);
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await expect(dialog).toHaveCount(0);
      expect(await presses()).toBe(2);
      await letter(request, other, /^Your receipt from/, 2);
    });

    const { id } = await newestIntent(request);
    await request.post(`${fromEnvironment('NEWSSTAND_STRIPE')}/_emulator/press/refund/${id}`, { maxRedirects: 0 });
    const row = desk.getByRole('listitem').filter({ hasText: who });
    await expect(async () => {
      await desk.goto('/lists/refunded-elsewhere');
      await expect(row).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: SEEN_WITHIN });
    await presses();
    await row.getByRole('button', { name: /^Decide…/ }).click();
    await expect(desk.getByRole('region', { name: 'What happens' })).toContainText('The subscription ends now');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Take it away' }).click();
    await expect(desk.getByText(/^It was taken away; credit note CN-\d+\.$/)).toBeVisible();
    expect(await presses()).toBe(2);
    await expect(row).toHaveCount(0);
    await letter(request, other, /^Your subscription to .* has ended$/);
    await bought.reload();
    await expect(bought.getByRole('link', { name: /^Credit note CN-\d+ as a PDF$/ })).toBeVisible();
    await desk.context().close();
  },
);
