import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

export const fromEnvironment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with 'npm run journeys', which starts the product first.`);
  return value;
};

/** What the provider really took, in cents, over all payments. */
export async function captured(request: APIRequestContext): Promise<number> {
  const answer = await request.get(`${fromEnvironment('NEWSSTAND_STRIPE')}/_emulator/state`);
  const state: { captured: number; refunded: number } = await answer.json();
  return state.captured - state.refunded;
}

/** The next mail to an address, as the mailbox holds it. */
export async function nextMail(request: APIRequestContext, to: string): Promise<{ subject: string; text: string; html: string }> {
  const answer = await request.get(`${fromEnvironment('NEWSSTAND_MAILBOX')}/api/mails/next`, {
    params: { to, after: 0, timeout: 15_000 },
    timeout: 20_000,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** `from` is the envelope's sender: where the letter comes back to. */
type Mail = { from: string; subject: string; text: string; html: string };

/** The newest letter to an address with such a subject, once there are `count` of them. */
export const letter = (request: APIRequestContext, to: string, subject: RegExp, count = 1): Promise<Mail> =>
  letterIn(request, fromEnvironment('NEWSSTAND_MAILBOX'), to, subject, count);

/** The same in another mailbox. */
export async function letterIn(request: APIRequestContext, mailbox: string, to: string, subject: RegExp, count = 1): Promise<Mail> {
  const found: Mail[] = [];
  const look = async () => {
    const answer = await request.get(`${mailbox}/api/mails`, { params: { to } });
    const mails: Mail[] = await answer.json();
    found.splice(0, found.length, ...mails.filter((mail) => subject.test(mail.subject)));
    return found.length;
  };
  await expect.poll(look, { message: `letters to ${to} about ${subject}` }).toBe(count);
  const last = found.at(-1);
  if (!last) throw new Error('there is no such letter');
  return last;
}

/** How many of a product, or of one of its sizes, are in stock. */
export async function stockOf(request: APIRequestContext, slug: string, size?: string): Promise<number> {
  const answer = await request.get(`/api/store/products/${slug}`);
  const product: { quantity: number; sizes: { name: string; quantity: number }[] } = await answer.json();
  return size === undefined ? product.quantity : (product.sizes.find((one) => one.name === size)?.quantity ?? Number.NaN);
}

/** Types a card into the payment element. */
export async function enterCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expiration date').fill('12 / 34');
  await card.getByLabel('Security code').fill('123');
}

/** An address that no other test uses. */
export const newReader = (name: string): string => `${name}-${Date.now().toString(36)}@reader.example`;

/** Answers the bank's challenge, waiting for it to appear. */
export async function answerBank(page: Page, outcome: 'Complete authentication' | 'Fail authentication'): Promise<void> {
  const challenge = page.frameLocator('iframe[name^="__privateStripeFrame2"]').frameLocator('iframe[name="stripe-challenge-frame"]');
  await challenge.getByRole('button', { name: outcome }).click();
}

/**
 * The account's card by a way of paying that leaves the page: the provider sends the reader to the bank, and the bank
 * back to /account/payment with
 * `redirect_status` in the address.
 */
export async function sendToBank(page: Page, outcome: 'Complete authentication' | 'Fail authentication'): Promise<void> {
  const answer = await page.request.get('/api/account/card');
  const { keys }: { keys: { secret: string } } = await answer.json();
  const intent = keys.secret.split('_secret_')[0];
  const confirmed = await page.request.post(`${fromEnvironment('NEWSSTAND_STRIPE')}/v1/setup_intents/${intent}/confirm`, {
    headers: { authorization: `Bearer ${process.env['STRIPE_SECRET_KEY'] ?? 'sk_test_newsstand'}` },
    form: {
      payment_method: 'pm_card_authenticationRequired',
      return_url: `${fromEnvironment('NEWSSTAND_MAGAZINE')}/account/payment`,
    },
  });
  const { next_action }: { next_action: { redirect_to_url: { url: string } } } = await confirmed.json();
  await page.goto(next_action.redirect_to_url.url);
  await page.getByRole('button', { name: outcome }).click();
}

/**
 * Fills in an address in the United States, choosing country and state from their lists; where they are a zone of their
 * own the country is not asked for.
 */
export async function fillAddress(page: Page) {
  await page.getByRole('textbox', { name: /^Address/ }).fill('12 Harbour Street');
  await page.getByLabel('City').fill('Portland');
  const country = page.getByRole('combobox', { name: /^Country/ });
  if ((await country.count()) > 0) {
    // A zone of one country has it there already, and what is typed again is no change.
    await country.fill('');
    await country.fill('United States');
    await page.getByRole('option', { name: 'United States', exact: true }).click();
  }
  await page.getByRole('combobox', { name: /^State/ }).fill('Maine');
  await page.getByRole('option', { name: 'Maine' }).click();
  await page.getByLabel('Postal code').fill('04101');
}

/**
 * What staff do with invoices, on the database of this product: `npm run invoice` with these arguments; answers what it
 * says.
 */
export const runInvoice = (...args: string[]): Promise<string> => runProgram('main/invoice-main.ts', args);

/** More than any month, and less than two. */
const DAYS_AHEAD = 32;
const AHEAD = `
  const now = Date.now.bind(Date);
  Date.now = () => now() + ${DAYS_AHEAD} * 24 * 60 * 60 * 1000;
  globalThis.Date = new Proxy(Date, { construct: (target, parts) => Reflect.construct(target, parts.length > 0 ? parts : [target.now()]) });`;

/**
 * What the renewal run does a month from now: `npm run renewals` on the database of this product, with its clock ahead.
 */
export const runRenewalsLater = (): Promise<string> =>
  runProgram('main/renewals-main.ts', [], ['--import', `data:text/javascript,${encodeURIComponent(AHEAD)}`]);

export async function runProgram(
  program: string,
  args: string[],
  options: string[] = [],
  more: Record<string, string> = {},
): Promise<string> {
  const file = fileURLToPath(new URL(`../../../../services/commerce-api/src/${program}`, import.meta.url));
  const env = {
    ...process.env,
    DATA_DIR: fromEnvironment('NEWSSTAND_DATA'),
    PUBLIC_URL: fromEnvironment('NEWSSTAND_MAGAZINE'),
    STRIPE_API_BASE: fromEnvironment('NEWSSTAND_STRIPE'),
    ...more,
  };
  return (await promisify(execFile)(process.execPath, [...options, file, ...args], { env })).stdout;
}
