import { expect, test, type Page } from '@playwright/test';
import { payByCalls, putIntoCart } from './by-calls.ts';
import { captured, enterCard, fillAddress, letter, newReader } from './stack.ts';

const PASSWORD = 'a ferry at dawn';
const redeemed = (page: Page) => expect(page.getByText('Your subscription is redeemed.')).toBeVisible({ timeout: 60_000 });

test(
  'three gifts are bought: a new reader redeems one, another as a renewal, and the third as a renewal that is paid to go farther',
  { tag: ['@§4.redeem.2'] },
  async ({ page, browser, request }) => {
    const giver = newReader('giver');
    const giftee = newReader('giftee');
    const taken = await captured(request);

    const receipt = await test.step('somebody has bought three print gifts with a coupon', async () => {
      const gift = { deliverable: 'print-a', level: 'low', term: '1year', coupon: 'postcard' };
      await putIntoCart(page, { type: 'membership', item: { giftsubs: [gift, gift, gift] } });
      return payByCalls(page, { name: 'Gus Giver', email: giver });
    });
    await page.goto(`/receipts?token=${receipt}`);
    expect((await captured(request)) - taken).toBe(3 * (5600 - 1000));

    const links = await test.step('the purchaser has a link for each, on the receipt and in a letter with their codes', async () => {
      const mail = await letter(request, giver, /^Your gifts from/);
      const urls = [...new Set(mail.text.match(/http\S+\/subscribe\/redeem\?token=[\w-]+/g))];
      expect(urls).toHaveLength(3);
      for (const url of urls) await expect(page.getByRole('link', { name: url })).toBeVisible();
      const code = await request.get(`/api/gifts/${new URL(urls[0] ?? '').searchParams.get('token')}/qr.svg`);
      expect(await code.text()).toContain('<svg');
      return urls;
    });

    const reader = await (await browser.newContext()).newPage();
    await test.step('a new reader redeems the first as files, with an account', async () => {
      await reader.goto(links[0] ?? '');
      await expect(reader.getByText('Gus Giver gave you a print subscription: 1 year, 4 issues.')).toBeVisible();
      await reader.getByRole('radio', { name: /^Digital/ }).check();
      await reader.getByLabel('Full name').fill('Gia Giftee');
      await reader.getByLabel('Email').first().fill(giftee);
      await reader.getByLabel(/^Password/).fill(PASSWORD);
      await reader.getByLabel('Confirm password').fill(PASSWORD);
      await reader.getByRole('button', { name: 'Redeem' }).click();
      await redeemed(reader);
      expect((await letter(request, giftee, /^Your gift subscription to/)).text).toContain('Somebody gave you a subscription');
    });

    await test.step('the next one is a renewal, delivered otherwise than what runs', async () => {
      await reader.goto(links[1] ?? '');
      await expect(reader.getByText(`It goes to Gia Giftee, ${giftee}.`)).toBeVisible();
      await expect(reader.getByText('It is delivered otherwise than the subscription that you have.')).toBeVisible();
      await reader.getByRole('radio', { name: /^Print, United States/ }).check();
      await fillAddress(reader);
      await reader.getByRole('button', { name: 'Redeem' }).click();
      await redeemed(reader);
      await reader.goto('/subscribe/renew');
      await expect(reader.getByText('You have 8 issues to come')).toBeVisible();
    });

    const more =
      await test.step('the third is to go to Canada, which the gift does not cover: the difference is paid on the page', async () => {
        const before = await captured(request);
        await reader.goto(links[2] ?? '');
        const canada = reader.getByRole('radio', { name: /^Print, Canada/ });
        await canada.check();
        const price = /You pay \$([\d.]+), once/.exec(
          (await reader.getByText('Gus Giver has paid for the gift. You pay').textContent()) ?? '',
        );
        const cents = Math.round(Number(price?.[1]) * 100);
        expect(cents).toBeGreaterThan(0);
        await reader.getByRole('textbox', { name: /^Address/ }).fill('9 Signal Hill Road');
        await reader.getByLabel('City').fill('Halifax');
        await reader.getByRole('combobox', { name: /^State/ }).fill('Nova Scotia');
        await reader.getByRole('option', { name: 'Nova Scotia' }).click();
        await reader.getByLabel('Postal code').fill('B3H 1A1');
        await reader.getByRole('button', { name: 'Proceed to Payment' }).click();
        await enterCard(reader, '4000000000000002');
        await reader.getByRole('button', { name: 'Submit Payment' }).click();
        await expect(reader.getByRole('alert')).toContainText('declined');
        expect(await captured(request)).toBe(before);
        await enterCard(reader, '4242424242424242');
        await reader.getByRole('button', { name: 'Submit Payment' }).click();
        await redeemed(reader);
        expect((await captured(request)) - before).toBe(cents);
        await letter(request, giftee, /^Your gift subscription to/, 3);
        await reader.getByRole('link', { name: 'See your receipt' }).click();
        await expect(reader).toHaveURL(/\/receipts\?token=/);
        await reader.goto('/subscribe/renew');
        await expect(reader.getByText('You have 12 issues to come')).toBeVisible();
        return cents;
      });

    await test.step('a gift is had once, and a link to nothing says so', async () => {
      await reader.goto(links[0] ?? '');
      await expect(reader.getByText('This gift is already redeemed.')).toBeVisible();
      await reader.goto('/subscribe/redeem?token=there-is-no-such-gift');
      await expect(reader.getByText('We could not find a gift behind this link.')).toBeVisible();
      expect((await captured(request)) - taken).toBe(3 * (5600 - 1000) + more);
    });
    await reader.context().close();
  },
);

test('three gifts are chosen with a coupon and paid for at once', { tag: '@ci' }, async ({ page, request }) => {
  const giver = newReader('giver');
  const taken = await captured(request);
  await page.goto('/subscribe?type=gift&code=postcard');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  const count = page.getByRole('spinbutton', { name: 'How many?' });
  await count.fill('3');
  await count.press('Tab');
  await expect(page.getByText('$138.00').last()).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill('Gus Giver');
  await page.getByRole('textbox', { name: /^Email/ }).fill(giver);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
  expect((await captured(request)) - taken).toBe(3 * (5600 - 1000));
  expect([...new Set((await letter(request, giver, /^Your gifts from/)).text.match(/redeem\?token=[\w-]+/g))]).toHaveLength(3);
});

test(
  'a gift that is posted is added to the subscription of a recipient who has an account',
  { tag: ['@ci', '@§6.subscriber.6'] },
  async ({ page, browser, request }) => {
    const giver = newReader('sender');
    const giftee = newReader('receiver');
    const give = async (level: string, post?: () => Promise<void>) => {
      await page.goto(`/subscribe?type=gift&level=${level}`);
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await page.getByLabel('Full name').fill('Gus Giver');
      await page.getByRole('textbox', { name: /^Email/ }).fill(giver);
      await post?.();
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await enterCard(page, '4242424242424242');
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
      return (await page.getByRole('link', { name: /redeem\?token=/ }).getAttribute('href')) ?? '';
    };

    const reader = await (await browser.newContext()).newPage();
    await test.step('the recipient has a digital subscription', async () => {
      await reader.goto(await give('standard-digital'));
      await reader.getByLabel('Full name').fill('Nana Okoro');
      await reader.getByLabel('Email').first().fill(giftee);
      await reader.getByLabel(/^Password/).fill(PASSWORD);
      await reader.getByLabel('Confirm password').fill(PASSWORD);
      await reader.getByRole('button', { name: 'Redeem' }).click();
      await redeemed(reader);
    });

    const link =
      await test.step('another gift is sent to them directly; the receipt has no card, and the link that is theirs', async () => {
        const url = await give('standard-print', async () => {
          await page.getByRole('radio', { name: /^Send it to them/ }).check();
          await page.getByLabel('Their full name').fill('Nana Okoro');
          await fillAddress(page);
        });
        await expect(page.getByText('sent to Nana Okoro by post')).toBeVisible();
        await expect(page.getByRole('img', { name: /^The QR code/ })).toHaveCount(0);
        return url;
      });

    await test.step('with it they add what is still to come, once', async () => {
      await reader.goto(link);
      await expect(reader.getByText('Its issues are posted to Nana Okoro. If that is you')).toBeVisible();
      await reader.getByRole('button', { name: 'Add it to my subscription' }).click();
      await redeemed(reader);
      await letter(request, giftee, /^Your gift subscription to/, 2);
      await reader.goto('/subscribe/renew');
      await expect(reader.getByText('You have 8 issues to come')).toBeVisible();
      await reader.goto(link);
      await expect(reader.getByText('This gift is already redeemed.')).toBeVisible();
    });
    await reader.context().close();
  },
);
