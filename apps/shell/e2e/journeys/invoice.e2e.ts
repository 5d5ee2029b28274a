import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { displayDate } from '@newsstand/contracts/display-date';
import { expect, test } from '@playwright/test';
import { captured, enterCard, newReader, nextMail, runInvoice } from './stack.ts';

const PEOPLE = ['Bo Holm', 'Cai Reyes', 'Dag Lund', 'Eva Sund', 'Finn Ness'];

/** What staff write for an institution: a year in print for five people, each at their own address. */
const written = (email_to: string, parts: object = {}) => ({
  billed_to: 'Library of the Harbour Board',
  name: 'Ada Merrow',
  email: 'ada@example.org',
  email_to,
  term: 30,
  giftees: PEOPLE.map((name, index) => ({
    name,
    address: { line1: `${index + 1} Harbour Street`, city: 'Portland', state: 'ME', postcode: '04101', country: 'US' },
    gift: { medium: 'print', level: 'low', term: '1year' },
  })),
  ...parts,
});

/** Writes the file and runs the staff's program on it; answers what it says. */
async function write(invoice: object): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'invoice-')), 'invoice.json');
  await writeFile(file, JSON.stringify(invoice));
  return runInvoice(file);
}

test(
  'an institution is invoiced for five people, and pays by card after a failure',
  { tag: ['@§1.offers.17'] },
  async ({ page, request }) => {
    const accounts = newReader('accounts');
    const taken = await captured(request);
    const message = await write(written(accounts));
    const number = /EXC-\d{3,}/.exec(message)?.[0] ?? '';
    expect(message).toContain('$280.00');

    const mail = await nextMail(request, accounts);
    expect(mail.subject).toBe(`Invoice ${number} from Exclave`);
    expect(mail.text).toContain('$280.00 is due by');
    const url = /http\S+\/invoice\/\S+/.exec(mail.text)?.[0] ?? '';
    await page.goto(url);

    const invoice = page.getByRole('article', { name: `Invoice ${number}` });
    await expect(invoice).toContainText('NET 30');
    for (const name of PEOPLE) await expect(invoice).toContainText(name);
    await expect(invoice).toContainText('Make checks payable to Exclave Editions');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    const pdf = await download;
    expect(pdf.suggestedFilename()).toBe(`${number}.pdf`);
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await page.emulateMedia({ media: 'print' });
    await expect(invoice).toBeVisible();
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await enterCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    expect((await captured(request)) - taken).toBe(0);

    // Whoever comes to the page next is told, in the words of the specification, and may pay again.
    // The provider tells the service a moment after it told this page.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('alert')).toContainText(
        'You order failed to completed due to the following error: Your card was declined.',
        { timeout: 5000 },
      );
    }).toPass();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await enterCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/);
    await expect(page.getByRole('article')).toContainText('$280.00');
    expect((await captured(request)) - taken).toBe(28_000);

    await page.goto(url);
    await expect(page.getByText(/This invoice was paid on/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0);
  },
);

test(
  'an invoice for checks and wires only takes no card, and says it is paid once staff have the check',
  { tag: '@ci' },
  async ({ page, request }) => {
    const accounts = newReader('checks');
    const number = /EXC-\d{3,}/.exec(await write(written(accounts, { accepted_payments: 'check-or-wire-only' })))?.[0] ?? '';
    const url = /http\S+\/invoice\/\S+/.exec((await nextMail(request, accounts)).text)?.[0] ?? '';
    await page.goto(url);
    await expect(page.getByText('Bank: Harbour Mutual (specimen)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0);
    const today = new Date().toISOString().slice(0, 10);
    const paid = await runInvoice('paid', number, '--by', 'check', '--amount', '280.00', '--received', today, '--staff', 'Kit');
    expect(paid).toContain(`${number}: $280.00 received by check on ${displayDate(today)}.`);
    await page.reload();
    await expect(page.getByText(/This invoice was paid on/)).toBeVisible();
  },
);

test('a file with a mistake writes no invoice, and says which field is wrong', { tag: '@ci' }, async () => {
  await expect(write(written('a@example.org', { term: 'soon' }))).rejects.toThrow(
    'invoice.json: term must be a whole number of days, from 0 to 365',
  );
});
