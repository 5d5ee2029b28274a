import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { DeskRefund } from '@newsstand/contracts/desk-refund';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { expect, type Page, type Route } from '@playwright/test';
import { ORDER, LETTER, OWNER, serveStubs, UNDONE, type Answers, wide, isWide } from './stubs.ts';
import { AT, BACK, MONEY, MUGS, PLAN, refundOf } from './money-stubs.ts';

type Sent = { approved?: boolean; method?: string; reference?: string; version?: string; lines?: { quantity: number }[] };

/** What the desk's calls about money are answered; what was not only tried is kept. */
function moneyCalls(sent: Sent[], first: () => boolean = () => false): Answers {
  const answer = (make: (body: Sent) => unknown) => (route: Route) => {
    const body: Sent = route.request().postDataJSON();
    const isDry = route.request().url().includes('dry');
    if (!isDry) sent.push(body);
    if (first()) return route.fulfill({ status: 409, json: { errors: 'Somebody has seen to this refund already.' } });
    return route.fulfill({ json: make(body) });
  };
  const renewals = [{ amount: 4800, due: '2026-12-20T12:00:00Z' }];
  const given = { terms: 1, renewal: true, renewals, no_card: 0, upgrades: 0, gifts: 0, donation: true, pieces: 2, coupons: 0 };
  const now = (refund: DeskRefund) => ({ refund, back_to: 'Visa ···· 4242', letter: 'anna@example.org' });
  return {
    [`/orders/${ORDER.id}/money`]: MONEY,
    [`/refunds/${UNDONE}/approve`]: answer(({ approved }) => ({
      ...now(refundOf(approved ? { state: 'sent', credit_note: 'CN-33' } : { state: 'refused' })),
      closes: [{ amount: 900, credit_note: 'CN-30' }],
      asked: { reason: 'courtesy', note: 'three letters about it', happens: { ...PLAN.happens, ends: 1, dropped: 2 } },
    })),
    [`/refunds/${OWNER}/retry`]: answer(({ method }) => ({
      ...(method === 'undo' && { given }),
      ...now(refundOf({ amount: 900, method: method === 'check' ? 'check' : 'card', state: 'sent', credit_note: 'CN-32' })),
    })),
    [`/orders/${ORDER.id}/refunds`]: answer(({ lines = [] }) => {
      const takes = lines[0]?.quantity ?? 0;
      return {
        plan: { ...PLAN, lines: [{ ...MUGS, takes }], happens: { ...PLAN.happens, dropped: takes, restocked: takes } },
        refund: null,
      };
    }),
    '/money-back/re_1/decide': answer(({ lines = [], version }) => ({
      plan: {
        ...PLAN,
        lines: PLAN.lines.map((line) => ({ ...line, takes: lines[0]?.quantity ?? 0 })),
        happens: { ...PLAN.happens, ends: lines[0]?.quantity ?? 0, renewal: lines.length > 0 },
      },
      refund: version === '' ? null : refundOf({ state: 'sent', credit_note: 'CN-34', elsewhere: true }),
    })),
    ...Object.fromEntries(
      (['refunds-to-approve', 'refunded-elsewhere', 'refund-failed', 'paid-back-held'] as const).map((list) => [
        `/lists/${list}`,
        { list, count: 1, waiting: [{ owner: OWNER, name: 'Anna Kowalska', what: 'EXR-8812', order: ORDER.id, amount: 7200, since: AT }] },
      ]),
    ),
  };
}

async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await isWide(page)).toBe(false);
}

const happens = (page: Page) => page.getByRole('region', { name: 'What happens' });

for (const width of [1280, 375]) {
  test(
    `an order’s page says of each refund how it stands, who asked for it, and its credit note, ${wide(width)}`,
    { tag: '@ci' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await serveStubs(page, 'publisher', moneyCalls([]));
      await page.goto('/orders/EXR-8812');
      const money = page.getByRole('region', { name: 'Money' });
      await expect(money.getByRole('listitem')).toContainText([
        'Paid',
        'Paid back',
        'Waits for another person to approve it',
        'Refund failed, the money is with us',
        'Paid back',
        'Refunded',
      ]);
      await expect(money).toContainText('not by the desk · decided by Cleo');
      await expect(money).toContainText('by check 1042 · credit note CN-31');
      await expect(money.getByRole('link', { name: 'credit note CN-31, PDF' })).toHaveAttribute(
        'href',
        'https://magazine.example/CN-31/pdf',
      );
      await expect(money).toContainText('The account is closed.');
      await expect(money).toContainText('not by the desk');
      await looksRight(page);
    },
  );

  test(`what went back elsewhere is decided in one dialog, from Today’s list with two clicks, ${wide(width)}`, async ({ page }) => {
    const sent: Sent[] = [];
    await page.setViewportSize({ width, height: 900 });
    await serveStubs(page, 'service', moneyCalls(sent));
    await page.goto('/lists/refunded-elsewhere');
    await page.getByRole('button', { name: 'Decide… order EXR-8812' }).click();
    await expect(page.getByRole('dialog')).toContainText('$72.00 of order EXR-8812, Anna Kowalska');
    // Its first field is there only once the order was read.
    await expect(page.getByRole('checkbox', { name: 'End it now' })).toBeFocused();
    // All of it went back: that all of it ends is what it is asked for, unless somebody says otherwise.
    await expect(page.getByRole('checkbox', { name: 'End it now' })).toBeChecked();
    await expect(happens(page)).toContainText('The subscription ends now');
    await expect(happens(page)).toContainText('A letter says so to whose subscription ends.');
    // What is sent of it once more and is not taken away with it the dialog names.
    await expect(happens(page)).toContainText('Order EXR-9, which sends of it once more, still waits under Parcels');
    await looksRight(page);
    await page.getByRole('button', { name: 'Take it away' }).click();
    await expect(page.getByText('It was taken away; credit note CN-34.')).toBeVisible();
    expect(sent).toMatchObject([{ version: 'v7', lines: [{ ordinal: 1, quantity: 1 }] }]);
  });
}

test(
  'of a dispute that was won it is decided whether what was taken away is given back, and an open one leads to its order',
  { tag: '@ci' },
  async ({ page }) => {
    const sent: Sent[] = [];
    const won = { ...BACK, id: 're_1', state: 'won' as const, took: OWNER };
    const took = refundOf({ id: OWNER, method: 'none', amount: 0, state: 'sent', takes: true });
    const row = { owner: OWNER, name: 'Anna Kowalska', what: 'EXR-8812', amount: 7200, since: AT };
    await serveStubs(page, 'service', {
      ...moneyCalls(sent),
      [`/orders/${ORDER.id}/money`]: { refunds: [took], back: [won] },
      '/lists/disputes': {
        list: 'disputes',
        count: 2,
        waiting: [
          { ...row, order: ORDER.id },
          { ...row, what: 'EXR-9', order: null, provider: 'https://provider.example/payments/pi_9' },
        ],
      },
    });
    await page.goto('/lists/disputes');
    await expect(page.getByRole('link', { name: /Anna Kowalska.*EXR-9/ })).toHaveAttribute('href', '/orders/EXR-9');
    const provider = page.getByRole('link', { name: 'At the provider order EXR-9' });
    await expect(provider).toHaveAttribute('href', 'https://provider.example/payments/pi_9');
    await looksRight(page);
    await expect(page.getByRole('button', { name: /^Decide…/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Decide… order EXR-8812' }).click();
    await expect(page.getByRole('dialog')).toContainText('the dispute was won');
    await expect(happens(page)).toContainText('The subscription goes on');
    await looksRight(page);
    await page.getByRole('combobox', { name: 'What was taken away' }).selectOption('Leave it as it is');
    await expect(happens(page)).toContainText('What was taken away stays taken, and nobody is written to.');
    await page.getByRole('button', { name: 'Leave it' }).click();
    await expect(page.getByText('It was left as it is.')).toBeVisible();
    expect(sent).toMatchObject([{ version: 'v7', lines: [] }]);
  },
);

test(
  'what a bank only asks about stands among the disputes and on its order’s page, with until when and where it is answered',
  { tag: '@ci' },
  async ({ page }) => {
    const row = { owner: OWNER, name: 'Anna Kowalska', what: 'EXR-8812', order: null, amount: 7200, since: AT };
    const [provider, due] = ['https://provider.example/payments/pi_1', '2026-11-12T20:00:00.000Z'];
    const asked = { id: 'du_1', amount: 7200, reason: 'product_not_received', created: AT, provider, due, answered: false };
    await serveStubs(page, 'service', {
      [`/orders/${ORDER.id}/money`]: { refunds: [], back: [], inquiries: [asked] },
      '/lists/disputes': {
        list: 'disputes',
        count: 2,
        waiting: [
          { ...row, provider, inquiry: { due, answered: false } },
          { ...row, what: 'EXR-9', provider, inquiry: { due, answered: true } },
        ],
      },
    });
    await page.goto('/lists/disputes');
    const link = page.getByRole('link', { name: /EXR-8812.*no money was taken; answer by/ });
    await expect(page.getByRole('link', { name: /EXR-9.*it is answered/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'At the provider order EXR-8812' })).toHaveAttribute('href', provider);
    await expect(page.getByRole('button', { name: /^Decide…/ })).toHaveCount(0);
    await looksRight(page);
    await link.click();
    const money = page.getByRole('region', { name: 'Money' });
    await expect(money).toContainText(/The bank asks, no money was taken; answer by 11\.12\.2026 At the provider.*product not received/);
    await expect(money.getByRole('link', { name: 'At the provider' })).toHaveAttribute('href', provider);
    await looksRight(page);
  },
);

test(
  'on its order’s page a dispute that was won is decided as well; what cannot be given back is not offered',
  { tag: '@ci' },
  async ({ page }) => {
    const took = refundOf({ id: OWNER, method: 'none', amount: 0, state: 'sent', takes: true, undo: false, went: 'check' });
    await serveStubs(page, 'service', {
      ...moneyCalls([]),
      [`/orders/${ORDER.id}/money`]: { refunds: [took], back: [{ ...BACK, state: 'won', took: OWNER }] },
    });
    await page.goto('/orders/EXR-8812');
    const money = page.getByRole('region', { name: 'Money' });
    await expect(money).toContainText('money of this order went back by check since');
    await money.getByRole('button', { name: 'Decide…' }).click();
    await expect(page.getByRole('combobox', { name: 'What was taken away' }).getByRole('option')).toHaveText(['Leave it as it is']);
    await expect(page.getByRole('button', { name: 'Leave it' })).toBeEnabled();
  },
);

test('a subscription that was ended during a dispute that was won goes on as that is given back', { tag: '@ci' }, async ({ page }) => {
  let isUndone = false;
  await serveStubs(page, 'service', {
    ...moneyCalls([]),
    [`/orders/${ORDER.id}/money`]: { refunds: [], back: [{ ...BACK, state: 'won', took: null, ended: UNDONE }] },
    [`/actions/${UNDONE}/undo`]: (route: Route) => {
      isUndone ||= !route.request().url().includes('dry');
      return route.fulfill({ json: { verb: 'cancelSubscription', told: 'anna@example.org', renews: true, renewal: null } });
    },
  });
  await page.goto('/orders/EXR-8812');
  await page.getByRole('region', { name: 'Money' }).getByRole('button', { name: 'Decide…' }).click();
  await expect(page.getByRole('dialog')).toContainText('The subscription that the order had paid for was ended meanwhile.');
  await expect(happens(page)).toContainText(
    'The subscription goes on: a letter says so.It renews by itself again: nothing is charged before the last issue has come',
  );
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('It was given back.')).toBeVisible();
  expect(isUndone).toBe(true);
});

test('where a refund took something away and subscriptions were ended beside it, all come back', { tag: '@ci' }, async ({ page }) => {
  const asked: { action: string; decides?: string }[] = [];
  const took = refundOf({ id: OWNER, method: 'none', amount: 0, state: 'sent', takes: true });
  const asks = (json: object) => (route: Route) => {
    if (!route.request().url().includes('dry')) asked.push(route.request().postDataJSON());
    return route.fulfill({ json });
  };
  await serveStubs(page, 'service', {
    ...moneyCalls([]),
    [`/orders/${ORDER.id}/money`]: { refunds: [took], back: [{ ...BACK, state: 'won', took: OWNER, ended: UNDONE, also: [LETTER] }] },
    [`/refunds/${OWNER}/retry`]: asks({
      refund: took,
      given: { terms: 0, renewal: false, renewals: [], no_card: 0, upgrades: 0, gifts: 1, donation: false, pieces: 0, coupons: 0 },
    }),
    [`/actions/${UNDONE}/undo`]: asks({ verb: 'cancelSubscription' }),
    [`/actions/${LETTER}/undo`]: asks({ verb: 'cancelSubscription' }),
  });
  await page.goto('/orders/EXR-8812');
  await page.getByRole('region', { name: 'Money' }).getByRole('button', { name: 'Decide…' }).click();
  await expect(happens(page)).toContainText('The gift’s link is good again: a letter says so.');
  await expect(happens(page)).toContainText('2 subscriptions that were ended by themselves go on: letters say so.');
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('It was given back.')).toBeVisible();
  expect(asked).toMatchObject([{ method: 'undo' }, { decides: BACK.id }, { decides: BACK.id }]);
  expect(new Set(asked.map(({ action }) => action)).size).toBe(3);
});

test('of what stays with whom it was given it is not said that it is taken away, and what still waits is named', async ({ page }) => {
  const stays = (takes: number) => ({ ...PLAN, lines: PLAN.lines.map((line) => ({ ...line, takes })) });
  const taking = (route: Route): number => (route.request().postDataJSON() as { lines: unknown[] }).lines.length;
  const paid = {
    plan: { ...stays(1), amount: 7200, others: ['bo@example.org', 'cai@example.org'] },
    refund: refundOf({ amount: 7200, state: 'sent', credit_note: 'CN-35' }),
  };
  await serveStubs(page, 'service', {
    ...moneyCalls([]),
    '/money-back/re_1/decide': (route: Route) =>
      route.fulfill({
        json: { plan: stays(taking(route)), refund: refundOf({ state: 'sent', credit_note: 'CN-34', elsewhere: true }) },
      }),
    [`/orders/${ORDER.id}/refunds`]: paid,
  });
  await page.goto('/lists/refunded-elsewhere');
  await page.getByRole('button', { name: 'Decide… order EXR-8812' }).click();
  await expect(happens(page)).toContainText('Nothing is taken away by it: what was sent, read or given stays with whom it is.');
  await page.getByRole('checkbox', { name: 'End it now' }).uncheck();
  await expect(happens(page)).toContainText('Order EXR-9, which sends of it once more, still waits under Parcels');
  // All of its money is gone: that is what the button on its page is called then.
  await expect(happens(page)).toContainText('is taken away later by ‘Take away…’ on the order’s page.');
  await page.getByRole('button', { name: 'Take nothing away' }).click();
  await expect(page.getByText('Nothing was taken away; credit note CN-34.')).toBeVisible();
  await page.goto('/orders/EXR-8812');
  await page.getByRole('button', { name: 'Pay back…' }).click();
  await expect(happens(page)).toContainText('Whose subscription or gift it was is told so, too: bo@example.org and cai@example.org.');
  await page.getByRole('button', { name: 'Pay back $72.00' }).click();
  await expect(page.getByText('$72.00 went back, credit note CN-35.')).toHaveText('$72.00 went back, credit note CN-35.');
});

test(
  'with one button all is taken back that the order has left, and no more where some of it went back of no line',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: { shipping: number; lines: { amount: number }[] }[] = [];
    const left = {
      ...PLAN,
      gone: 4000,
      lines: [
        { ...PLAN.lines[0], most: 3000 },
        { ...MUGS, most: 2000 },
      ],
      shipping: { value: 800, back: 0, most: 800 },
    };
    await serveStubs(page, 'service', {
      '/orders/EXR-8812': { ...ORDER, total: 7200 },
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        asked.push(route.request().postDataJSON());
        return route.fulfill({ json: { plan: { ...left, methods: ['card'] }, refund: null } });
      },
    });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Pay back…' }).first().click();
    await page.getByRole('button', { name: 'Take all of it back' }).click();
    await expect.poll(() => asked.at(-1)).toMatchObject({ shipping: 0, lines: [{ amount: 3000 }, { amount: 200 }] });
  },
);

test(
  'a gift that stayed with whom it was given as its money went back is ended later on its order’s page',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: { redeemed: string; lines: object[] }[] = [];
    const gift = { ...PLAN.lines[0], type: 'gift-subscription', name: 'Gift subscription', taken: 1, left: 1, most: 0, term: null };
    await serveStubs(page, 'service', {
      '/orders/EXR-8812': {
        ...ORDER,
        total: 7200,
        back: [{ ...BACK, updated: AT }],
        lines: [
          {
            ...ORDER.lines[0],
            type: 'gift-subscription',
            terms: [],
            gifts: [{ recipient: null, redeemed: AT, revoked: null, ended: null }],
          },
        ],
      },
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        const body: (typeof asked)[number] = route.request().postDataJSON();
        asked.push(body);
        const takes = body.lines.length;
        const line = { ...gift, takes, gifts: { open: 0, redeemed: 1, revoked: 0 } };
        return route.fulfill({ json: { plan: { ...PLAN, lines: [line], happens: { ...PLAN.happens, ends: takes } }, refund: null } });
      },
    });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Take away…' }).click();
    // Its number is in one line, wherever that ends.
    const title = page.getByRole('heading', { name: 'Take away what was sold with order EXR-8812, Anna Kowalska' });
    for (let width = 300; width <= 400; width += 5) {
      await page.setViewportSize({ width, height: 800 });
      expect(await title.getByText('EXR-8812').evaluate((number) => number.getClientRects().length)).toBe(1);
    }
    await page.getByRole('checkbox', { name: 'Take it back' }).check();
    await expect(page.getByRole('combobox', { name: 'Gifts that were redeemed' })).toHaveValue('end');
    await expect(happens(page)).toContainText('The subscription ends now');
    await page.getByRole('button', { name: 'Cancel, no money back' }).click();
    await expect(page.getByText('The subscription has ended. No money went back.')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ redeemed: 'end', lines: [{ quantity: 1, amount: null }] });
  },
);

test(
  'that money which went back elsewhere takes nothing away is a decision too, by the keyboard alone',
  { tag: '@ci' },
  async ({ page }) => {
    const sent: Sent[] = [];
    await serveStubs(page, 'accountant', moneyCalls(sent));
    await page.goto('/lists/refunded-elsewhere');
    await page.getByRole('button', { name: 'Decide… order EXR-8812' }).focus();
    await page.keyboard.press('Enter');
    const tick = page.getByRole('checkbox', { name: 'End it now' });
    await tick.focus();
    await page.keyboard.press('Space');
    const button = page.getByRole('button', { name: 'Take nothing away' });
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing was taken away; credit note CN-34.')).toBeVisible();
    expect(sent).toMatchObject([{ lines: [] }]);
  },
);

test(
  'goods that were paid back are taken away from Today’s list with two clicks, by who sees no reader as well',
  { tag: '@ci' },
  async ({ page }) => {
    const sent: Sent[] = [];
    await page.setViewportSize({ width: 375, height: 800 });
    await serveStubs(page, 'shop', moneyCalls(sent));
    await page.goto('/lists/paid-back-held');
    await expect(page.getByRole('link', { name: 'Anna Kowalska' })).toHaveAttribute('href', '/orders/EXR-8812');
    await page.getByRole('button', { name: 'Take them away… order EXR-8812' }).click();
    await expect(page.getByRole('dialog')).toContainText('2 × Harbour Mug, blue');
    await expect(happens(page)).toContainText('2 pieces are in stock again.');
    await looksRight(page);
    await page.getByRole('button', { name: 'Take them away', exact: true }).click();
    await expect(page.getByText('2 pieces are in stock again.')).toBeVisible();
    expect(sent).toMatchObject([{ version: 'v7', lines: [{ ordinal: 2, quantity: 2, amount: 0 }] }]);
  },
);

test('another person’s refund is allowed, or not, and the button says the sum', async ({ page }) => {
  const sent: Sent[] = [];
  await page.setViewportSize({ width: 375, height: 800 });
  await serveStubs(page, 'accountant', moneyCalls(sent));
  await page.goto('/lists/refunds-to-approve');
  await page.getByRole('button', { name: 'Allow or not… order EXR-8812' }).click();
  await expect(page.getByText('Cleo asks to pay back $300.00.')).toBeVisible();
  await expect(happens(page)).toContainText('$300.00 go back to Visa ···· 4242, with a credit note.');
  const why = ['Why Cleo asks: A courtesy.', 'Note: three letters about it', 'Taken away already: one subscription, which ended'];
  for (const words of why) await expect(happens(page)).toContainText(words);
  await expect(happens(page)).toContainText(
    'The refund of $9.00 that did not arrive is closed by this, and its credit note CN-30 holds no more.',
  );
  await looksRight(page);
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('Do not allow it');
  await expect(happens(page)).toContainText(
    'Less can be paid back anew.What was taken away stays taken.A letter says so to anna@example.org.',
  );
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('Allow it');
  await page.getByRole('button', { name: 'Allow $300.00' }).click();
  await expect(page.getByText('$300.00 went back, credit note CN-33.')).toBeVisible();
  expect(sent).toMatchObject([{ approved: true }]);
});

test('what came back is paid by check, with its number, or left', { tag: '@ci' }, async ({ page }) => {
  const sent: Sent[] = [];
  await page.setViewportSize({ width: 375, height: 800 });
  await serveStubs(page, 'service', moneyCalls(sent));
  await page.goto('/lists/refund-failed');
  await page.getByRole('button', { name: 'Pay otherwise… order EXR-8812' }).click();
  await expect(page.getByText('$9.00 came back to us: The account is closed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Number of the check or wire' }).fill('1043');
  await expect(happens(page)).toContainText('$9.00 go back by check, with a credit note.');
  await looksRight(page);
  await page.getByRole('button', { name: 'Pay $9.00' }).click();
  await expect(page.getByText('$9.00 went back, credit note CN-32.')).toBeVisible();
  expect(sent).toMatchObject([{ method: 'check', reference: '1043' }]);
});

test('what the provider refused is given back, with what happens said before', { tag: '@ci' }, async ({ page }) => {
  const sent: Sent[] = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  const refused = refundOf({ id: OWNER, amount: 900, state: 'refused', failure: 'This charge is disputed.', undo: true });
  await serveStubs(page, 'service', { ...moneyCalls(sent), [`/orders/${ORDER.id}/money`]: { refunds: [refused], back: [] } });
  await page.goto('/lists/refund-failed');
  await page.getByRole('button', { name: 'Pay otherwise… order EXR-8812' }).click();
  await page.getByRole('combobox', { name: 'Pay it' }).selectOption('Not at all: give back what was taken away');
  await expect(happens(page)).toContainText('It renews by itself again: $48.00 is charged on 12.20.2026.');
  await expect(happens(page)).toContainText('2 pieces are to be sent after all, and out of stock: a letter says so.');
  await expect(happens(page)).toContainText('The monthly donation stays ended: only its donor begins one.');
  await looksRight(page);
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('What was taken away was given back.')).toBeVisible();
  expect(sent).toMatchObject([{ method: 'undo' }]);
});

test('who comes second is told that somebody was first, and nothing can be pressed', async ({ page }) => {
  let isFirst = false;
  await serveStubs(
    page,
    'accountant',
    moneyCalls([], () => isFirst),
  );
  await page.goto('/lists/refunds-to-approve');
  await page.getByRole('button', { name: 'Allow or not… order EXR-8812' }).click();
  await expect(page.getByRole('button', { name: 'Allow $300.00' })).toBeEnabled();
  isFirst = true;
  await page.getByRole('button', { name: 'Allow $300.00' }).click();
  await expect(happens(page)).toContainText('Changed meanwhile');
  await expect(happens(page)).toContainText('Somebody has seen to this refund already. Nothing was changed.');
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Allow or not… order EXR-8812' })).toBeFocused();
});

test('what was sent is waited for: nothing closes the dialog meanwhile, and who was refused is told', async ({ page }) => {
  let answer = () => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  await serveStubs(page, 'accountant', {
    ...moneyCalls([]),
    [`/refunds/${UNDONE}/approve`]: async (route: Route) => {
      if (route.request().url().includes('dry')) return route.fulfill({ json: { refund: refundOf({ state: 'asked' }) } });
      await waits;
      await route.fulfill({ status: 422, json: { errors: 'More than is left of the order.' } });
    },
  });
  await page.goto('/lists/refunds-to-approve');
  await page.getByRole('button', { name: 'Allow or not… order EXR-8812' }).click();
  await page.getByRole('button', { name: 'Allow $300.00' }).click();
  await expect(page.getByRole('button', { name: 'Keep as it is' })).toBeDisabled();
  for (const _ of ['first', 'second']) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close' }).click();
  answer();
  await expect(happens(page)).toContainText('More than is left of the order. Nothing was changed.');
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what waits no more when its dialog opens is said so', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'accountant', { ...moneyCalls([]), [`/orders/${ORDER.id}/money`]: { refunds: [], back: [] } });
  await page.goto('/lists/refunds-to-approve');
  await page.getByRole('button', { name: 'Allow or not… order EXR-8812' }).click();
  await expect(page.getByText('Somebody has seen to it already.')).toBeVisible();
});

for (const [role, list] of [
  ['service', 'refunds-to-approve'],
  ['circulation', 'refunded-elsewhere'],
] as [DeskRole, string][]) {
  test(
    `the list ${list} is not for ${role}, who is told so and offered nothing`,
    { tag: role === 'service' ? [] : '@ci' },
    async ({ page }) => {
      await serveStubs(page, role, moneyCalls([]));
      await page.goto(`/lists/${list}`);
      await expect(page.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
      await expect(page.getByText('Anna Kowalska')).toHaveCount(0);
      await expect(page.getByRole('button', { name: /order EXR-8812/ })).toHaveCount(0);
    },
  );
}
