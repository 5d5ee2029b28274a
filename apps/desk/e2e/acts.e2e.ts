// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { AddressChanged, AutorenewSwitched, LetterSent, SessionsEnded, SubscriptionCancelled } from '@newsstand/contracts/desk-verbs';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { expect, type Page, type Route } from '@playwright/test';
import { LETTER, OWNER, READER, serveStubs, UNDONE, unfold, type Answers, wide, isWide } from './stubs.ts';

const ZONES: ShippingConfig = {
  a: {
    countries: [{ code: 'US', names: ['United States'] }],
    states: { US: ['OH Ohio', 'TX Texas'].map((state) => ({ code: state.slice(0, 2), names: [state.slice(3)] })) },
  },
  b: { countries: [{ code: 'CA', names: ['Canada'] }], states: { CA: [{ code: 'ON', names: ['Ontario'] }] } },
  c: {
    countries: [
      { code: 'DE', names: ['Germany'] },
      { code: 'FR', names: ['France'] },
    ],
    states: {},
  },
  ship_prices: { a1: 0, a2: 0, a5: 0, b1: 0, b2: 0, b5: 0, c1: 0, c2: 0, c5: 0 },
};
const ADDRESS: AddressChanged = {
  goods: [],
  from: ['14 Elm St', 'Dayton, OH 45402', 'United States'],
  to: ['9 Oak St', 'Dayton, OH 45402', 'United States'],
  lists: [{ issue: 16, part: 2 }],
  waiting: [14, 15],
  invoices: [],
  letter: 'anna@example.org',
};
const AUTORENEW: AutorenewSwitched = {
  on: false,
  renewal: { amount: 5200, due: '2026-12-20T00:00:00Z' },
  charging: false,
  letter: 'anna@example.org',
};
const SESSIONS: SessionsEnded = { ended: 2, letter: 'anna@example.org' };
const SENT: LetterSent = { kind: 'receipt', letter: 'anna@example.org' };

type Sent = { dry: boolean; body: { action: string; [field: string]: unknown } };
const path = (rest: string) => `/readers/${OWNER}/${rest}`;

/**
 * Whoever may do it, at the reader's page; answers what was sent there. `answer` decides by itself where it is a
 * function.
 */
async function open(page: Page, answers: Answers): Promise<Sent[]> {
  const sent: Sent[] = [];
  const noted = Object.entries(answers).map(([at, answer]) => [
    at,
    async (route: Route) => {
      sent.push({ dry: new URL(route.request().url()).searchParams.has('dry'), body: route.request().postDataJSON() });
      if (typeof answer === 'function') await answer(route);
      else await route.fulfill({ json: answer });
    },
  ]);
  await serveStubs(page, 'service', { '/zones': ZONES, ...Object.fromEntries(noted) });
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return sent;
}

const happens = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'What happens' });

for (const width of [1280, 375]) {
  test(`an address is changed with two clicks, what happens is said before, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const sent = await open(page, { [path('address/a')]: ADDRESS });
    await page.getByRole('button', { name: 'Change address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Address of Anna Kowalska' });
    await expect(dialog.getByRole('textbox', { name: /^Address/ })).toHaveValue('14 Elm St');
    // Nothing to do yet.
    await expect(dialog.getByRole('button', { name: 'Change address' })).toBeDisabled();
    await expect(dialog).toContainText('Nothing is changed yet.');
    await dialog.getByRole('textbox', { name: /^Address/ }).fill('9 Oak St');
    await expect(happens(page)).toContainText('Copies go to 9 Oak St, Dayton, OH 45402, United States, from the next list on.');
    await expect(happens(page)).toContainText('What waits of issue 14 and 15 goes there, too, on the next late list.');
    await expect(happens(page)).toContainText('Issue 16, late list 1, has the old address');
    await expect(happens(page)).toContainText('A letter says so to anna@example.org.');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Change address' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'The address was changed.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change address' })).toBeFocused();
    expect(sent.findLast(({ dry }) => !dry)).toMatchObject({
      body: { reason: 'asked', version: 'v1', address: { line1: '9 Oak St', state: 'OH' } },
    });
    expect([sent.filter(({ dry }) => !dry).length, new Set(sent.map(({ body }) => body.action)).size]).toEqual([1, 1]);
  });
}

test('who changes an address with the keyboard alone gets there and back', async ({ page }) => {
  const sent = await open(page, { [path('address/a')]: ADDRESS });
  await page.getByRole('button', { name: 'Change address' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const line = dialog.getByRole('textbox', { name: /^Address/ });
  for (let tabs = 0; tabs < 8 && !(await line.evaluate((field) => field === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(line).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' rear');
  await expect(happens(page)).toContainText('Copies go to');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The address was changed.' })).toBeVisible();
  expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { address: { line1: '14 Elm St rear' } } });
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change address' })).toBeFocused();
});

test('what is typed goes into the address from the first moment on, however late its zone is read, and a zone chosen by arrows keeps the focus', async ({
  page,
}) => {
  const zones = Promise.withResolvers<void>();
  await open(page, {
    [path('address/a')]: ADDRESS,
    '/zones': async (route: Route) => {
      await zones.promise;
      await route.fulfill({ json: ZONES });
    },
  });
  await page.getByRole('button', { name: 'Change address' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  // Where countries are not known yet one can be chosen, and not any more once there is one alone.
  const country = dialog.getByRole('combobox', { name: /^Country/ });
  await expect(country).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /^Address/ })).toBeFocused();
  zones.resolve();
  await expect(country).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: /^Address/ })).toBeFocused();
  await dialog.getByRole('radio', { name: 'United States' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Canada' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change address' })).toBeFocused();
});

test('an address that cannot be one says so beside its field', async ({ page }) => {
  await open(page, {
    [path('address/a')]: (route: Route) => route.fulfill({ status: 422, json: { errors: { state: 'Choose a state from the list.' } } }),
  });
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByRole('dialog').getByLabel('City').fill('Austin');
  await expect(page.getByRole('dialog').getByText('Choose a state from the list.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('an address that somebody changed meanwhile is shown beside what was typed, and either is kept', async ({ page }) => {
  let theirs = false;
  const [old] = READER.addresses;
  if (!old) throw new Error('there is no address');
  const changed = {
    ...READER,
    addresses: [{ ...old, lines: ['2 Theirs St'], typed: { ...old.typed, line1: '2 Theirs St' }, version: 'v2' }],
  };
  const sent = await open(page, {
    [path('address/a')]: (route: Route) => {
      const { version } = route.request().postDataJSON();
      return theirs && version === 'v1'
        ? route.fulfill({ status: 409, json: { errors: 'This address was changed meanwhile.' } })
        : route.fulfill({ json: ADDRESS });
    },
  });
  await page.route(`**/api/desk/readers/${OWNER}`, (route) => route.fulfill({ json: theirs ? changed : READER }));
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('9 Oak St');
  await expect(happens(page)).toContainText('Copies go to');
  theirs = true;
  await dialog.getByRole('button', { name: 'Change address' }).click();
  const both = dialog.getByRole('region', { name: 'Changed meanwhile' });
  await expect(both).toContainText('2 Theirs St');
  await expect(both).toContainText('9 Oak St');
  await expect(both.getByRole('button')).toHaveText(['Use theirs', 'Go on with yours']);
  await expect(dialog.getByRole('button', { name: 'Change address' })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await both.getByRole('button', { name: 'Go on with yours' }).click();
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The address was changed.' })).toBeVisible();
  expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { version: 'v2', address: { line1: '9 Oak St' } } });
});

test('what could not be sent is sent again as the same action', async ({ page }) => {
  let fails = true;
  const sent = await open(page, {
    [path('end-sessions')]: (route: Route) =>
      fails && !route.request().url().includes('dry') ? route.abort() : route.fulfill({ json: SESSIONS }),
  });
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = page.getByRole('dialog');
  await expect(happens(page)).toContainText('2 browsers are logged out at once.');
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It may have been done');
  expect(await violations(page)).toEqual([]);
  fails = false;
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 browsers were logged out.' })).toBeVisible();
  expect(new Set(sent.map(({ body }) => body.action)).size).toBe(1);
});

test('renewing by itself is not offered to who has no card, and what they can do is said', async ({ page }) => {
  await open(page, {
    [`/readers/${OWNER}`]: (route: Route) =>
      route.fulfill({ json: { ...READER, account: { ...READER.account, autorenew: null, card: null } } }),
  });
  const button = page.getByRole('button', { name: 'Renew by itself' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/needs a card: they add one in their account/);
  expect(await violations(page)).toEqual([]);
});

test('renewing by itself is stopped, and what is not charged is said before', async ({ page }) => {
  const sent = await open(page, { [path('autorenew')]: AUTORENEW });
  await page.getByRole('button', { name: 'Stop renewing' }).click();
  await expect(happens(page)).toContainText('$52.00, planned for 12.20.2026, is not charged.');
  await page.getByRole('dialog').getByLabel('Reason').selectOption('The reader died');
  await expect.poll(() => sent.at(-1)).toMatchObject({ dry: true, body: { reason: 'deceased' } });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Stop renewing' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It no longer renews by itself.' })).toBeVisible();
  expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { on: false, reason: 'deceased' } });
});

for (const width of [1280, 375]) {
  test(`a subscription is ended, and what that means is said before, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const invoices = [{ number: 'EXC-003', total: 1200, letter: 'anna@example.org' }];
    const ended: SubscriptionCancelled = { left: 3, renewal: true, charging: true, back: 1200, invoices, letter: 'anna@example.org' };
    const sent = await open(page, { [path('subscriptions/2/cancel')]: ended });
    const runs = page.getByRole('region', { name: 'Runs' });
    // What is over cannot be ended.
    await expect(runs.getByRole('button')).toHaveCount(1);
    await runs.getByRole('button', { name: /^End it…/ }).click();
    await expect(happens(page)).toContainText('Print, United States, Solidarity, 1 year ends now; 3 issues do not come any more.');
    await expect(happens(page)).toContainText('One charge is on its way, and counts.');
    await expect(happens(page)).toContainText('Invoice EXC-003, $12.00, which is not paid and for nothing any more, is cancelled for good');
    await expect(happens(page)).toContainText('No money goes back by this; $12.00 of its order went back before.');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The subscription was ended.' })).toBeVisible();
    expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { served: 1, reason: 'asked' } });
  });
}

test('that the bank took the money is the reason where it did, and is offered nowhere else', { tag: '@ci' }, async ({ page }) => {
  const ended: SubscriptionCancelled = { left: 3, renewal: false, charging: false, back: 5200, invoices: [], letter: 'anna@example.org' };
  let disputed = false;
  const asks = (route: Route) => route.fulfill({ json: { ...ended, disputed } });
  const sent = await open(page, { [path('subscriptions/2/cancel')]: asks });
  const ends = page.getByRole('region', { name: 'Runs' }).getByRole('button', { name: /^End it…/ });
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await ends.click();
  await expect(happens(page)).toContainText('3 issues do not come any more.');
  await expect(reason.getByRole('option', { name: 'The bank took the money back' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  disputed = true;
  await ends.click();
  await expect(reason).toHaveValue('disputed');
  await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The subscription was ended.' })).toBeVisible();
  expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { reason: 'disputed' } });
});

test('a letter is sent again, and a login link mailed; a code is not offered again', async ({ page }) => {
  const sent = await open(page, { [path(`letters/${LETTER}/resend`)]: SENT, [path('login-letter')]: { ...SENT, kind: 'reset' } });
  const letters = page.getByRole('region', { name: 'Letters' });
  await expect(letters.getByRole('button')).toHaveCount(1);
  await letters.getByRole('button', { name: /^Send again/ }).click();
  await expect(happens(page)).toContainText('It goes to anna@example.org');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The letter goes to anna@example.org.' })).toBeVisible();
  await page.getByRole('button', { name: 'Mail login link' }).click();
  await expect(happens(page)).toContainText('It works for 30 minutes, once.');
  await page.getByRole('dialog').getByRole('button', { name: 'Mail the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The link goes to anna@example.org.' })).toBeVisible();
  expect(sent.filter(({ dry }) => !dry)).toHaveLength(2);
});

test('whose address is changed is asked whether goods that wait go there, too', { tag: '@ci' }, async ({ page }) => {
  const mugs = {
    order: LETTER,
    number: 'EXR-9',
    goods: ['2 × Harbour Mug'],
    address: ['14 Elm St', 'Dayton OH 45402'],
    here: true,
    batch: 3,
  };
  const gift = { ...mugs, order: OWNER, number: 'EXR-10', address: ['1 Ash St'], here: false, batch: null };
  const sent = await open(page, { [path('address/a')]: { ...ADDRESS, goods: [mugs, gift] } });
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('9 Oak St');
  const [own, other] = [dialog.getByRole('checkbox', { name: /EXR-9/ }), dialog.getByRole('checkbox', { name: /EXR-10/ })];
  await expect(own).toBeChecked();
  await expect(other).not.toBeChecked();
  await expect(happens(page)).toContainText(
    '2 × Harbour Mug of order EXR-9 goes there, too: packed in batch 3, whose slip is to be printed again.',
  );
  await expect(happens(page)).toContainText('2 × Harbour Mug of order EXR-10 goes to 1 Ash St as before.');
  expect(await violations(page)).toEqual([]);
  await own.uncheck();
  await other.check();
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The address was changed.' })).toBeVisible();
  expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { goods: [OWNER] } });
});

test('a move that is billed is on the button with its sum: the address does not change by it yet', async ({ page }) => {
  const invoice = { number: null, total: 2400, due: '2026-12-29T00:00:00Z', letter: 'anna@example.org' };
  const moved = { subscriptions: 1, amount: 2400, version: 'as shown', invoice };
  const sent = await open(page, {
    [path('address/b')]: { ...ADDRESS, from: null, letter: null, to: ['5 King St', 'Toronto'], lists: [], moved },
  });
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Canada' }).click();
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('5 King St');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Toronto');
  await dialog.getByRole('textbox', { name: /^(Zip|Postal)/ }).fill('M5H 1A1');
  await dialog.getByRole('combobox', { name: /^(State|Province)/ }).fill('Ontario');
  await dialog.getByRole('option', { name: 'Ontario' }).click();
  await expect(happens(page)).toContainText('An invoice of $24.00 for what the zone costs goes to anna@example.org');
  await dialog.getByRole('button', { name: 'Bill $24.00' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copies go there once it is paid.' })).toBeVisible();
  // Whoever confirms it confirms what was shown to move.
  expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { move: 'billed', moved: 'as shown' } });
});

test('a letter that is not sent again says why', { tag: '@ci' }, async ({ page }) => {
  const [letter] = READER.letters;
  const letters = letter ? [{ ...letter, again: false, why_not: 'cancelled' }] : [];
  await open(page, { [`/readers/${OWNER}`]: (route: Route) => route.fulfill({ json: { ...READER, letters } }) });
  const list = page.getByRole('region', { name: 'Letters' });
  await expect(list).toContainText('not again: the invoice was cancelled');
  await expect(list.getByRole('button')).toHaveCount(0);
});

test('who asks what is kept of them is mailed it, and nobody at the desk sees it', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  const sent = await open(page, { [path('export')]: { ...SENT, kind: 'account-export' } });
  // On a telephone what is rarer waits behind one button; by keyboard it follows it.
  const [more, keep] = [page.getByRole('button', { name: 'More' }), page.getByRole('button', { name: 'Mail what we keep' })];
  await expect(keep).toBeHidden();
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Log out everywhere' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await keep.click();
  await expect(happens(page)).toContainText('A letter goes to anna@example.org, which they have proved to be theirs');
  expect([await violations(page), await isWide(page)]).toEqual([[], false]);
  await page.getByRole('dialog').getByRole('button', { name: 'Mail it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'What we keep goes to anna@example.org.' })).toBeVisible();
  expect(sent.filter(({ dry }) => !dry)).toHaveLength(1);
});

for (const width of [1280, 375]) {
  test(`another copy of the newest issue is sent with two clicks, and where it goes is said before, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const address = ['Anna Kowalska', '14 Elm St', 'Dayton, OH 45402', 'United States'];
    const sent = await open(page, { [path('copies')]: { medium: 'print', copies: 1, address, letter: 'anna@example.org' } });
    await expect(page.getByRole('region', { name: 'Post' })).toContainText('one copy, United States, waits for the next list');
    await unfold(page);
    await page.getByRole('button', { name: 'Another copy…' }).click();
    await expect(happens(page)).toContainText('One copy goes on the next list of issue 16 that is made, to Anna Kowalska, 14 Elm St');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('dialog').getByRole('button', { name: 'Send issue 16 again' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Another copy of issue 16 is on its way.' })).toBeVisible();
    expect(sent.findLast(({ dry }) => !dry)).toMatchObject({ body: { issue: 16, reason: 'lost', asked: 0 } });
  });
}

test('what was done is taken back, and where its button went the focus is on what was said', async ({ page }) => {
  let undone = false;
  const [action, ...others] = READER.history;
  if (!action) throw new Error('nothing was done');
  await open(page, {
    [path('end-sessions')]: SESSIONS,
    [`/actions/${UNDONE}/undo`]: async (route: Route) => {
      undone = !route.request().url().includes('dry');
      await route.fulfill({ json: { verb: 'changeAddressFor', told: null, held: true } });
    },
  });
  await page.route(`**/api/desk/readers/${OWNER}`, (route) =>
    route.fulfill({ json: undone ? { ...READER, history: [{ ...action, undone: true, undo: false }, ...others] } : READER }),
  );
  // What was done last is not said beside what is taken back.
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  const last = page.getByText('2 browsers were logged out.');
  await expect(last).toBeVisible();
  await page
    .getByRole('region', { name: 'History' })
    .getByRole('button', { name: /^Undo ?: changed the address, United States$/ })
    .click();
  await expect(happens(page)).toContainText(
    'It becomes what it was before.Copies came back from that address: nothing is posted there until another is named.Nobody is written to.',
  );
  await expect(last).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It was taken back.' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'History' }).getByRole('button')).toHaveCount(0);
});

test('who lets a subscription go on reads that it renews by itself again, before and after', async ({ page }) => {
  const [action] = READER.history;
  if (!action) throw new Error('nothing was done');
  await open(page, {
    [`/actions/${UNDONE}/undo`]: {
      verb: 'cancelSubscription',
      told: 'anna@example.org',
      renews: true,
      renewal: { amount: 5200, due: '2026-12-20T12:00:00Z' },
    },
  });
  const history = [{ ...action, verb: 'cancelSubscription', from: {}, to: {} }];
  await page.route(`**/api/desk/readers/${OWNER}`, (route) => route.fulfill({ json: { ...READER, history } }));
  await page.getByRole('region', { name: 'History' }).getByRole('button', { name: /^Undo/ }).click();
  await expect(happens(page)).toContainText(
    'It renews by itself again: $52.00 is charged on 12.20.2026.A letter says so to anna@example.org.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It was taken back, and renews by itself again.' })).toBeVisible();
});

for (const { verb, what, says } of [
  {
    verb: 'cancelSubscription',
    what: { renews: null, put_off: { amount: 5200, due: '2026-12-20T12:00:00Z' } },
    says: 'Not charged: $52.00 on 12.20.2026. The last issue comes first, and another notice.',
  },
  {
    verb: 'compSubscription',
    what: { renewal: { amount: 5200, due: '2026-12-20T12:00:00Z' } },
    says: 'What they pay for renews again: $52.00 is charged on 12.20.2026. A notice of it goes out now.',
  },
])
  test(`Undo of ${verb} says which renewal is charged, or is not any more`, async ({ page }) => {
    const [action] = READER.history;
    if (!action) throw new Error('nothing was done');
    await open(page, { [`/actions/${UNDONE}/undo`]: { verb, told: 'anna@example.org', ...what } });
    const history = [{ ...action, verb, from: {}, to: {} }];
    await page.route(`**/api/desk/readers/${OWNER}`, (route) => route.fulfill({ json: { ...READER, history } }));
    await page.getByRole('region', { name: 'History' }).getByRole('button', { name: /^Undo/ }).click();
    await expect(happens(page)).toContainText(`It becomes what it was before.${says}A letter says so to anna@example.org.`);
  });

test('Undo says where goods that wait go again, and which slip is to be printed anew', async ({ page }) => {
  const mugs = {
    order: LETTER,
    number: 'EXR-9',
    goods: ['2 × Harbour Mug'],
    address: ['14 Elm St', 'Dayton OH 45402'],
    here: true,
    batch: 3,
  };
  await open(page, { [`/actions/${UNDONE}/undo`]: { verb: 'changeAddressFor', told: 'anna@example.org', goods: [mugs] } });
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(happens(page)).toContainText(
    '2 × Harbour Mug of order EXR-9 goes to 14 Elm St, Dayton OH 45402 again: packed in batch 3, whose slip is to be printed again.',
  );
  expect(await violations(page)).toEqual([]);
});

test('an undo that is refused says why, and is asked about once', async ({ page }) => {
  let asked = 0;
  await open(page, {
    [`/actions/${UNDONE}/undo`]: (route: Route) => {
      asked += 1;
      return route.fulfill({ status: 409, json: { errors: 'Money was paid back for it since.' } });
    },
  });
  await page.getByRole('region', { name: 'History' }).getByRole('button', { name: /^Undo/ }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Money was paid back for it since.');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('dialog')).toContainText('Money was paid back for it since.');
  expect(asked).toBe(1);
});

test('who may not do it is not offered it', async ({ page }) => {
  await serveStubs(page, 'accountant');
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('region', { name: 'Letters' })).toBeVisible();
  for (const name of ['Change address', 'Stop renewing', 'Log out everywhere', 'Mail login link', /^Send again/, /^Undo/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('whose copies come back is said beside their name and their address, and of an issue of which a copy waits no second one is sent', async ({
  page,
}) => {
  const [address] = READER.addresses;
  const copy = { id: UNDONE, issue: 16, zone: 'a', part: null, copies: 1, asked: '2026-11-02T15:00:00.000Z' };
  const reader = {
    ...READER,
    addresses: [{ ...address, undeliverable: '2026-11-02T15:00:00.000Z' }],
    given: [
      { issue: 17, medium: 'print', again: 0, waits: { zone: 'a', why: 'held' } },
      { issue: 16, medium: 'print', again: 1 },
    ],
    copies: [copy],
  };
  await serveStubs(page, 'service', { [`/readers/${OWNER}`]: reader });
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/readers/${OWNER}`);
    await expect(page.getByText('Copies come back: another address is needed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('A copy came back 11.2.2026: nothing is posted there.');
    await expect(page.getByRole('region', { name: 'Post', exact: true })).toContainText('on no list: copies come back');
    await unfold(page);
    await page.getByRole('button', { name: 'Another copy…' }).click();
    await page.getByRole('dialog').getByLabel('Issue').selectOption('16');
    await expect(page.getByRole('dialog')).toContainText('Another copy of issue 16 waits for the next list already');
    await expect(page.getByRole('button', { name: 'Send issue 16 again' })).toBeDisabled();
    expect(await violations(page)).toEqual([]);
  }
});

test('the address of a guest begins with the one that they named with their order, and is kept with two clicks', async ({ page }) => {
  const [kept] = READER.addresses;
  const guest = {
    ...READER,
    account: null,
    addresses: [],
    terms: [],
    ordered: { shipcode: 'a', typed: { ...kept?.typed, line1: '9 Oak St' } },
  };
  await open(page, {
    [`/readers/${OWNER}`]: (route: Route) => route.fulfill({ json: guest }),
    [path('address/a')]: (route: Route) =>
      route.fulfill({ json: { from: null, to: ['9 Oak St', 'Dayton, OH 45402'], lists: [], letter: null } }),
  });
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByRole('dialog').getByLabel('City')).toHaveValue('Dayton');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Change address' })).toBeEnabled();
});
