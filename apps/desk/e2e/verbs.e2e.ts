// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { DeskAction } from '@newsstand/contracts/desk-history';
import type { DonationEnded, ErasurePlan, ListLeft, SubscriptionComped } from '@newsstand/contracts/desk-verbs';
import { expect, type Page, type Route } from '@playwright/test';
import { LETTER, MEMBER, NOTHING, OWNER, READER, serveStubs, unfold, type Answers, wide, isWide } from './stubs.ts';

const COMPED: SubscriptionComped = { issues: 1, address: true, renewal: true, letter: 'anna@example.org' };
const ENDED: DonationEnded = { amount: 1000, processing: true, letter: 'anna@example.org' };
const PLAN: ErasurePlan = { terms: 1, donations: 1, orders: 2, goods: ['2 × Harbour Mug'], invoices: ['EXC-010'], letter: null };

const NOWHERE = { countries: [], states: {} };
const path = (rest: string) => `/readers/${OWNER}/${rest}`;
type Sent = { dry: boolean; body: { action: string; [field: string]: unknown } };

async function open(page: Page, at: string, answer: unknown, more: Answers = {}): Promise<Sent[]> {
  const sent: Sent[] = [];
  const noted = async (route: Route) => {
    sent.push({ dry: new URL(route.request().url()).searchParams.has('dry'), body: route.request().postDataJSON() });
    await route.fulfill({ json: answer });
  };
  await serveStubs(page, 'circulation', { [path(at)]: noted, ...more });
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return sent;
}
const happens = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'What happens' });

for (const width of [1280, 375]) {
  test(`a copy that was lost is made good with two clicks, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const sent = await open(page, 'comps', COMPED);
    await unfold(page);
    await page.getByRole('button', { name: 'Give…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give Anna Kowalska a subscription or an issue' });
    await expect(happens(page)).toContainText('One issue after what they have, and nobody pays for it.');
    await expect(happens(page)).toContainText('The renewal that is planned is put off');
    await expect(dialog.getByLabel('What', { exact: true })).toHaveValue('print-a');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Give one issue' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'It was given.' })).toBeVisible();
    const done = sent.at(-1);
    expect([done?.dry, done?.body]).toMatchObject([false, { reason: 'lost', issues: 1, deliverable: 'print-a', level: 'high', terms: 2 }]);
    expect(sent[0]?.body['action']).toBe(done?.body['action']);
  });
}

const LEFT: ListLeft = { list: MEMBER.list, since: MEMBER.since };
const DONE: DeskAction = {
  id: OWNER,
  who: 'Bob',
  verb: 'leaveListFor',
  subject: MEMBER.id,
  reason: 'asked',
  from: null,
  to: { list: MEMBER.list },
  at: MEMBER.since,
  undone: false,
  undoes: false,
  undo: true,
  email: 'only@example.org',
};

for (const width of [1280, 375]) {
  test(`a caller is taken off a mailing list, on their page and where an address alone is found, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const only = { ...MEMBER, email: 'only@example.org' };
    let listed = { members: [only], history: [] as DeskAction[] };
    const sent: Sent[] = [];
    await serveStubs(page, 'circulation', {
      '/find': (route: Route) => route.fulfill({ json: { ...NOTHING, listed } }),
      [`/memberships/${MEMBER.id}/leave`]: async (route: Route) => {
        const dry = new URL(route.request().url()).searchParams.has('dry');
        sent.push({ dry, body: route.request().postDataJSON() });
        if (!dry) listed = { members: [{ ...only, left: MEMBER.since }], history: [DONE] };
        await route.fulfill({ json: LEFT });
      },
      [`/actions/${OWNER}/undo`]: { verb: 'leaveListFor' },
    });
    await page.goto(`/readers/${OWNER}`);
    const lists = page.getByRole('region', { name: 'Mailing lists' });
    await expect(lists).toContainText('confirmed by a letter');
    await expect(lists).toContainText('events, off it · anna.before@example.org');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await lists.getByRole('button', { name: /^Take off…/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Take anna@example.org off a mailing list' });
    await expect(happens(page)).toContainText('with the consent of 11.2.2026. Nobody is written to.');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Take off the list' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'anna@example.org is off the list' })).toBeVisible();
    expect(sent.at(-1)).toMatchObject({ dry: false, body: { reason: 'asked' } });

    listed = { members: [only], history: [] };
    await page.goto('/find?q=only@example.org');
    await expect(page.getByText('No reader has this address: the mailing lists alone know it.')).toBeVisible();
    await page.getByRole('button', { name: /^Take off…/ }).click();
    await expect(happens(page)).toContainText('A file that was taken before still has it');
    await page.getByRole('dialog').getByRole('button', { name: 'Take off the list' }).click();
    await expect(lists).toContainText('off it');
    await expect(lists).toContainText('Bob took the address off the list The Shipping Forecast');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await lists.getByRole('button', { name: /^Undo/ }).click();
    await expect(happens(page)).toContainText('with the consent that it had');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(lists.getByText('It was taken back.')).toBeVisible();
  });
}

test('an e-mail address that is none is said to be so beside its field, and what goes to an account comes behind what it has', async ({
  page,
}) => {
  const given = { issues: 4, address: null, renewal: false, behind: true, letter: 'jan@example.org', owner: OWNER, known: true };
  const errors = { email: 'Enter a valid e-mail address.' };
  await serveStubs(page, 'circulation', {
    '/comps': (route: Route) => {
      const { email } = route.request().postDataJSON() as { email: string };
      return email.includes('@') ? route.fulfill({ json: given }) : route.fulfill({ status: 422, json: { errors } });
    },
  });
  await page.goto('/readers');
  await page.getByRole('button', { name: 'Give to somebody new…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give to somebody new' });
  await dialog.getByLabel('What', { exact: true }).selectOption('digital');
  await dialog.getByLabel('Name').fill('Jan Kowalski');
  const email = dialog.getByLabel('E-mail');
  await email.fill('jan.example.org');
  await expect(email).toHaveAccessibleDescription('Enter a valid e-mail address.');
  await expect(happens(page).getByRole('alert')).toHaveCount(0);
  await email.fill('jan@example.org');
  await expect(happens(page)).toContainText('what is given goes there.4 issues after what they have');
});

test('a whole term is given by what is chosen, and the button says it', async ({ page }) => {
  const plan = { ...COMPED, issues: null, address: false, renewal: false };
  const sent = await open(page, 'comps', plan, { [`/readers/${OWNER}`]: { ...READER, given: [] } });
  await page.getByRole('button', { name: 'Give…' }).click();
  // Who was never posted anything has lost nothing.
  await expect(page.getByLabel('Reason')).toHaveValue('courtesy');
  await page.getByLabel('How much').selectOption('lifetime');
  await expect(happens(page)).toContainText('No address of this zone is known');
  await page.getByRole('button', { name: 'Give lifetime' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent.at(-1)?.body).toMatchObject({ term: 'lifetime', issues: null, reason: 'courtesy' });
});

test('files that are given to a guest say what the account of their mailbox has, and lead there', async ({ page }) => {
  const account = '01a20889-0000-7000-8000-0000000000cc';
  const there = [{ deliverable: 'digital', level: 'low', term: '1year', copies: 1, paid: 4, served: 1, cancelled: null }];
  const plan = { ...COMPED, address: null, renewal: false, account: 'known', owner: account, there };
  const guest = { ...READER, account: null, terms: [], given: [] };
  const sent = await open(page, 'comps', plan, {
    [`/readers/${OWNER}`]: guest,
    [`/readers/${account}`]: { ...READER, owner: account, name: 'Anna of the account' },
  });
  await page.getByRole('button', { name: 'Give…' }).click();
  await expect(happens(page)).toContainText('That account has: Digital, Standard, 1 year: 1 served.');
  await expect(happens(page)).toContainText('One issue after what they have');
  await page.getByRole('button', { name: 'Give one issue' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It was given, in the account of their mailbox.' })).toBeVisible();
  // As many as were shown of the account, and not of the guest.
  expect(sent.at(-1)).toMatchObject({ dry: false, body: { terms: 1 } });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open the account that has it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna of the account');
});

for (const width of [1280, 375]) {
  test(`a year of print is given to somebody of whom nothing is known, and their page opens, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const sent: Sent[] = [];
    const given = { issues: 4, address: true, renewal: false, letter: null, owner: OWNER, known: false };
    await serveStubs(page, 'circulation', {
      '/zones': {
        a: { countries: [{ code: 'NL', names: ['Netherlands'] }], states: {} },
        b: NOWHERE,
        c: NOWHERE,
        ship_prices: { a1: 0, a2: 0, a5: 0, b1: 0, b2: 0, b5: 0, c1: 0, c2: 0, c5: 0 },
      },
      '/comps': async (route: Route) => {
        sent.push({ dry: new URL(route.request().url()).searchParams.has('dry'), body: route.request().postDataJSON() });
        await route.fulfill({ json: given });
      },
    });
    await page.goto('/readers');
    await page.getByRole('button', { name: 'Give to somebody new…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give to somebody new' });
    await dialog.getByLabel('Name').fill('Jan Kowalski');
    await dialog
      .getByLabel(/^Address/)
      .first()
      .fill('9 Elm St');
    await dialog.getByLabel('City').fill('Dayton');
    await dialog.getByLabel(/ZIP|Postal/).fill('45402');
    await expect(happens(page)).toContainText('They are known by name and address alone: only print comes to them.');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Give 1 year' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Anna Kowalska' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Given: Print, ' })).toContainText(', 1 year. ');
    expect(sent.at(-1)).toMatchObject({
      dry: false,
      body: { name: 'Jan Kowalski', email: null, deliverable: 'print-a', term: '1year', issues: null, address: { line1: '9 Elm St' } },
    });
  });
}

test('a monthly donation is ended from its line, at the amount that stands there', async ({ page }) => {
  const sent = await open(page, `donations/${LETTER}/end`, ENDED);
  await page.getByRole('button', { name: /^End it ?: \$10/ }).click();
  await expect(happens(page)).toContainText('One month is on its way, and counts.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: /^End \$10/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The monthly donation has ended.' })).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({ amount: 1000, reason: 'asked' });
});

test('the account is seen by a link of its own, made by a second click', async ({ page }) => {
  const seen = { url: 'https://magazine.example/account?admin-view=x', expires: '2026-11-22T10:15:00Z' };
  const sent = await open(page, 'admin-view', seen);
  await page.getByRole('button', { name: 'See as reader' }).click();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = page.getByRole('link', { name: 'Open the account' });
  await expect(link).toHaveAttribute('href', seen.url);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(await violations(page)).toEqual([]);
});

test('one asks for a reader to be erased, and where somebody has asked, another does it', async ({ page }) => {
  await open(page, 'erasure', PLAN);
  await page.getByRole('button', { name: 'Erase…' }).click();
  await expect(happens(page)).toContainText('Nothing goes yet: another person has to do it, within seven days.');
  await expect(happens(page)).toContainText('2 paid orders stay, as the law wants.');
  await expect(happens(page)).toContainText('Not before these invoices are paid or cancelled: EXC-010.');
  expect(await violations(page)).toEqual([]);

  const [, note] = READER.history;
  if (!note) throw new Error('there is no history');
  const asked = { ...note, verb: 'askToErase', at: new Date().toISOString() };
  const sent = await open(
    page,
    'erase',
    { ...PLAN, letter: 'anna@example.org' },
    { [`/readers/${OWNER}`]: { ...READER, history: [asked] } },
  );
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  await expect(happens(page)).toContainText('Nobody can take it back.');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent.at(-1)).toMatchObject({ dry: false, body: { reason: 'asked' } });
});

test('what stands in the search field is replaced by the next caller’s words, and a second press sets the caret', async ({ page }) => {
  await serveStubs(page, 'service', {});
  await page.goto('/find?q=kowalska');
  const field = page.getByRole('searchbox', { name: 'Find a reader' });
  await expect(field).toHaveValue('kowalska');
  await field.click();
  await page.keyboard.type('novak');
  await expect(field).toHaveValue('novak');
  await field.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await expect(field).toHaveValue('novaks');
});
