import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type About, type NamedPage, type OwnPaths, pathOf } from '@newsstand/contracts/paths';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { kept, press, region } from './account-page.ts';
import { captured, enterCard, fromEnvironment, letter, newReader, runInvoice } from './stack.ts';

// What is sold is services/commerce-api/test/second-publication; its issues and goods are the sample's. Its pages are
// elsewhere: in folders, behind translated names, with and without a slash at the end, and told apart by a query alone.
const file = new URL('../../../../services/commerce-api/test/second-publication/publication.json', import.meta.url);
const { paths }: { paths: OwnPaths } = JSON.parse(readFileSync(file, 'utf8'));
const at = <Name extends NamedPage>(page: Name, ...about: About<Name>): string => pathOf(paths, page, ...about);
/** That the browser is at such a page, whatever it is about. */
const beginsWith = (page: 'receipts' | 'product'): RegExp => new RegExp(at(page, '').replaceAll(/[?.]/g, String.raw`\$&`) + '.');

const MUG = 1800;
const ZONES = { a: 'South Africa', b: 'Neighbours', c: 'Overseas' };

/**
 * The first word or price in this text that is the sample's alone: its name, zones, countries, levels, tiers, coupons
 * and messages, and what its prices make, from its files.
 */
const sampleIn = (text: string): string | undefined => new RegExp(fromEnvironment('NEWSSTAND_SAMPLE_WORDS'), 'u').exec(text)?.[0];

/**
 * The page says nothing of the sample, its widgets and the magazine around them: neither what is seen or folded away,
 * nor what is heard, stands in a field or is told to machines.
 */
async function expectOwn(page: Page, place: string): Promise<void> {
  const message = await page.evaluate(() =>
    [...document.querySelectorAll('*:not(style, script)')].flatMap((part) => [
      ...[...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
      ...['aria-label', 'alt', 'title', 'placeholder', 'value', 'content', 'href'].map((name) => part.getAttribute(name)),
      part instanceof HTMLInputElement ? part.value : null,
    ]),
  );
  expect(sampleIn(message.join('\n')), place).toBeUndefined();
}

/** The receipt or invoice that the page shows, as the file that one keeps. */
async function expectOwnPdf(page: Page, of: 'receipts' | 'invoice', words: string[]): Promise<void> {
  const { pathname, searchParams } = new URL(page.url());
  const token = searchParams.get('token') ?? pathname.split('/').at(-1);
  const answer = await page.request.get(`/api/${of}/${token}/pdf`);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const document = await getDocument({ data: new Uint8Array(await answer.body()), verbosity: 0 }).promise;
  const message: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    message.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  for (const word of ['Karoo Press', ...words]) expect(message.join(' ')).toContain(word);
  expect(sampleIn(message.join(' ')), `the PDF of ${of}`).toBeUndefined();
}

/** All letters to this reader, which have come by now. */
async function expectOwnLetters(request: APIRequestContext, email: string, subjects: RegExp[]): Promise<void> {
  for (const subject of subjects) {
    const { subject: head, text, html } = await letter(request, email, subject);
    expect(text).toContain('Karoo');
    // Without its tags, whose styles name a typeface Georgia.
    const message = [head, text, html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')].join('\n');
    expect(sampleIn(message), head).toBeUndefined();
  }
}

async function chooseCountry(page: Page, country: string): Promise<void> {
  const field = page.getByRole('combobox', { name: /^Country/ });
  await field.fill('');
  await field.fill(country);
  await page.getByRole('option', { name: country, exact: true }).click();
}

/** The bank account is offered before the card, as the publication has it. */
async function payByCard(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
  await expect(frame.locator('.head')).toHaveText([/^US bank account/, /^Card/]);
  await frame.getByRole('button', { name: 'Card', exact: true }).click();
  await enterCard(page, '4242424242424242');
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(beginsWith('receipts'), { timeout: 60_000 });
}

const total = (page: Page) => page.locator('[data-widget^="subscribe."] output').last();
const group = (page: Page, name: string) => page.getByRole('radiogroup', { name });
const pick = (page: Page, name: string, choice: string) => group(page, name).getByRole('radio', { name: new RegExp(`^${choice}`) });

test(
  'a guest buys from a second publication: each zone is called, listed and priced as it says',
  { tag: '@ci' },
  async ({ page, request }) => {
    const email = newReader('karoo-guest');
    const taken = await captured(request);
    await page.goto(at('store'));
    await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeVisible();
    await expectOwn(page, 'the store');

    await page.goto(at('product', 'harbour-mug'));
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
    await expectOwn(page, 'a product and the cart’s panel');
    await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();

    await test.step('an address in each zone', async () => {
      await page.getByLabel('Full name').fill('Ada Reader');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await expect(page.getByRole('radiogroup', { name: 'When do you want to pay?' })).toHaveCount(0);
      await page.getByRole('textbox', { name: /^Address/ }).fill('4 Mill Road');
      await page.getByLabel('City').fill('Prince Albert');
      const review = page.getByRole('region', { name: 'Your order' });
      for (const [country, price] of [
        ['Australia', '$19.10'],
        ['Botswana', '$7.10'],
        ['South Africa', '$3.10'],
      ] as const) {
        await chooseCountry(page, country);
        await expect(review).toContainText(`Shipping, ${country}${price}`);
        await expect(page.getByRole('combobox', { name: /^State/ })).toHaveCount(country === 'Australia' ? 1 : 0);
        await expectOwn(page, `the check-out, to ${country}`);
      }
      await page.getByRole('combobox', { name: /^Country/ }).fill('');
      await expect(page.getByRole('option')).toHaveCount(10);
      await chooseCountry(page, 'South Africa');
      await page.getByLabel('Postal code').fill('6930');
      await press(page, 'Proceed to Payment');
    });

    await payByCard(page);
    const receipt = page.getByRole('article');
    await expect(receipt).toContainText(/KRE-\d+/);
    await expect(receipt).toContainText('South Africa');
    await expectOwn(page, 'the receipt');
    await expectOwnPdf(page, 'receipts', ['Harbour Mug', 'South Africa', '$21.10']);
    expect((await captured(request)) - taken).toBe(MUG + 310);
    await expectOwnLetters(request, email, [/^Your receipt from Karoo \(KRE-\d+\)$/]);
  },
);

test(
  'a reader of a second publication subscribes, upgrades and renews by its prices, zones and names',
  { tag: '@ci' },
  async ({ page, request }) => {
    const email = newReader('karoo');
    await test.step('the builder', async () => {
      await page.goto(at('subscribe'));
      for (const [zone, postage] of [
        [ZONES.a, '$1.00'],
        [ZONES.b, '$7.00'],
        [ZONES.c, '$31.00'],
      ] as const) {
        await expect(pick(page, 'Where do we post it?', zone)).toBeVisible();
        await expect(group(page, 'Where do we post it?')).toContainText(`${postage} postage`);
      }
      await expect(pick(page, 'At which rate?', 'Plain')).toBeChecked();
      await expect(page.getByRole('heading', { name: 'Something to go with it' })).toHaveCount(0);
      await expect(page.getByLabel('One-time contribution, in dollars')).toHaveCount(0);
      await expect(group(page, 'When do you want to pay?')).toHaveCount(0);
      await expect(pick(page, 'Where do we post it?', ZONES.b)).toBeChecked();
      await expect(total(page)).toHaveText('$50.00');
      await page.getByLabel('Coupon code').fill('dust');
      await page.getByLabel('Coupon code').press('Enter');
      await expect(page.getByText('Coupon Applied')).toBeVisible();
      await expect(total(page)).toHaveText('$41.00');
      await expect(group(page, 'At which rate?')).toContainText('Coupons are for the Plain rate.');
      await expectOwn(page, 'the builder');
    });

    await test.step('a gift and a donation', async () => {
      await page.goto(at('subscribe', null, { type: 'gift' }));
      await expect(pick(page, 'Where do we post the gift?', ZONES.c)).toBeVisible();
      await expectOwn(page, 'a gift');
      await page.goto(at('donate'));
      await expect(page.getByRole('radio', { name: /Windmill/ })).toBeVisible();
      await expect(group(page, 'When do you want to pay?')).toHaveCount(0);
      await expectOwn(page, 'a donation');
    });

    await test.step('digital, with an account', async () => {
      await page.goto(at('subscribe', null, { level: 'standard-digital' }));
      await expect(total(page)).toHaveText('$19.00');
      await press(page, 'Proceed to Checkout');
      await page.getByLabel('Full name').fill('Ben Reader');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Digital, Plain, 1 year');
      await expectOwn(page, 'the check-out of a subscription');
      await expect(page.getByLabel(/password/i)).toHaveCount(0);
      await press(page, 'Proceed to Payment');
      await payByCard(page);
      await expectOwn(page, 'the receipt of a subscription');
      await expectOwnPdf(page, 'receipts', ['Digital, Plain, 1 year']);
    });
    const { token } = (await kept(page)).timetable.current_subscription.info;

    await test.step('an invoice for an upgrade, by the zone of its address', async () => {
      const file = path.join(await mkdtemp(path.join(tmpdir(), 'invoice-')), 'invoice.json');
      const address = { line1: '4 Mill Road', city: 'Gaborone', state: '', postcode: '', country: 'BW' };
      const upgrade = { medium: 'print', level: 'low' };
      await writeFile(
        file,
        JSON.stringify({ billed_to: 'Ben Reader', name: 'Ben Reader', email, term: 30, giftees: [], address, upgrade }),
      );
      const number = /KIN-\d{3,}/.exec(await runInvoice(file))?.[0] ?? 'no number';
      await page.goto(at('account'));
      await region(page, 'Receipts and Invoices')
        .getByRole('link', { name: `See invoice ${number}` })
        .click();
      const invoice = page.getByRole('article', { name: `Invoice ${number}` });
      await expect(invoice).toContainText(`From Digital to Print, ${ZONES.b}`);
      await expect(invoice).toContainText('$32.80');
      await expect(page.getByText('Make checks payable to Karoo Press.')).toBeVisible();
      await expectOwn(page, 'the invoice');
      await expectOwnPdf(page, 'invoice', ['$32.80', ZONES.b]);
    });

    await test.step('the account', async () => {
      await page.goto(at('account'));
      await expect(region(page, 'Overview')).toContainText('Plain');
      await expectOwn(page, 'the account');
      await page.goto(at('account-subscription', token));
      for (const zone of Object.values(ZONES)) await expect(page.getByRole('radio', { name: new RegExp(`Print, ${zone}`) })).toBeVisible();
      await expectOwn(page, 'the subscription’s settings');
      await page.goto(at('account-address'));
      for (const zone of Object.values(ZONES)) await expect(page.getByRole('radio', { name: zone })).toBeVisible();
      await page.getByRole('radio', { name: ZONES.b }).check();
      await page.getByRole('textbox', { name: /^Address/ }).fill('4 Mill Road');
      await page.getByLabel('City').fill('Gaborone');
      await chooseCountry(page, 'Botswana');
      await press(page, 'Update address');
      await expect(page.getByText('Address updated successfully')).toBeVisible();
      await expectOwn(page, 'the addresses');
      await page.goto(at('account-delete-address', 'ship-b'));
      await expect(page.getByRole('heading', { level: 1, name: `Delete address, ${ZONES.b}` })).toBeVisible();
      await expectOwn(page, 'deleting an address');
      await page.goto(at('account-payment'));
      await expect(page.getByRole('button', { name: 'Update payment' })).toBeVisible();
      await expectOwn(page, 'the payment');
    });

    await test.step('a renewal in print, which is not paid', async () => {
      await page.goto(at('renew'));
      await page.getByRole('radio', { name: /Change settings/ }).check();
      await pick(page, 'On paper or on a screen?', 'Print').check();
      await pick(page, 'Where do we post it?', ZONES.c).check();
      await expect(total(page)).toHaveText('$74.00');
      await expectOwn(page, 'the renewal');
    });

    await expectOwnLetters(request, email, [/^Your receipt from Karoo/, /^Invoice KIN-\d+ from Karoo/]);
  },
);

test(
  'a gift of a second publication is given beside goods with a coupon, redeemed, and its reader comes back by a code alone',
  { tag: '@long' },
  async ({ page, browser, request }) => {
    const [giver, giftee] = [newReader('karoo-giver'), newReader('karoo-giftee')];
    const link = await test.step('goods and a gift, with a coupon', async () => {
      const taken = await captured(request);
      await page.goto(at('product', 'harbour-mug'));
      await page.getByRole('button', { name: 'Add to Cart' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Harbour Mug');
      await page.goto(at('subscribe', null, { type: 'gift', code: 'dust' }));
      await expect(pick(page, 'Where do we post the gift?', ZONES.b)).toBeChecked();
      await expect(page.getByText('Coupon Applied')).toBeVisible();
      await expectOwn(page, 'the builder of a gift');
      await press(page, 'Proceed to Checkout');
      await page.getByLabel('Full name').fill('Gus Giver');
      await page.getByRole('textbox', { name: /^Email/ }).fill(giver);
      await page.getByRole('textbox', { name: /^Address/ }).fill('4 Mill Road');
      await page.getByLabel('City').fill('Gaborone');
      await chooseCountry(page, 'Botswana');
      await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Print, Plain, 1 year (4 issues)');
      await expectOwn(page, 'the check-out of goods and a gift');
      await press(page, 'Proceed to Payment');
      await payByCard(page);
      expect((await captured(request)) - taken).toBe(4300 + 700 - 900 + MUG + 710);
      await expectOwn(page, 'the receipt of a gift');
      await expectOwnPdf(page, 'receipts', ['Print, Plain, 1 year (4 issues)', 'Botswana']);
      return (await page.getByRole('link', { name: /bladsy=geskenk&token=/ }).getAttribute('href')) ?? '';
    });
    await expectOwnLetters(request, giver, [/^Your receipt from Karoo/, /^Your gifts? from Karoo/]);

    await test.step('who is given it redeems it, without a password', async () => {
      const reader = await (await browser.newContext()).newPage();
      await reader.goto(link);
      await expect(reader.getByText('Gus Giver gave you a print subscription: 1 year, 4 issues.')).toBeVisible();
      await reader.getByRole('radio', { name: /^Digital/ }).check();
      await expect(reader.getByLabel(/password/i)).toHaveCount(0);
      await expectOwn(reader, 'a gift to be redeemed');
      await reader.getByLabel('Full name').fill('Gia Giftee');
      await reader.getByLabel('Email').first().fill(giftee);
      await press(reader, 'Redeem');
      await expect(reader.getByText('Your subscription is redeemed.')).toBeVisible({ timeout: 60_000 });
      await expectOwn(reader, 'a gift that is redeemed');
      await reader.context().close();
    });
    await expectOwnLetters(request, giftee, [/^Your gift subscription to Karoo/]);

    const reader = await (await browser.newContext()).newPage();
    await test.step('a code is the one way to log in', async () => {
      await reader.goto(at('login', null, { redirect: at('account') }));
      const form = reader.locator('[data-widget="login.page"]');
      await form.getByRole('textbox', { name: 'Email' }).fill(giftee);
      await expect(form.getByLabel(/password/i)).toHaveCount(0);
      await expectOwn(reader, 'the login');
      await reader.keyboard.press('Enter');
      await expect(reader.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
      const code = /^ {4}(\d{6})$/m.exec((await letter(request, giftee, /^Your code/)).text)?.[1] ?? 'no code';
      await form.getByRole('textbox', { name: 'Code' }).fill(code);
      await reader.keyboard.press('Enter');
      await expect(reader).toHaveURL(at('account'));
      await expect(region(reader, 'Overview')).toContainText('Plain');
    });
    for (const place of ['account', 'account-name', 'account-email', 'account-payment', 'account-sessions', 'account-data'] as const) {
      await reader.goto(at(place));
      await expect(reader.locator('main [data-state]').first()).toHaveAttribute('data-state', /loaded|completed/);
      await expectOwn(reader, place);
    }
    await reader.context().close();
    await expectOwnLetters(request, giftee, [/^Your code/]);
  },
);

test(
  'a donor and a reader of the letters meet a second publication’s amounts, tiers and words',
  { tag: '@ci' },
  async ({ page, request }) => {
    const email = newReader('karoo-donor');
    const taken = await captured(request);
    await page.goto(at('donate'));
    await expect(page.getByRole('button', { name: /Donate \$40/ })).toBeVisible();
    await page.getByRole('radio', { name: /Windmill/ }).check();
    await expectOwn(page, 'the tiers');
    await press(page, 'Donate $30');
    await page.getByLabel('Full name').fill('Don Ator');
    await page.getByRole('textbox', { name: /^Email/ }).fill(email);
    await expectOwn(page, 'the check-out of a donation');
    await press(page, 'Proceed to Payment');
    await payByCard(page);
    expect((await captured(request)) - taken).toBe(3000);
    await expectOwn(page, 'the receipt of a donation');
    await expectOwnPdf(page, 'receipts', ['Donation', '$30.00']);
    await expectOwnLetters(request, email, [/^Your receipt from Karoo/]);

    await page.goto(at('mailing-list'));
    await page.getByRole('textbox', { name: /email/i }).fill(email);
    await expectOwn(page, 'the mailing list');
    await press(page, 'Sign up');
    await expect(page.locator('[data-widget="mailing-list.form"]')).toHaveAttribute('data-state', 'completed');
    await expectOwn(page, 'who is on the mailing list');
    for (const place of ['store', 'checkout', 'institutional-subscriptions', 'renew'] as const) {
      await page.goto(at(place));
      await expect(page.locator('main [data-state]').first()).toHaveAttribute('data-state', /loaded|completed|failed/);
      await expectOwn(page, place);
    }
  },
);

/** Every address of this site that the page leads to. */
const linksOn = (page: Page): Promise<string[]> =>
  page.locator('a[href]').evaluateAll((links) =>
    links.flatMap((link) => {
      const url = URL.parse(link.getAttribute('href') ?? '', location.href);
      return url?.origin === location.origin ? [url.pathname + url.search] : [];
    }),
  );

test(
  'who follows links alone, from the front page to the account, is led to the publisher’s own addresses, and each of them is there',
  { tag: '@long' },
  async ({ page, browser, request }) => {
    const email = newReader('karoo-paths');
    const seen = new Set<string>();
    const note = async (of: Page) => {
      for (const link of await linksOn(of)) seen.add(link);
    };
    await test.step('add', async () => {
      await page.goto('/');
      await note(page);
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Store' }).click();
      await expect(page).toHaveURL(at('store'));
      await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeVisible();
      await note(page);
      await page
        .locator('[data-widget="checkout.store"]')
        .getByRole('link', { name: /Harbour Mug/ })
        .first()
        .click();
      await expect(page).toHaveURL(at('product', 'harbour-mug'));
      await expect(page.getByRole('heading', { level: 1, name: 'Harbour Mug' })).toBeVisible();
      await page.getByRole('button', { name: 'Add to Cart' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Harbour Mug');
      await note(page);
      await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();
      await expect(page).toHaveURL(at('checkout'));
      await expect(page.getByLabel('Full name')).toBeVisible();
      await note(page);
    });

    const letters = await test.step('a subscription beside it, check-out and receipt', async () => {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL(at('subscribe'));
      await pick(page, 'On paper or on a screen?', 'Digital').check();
      await press(page, 'Proceed to Checkout');
      await expect(page).toHaveURL(at('checkout'));
      await page.getByLabel('Full name').fill('Pat Hfinder');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await page.getByRole('textbox', { name: /^Address/ }).fill('4 Mill Road');
      await page.getByLabel('City').fill('Gaborone');
      await chooseCountry(page, 'Botswana');
      await press(page, 'Proceed to Payment');
      await payByCard(page);
      await expect(page.getByRole('article')).toContainText(/KRE-\d+/);
      await note(page);
      return letter(request, email, /^Your receipt from Karoo/);
    });

    const reader = await (await browser.newContext()).newPage();
    await test.step('the letter’s link', async () => {
      const { origin } = new URL(page.url());
      const links = (letters.text.match(/https?:\/\/[^\s<>)]+/g) ?? []).filter((link) => link.startsWith(origin));
      for (const link of links) seen.add(link.slice(origin.length));
      const receipt = links.find((link) => beginsWith('receipts').test(link));
      await reader.goto(receipt ?? 'no link');
      await expect(reader.getByRole('article')).toContainText(/KRE-\d+/);
    });

    await test.step('login and account', async () => {
      await reader.goto(at('product', 'harbour-mug'));
      const logIn = await reader.locator('a.log-in').getAttribute('href');
      expect(logIn).toBe(at('login', null, { redirect: at('product', 'harbour-mug') }));
      await reader.goto(at('login', null, { redirect: at('account') }));
      const form = reader.locator('[data-widget="login.page"]');
      await form.getByRole('textbox', { name: 'Email' }).fill(email);
      await reader.keyboard.press('Enter');
      await expect(reader.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
      const code = /^ {4}(\d{6})$/m.exec((await letter(request, email, /^Your code/)).text)?.[1] ?? 'no code';
      await form.getByRole('textbox', { name: 'Code' }).fill(code);
      await reader.keyboard.press('Enter');
      await expect(reader).toHaveURL(at('account'));
      await expect(region(reader, 'Overview')).toContainText('Plain');
      await note(reader);
      for (const place of ['account-name', 'account-email', 'account-address', 'account-payment', 'account-data'] as const) {
        expect(
          [...seen].map((link) => link.split('#')[0]),
          place,
        ).toContain(at(place));
        await reader.goto(at(place));
        await expect(reader.locator('main [data-state]').first()).toHaveAttribute('data-state', /loaded|completed/);
        await note(reader);
      }
    });

    await test.step('each address is there, and the standard ones are not', async () => {
      for (const link of seen) if (!link.startsWith('/api/')) expect((await reader.request.get(link)).status(), link).toBe(200);
      for (const link of ['/store', '/store/product/harbour-mug', '/store/checkout', '/account', '/login', '/subscribe'])
        expect((await reader.request.get(link)).status(), link).toBe(404);
    });
    await reader.context().close();
  },
);
