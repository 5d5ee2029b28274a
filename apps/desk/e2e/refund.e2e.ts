import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { RefundPlan } from '@newsstand/contracts/desk-refund';
import { expect, type Route } from '@playwright/test';
import { HAPPENS, MUGS, PLAN as ALL_GONE, refundOf, TERM } from './money-stubs.ts';
import { ORDER, OWNER, READER, serveStubs, sessionOf, wide, isWide } from './stubs.ts';

const PLAN: RefundPlan = {
  ...ALL_GONE,
  gone: 0,
  methods: ['card', 'check', 'wire'],
  letter: 'anna@example.org',
};
const IN_TIME = { served: 1, issues: 4, ended: false, withdraw_until: '2099-12-31T12:00:00Z' };
type Asked = { version: string; lines: { quantity: number; amount: number | null }[] };

for (const width of [1280, 375]) {
  test(`that a bank asks about the payment just now is said where it is paid back, ${wide(width)}`, { tag: '@ci' }, async ({ page }) => {
    const [provider, due] = ['https://provider.example/payments/pi_1', '2026-11-12T20:00:00.000Z'];
    const asked = { id: 'du_1', amount: 7200, reason: 'product_not_received', created: ORDER.placed, provider, due, answered: false };
    await serveStubs(page, 'service', {
      [`/orders/${ORDER.id}/money`]: { refunds: [], back: [], inquiries: [asked] },
      [`/orders/${ORDER.id}/refunds`]: { plan: PLAN, refund: null },
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Pay back…' }).click();
    await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'The bank asks' })).toHaveText(
      'The bank asks, no money was taken; answer by 11.12.2026. Paid back whole, nothing of it is taken any more; of a part, the rest still may be.',
    );
    expect(await violations(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
  });

  test(
    `of gifts of which somebody has redeemed one that one alone is taken back, by its own tick, ${wide(width)}`,
    { tag: '@ci' },
    async ({ page }) => {
      const sent: { lines: { quantity: number; gifts?: string[] }[]; redeemed: string }[] = [];
      const gift = { ...TERM, type: 'gift-subscription' as const, name: 'Gift subscription', quantity: 3, left: 3, most: 7200, term: null };
      const each = [
        { id: 'one', redeemed: null, served: 0, issues: 0 },
        { id: 'two', redeemed: null, served: 0, issues: 0 },
        { id: 'rita', redeemed: 'Rita Reader', served: 1, issues: 4 },
      ];
      await serveStubs(page, 'service', {
        [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
          const body: (typeof sent)[number] = route.request().postDataJSON();
          sent.push(body);
          const [line] = body.lines;
          const gifts = {
            open: 2,
            redeemed: 1,
            revoked: 0,
            each: each.map((one) => ({ ...one, takes: line?.gifts?.includes(one.id) ?? false })),
          };
          const ends = line?.gifts?.includes('rita') && body.redeemed === 'end' ? 1 : 0;
          const lines = [{ ...gift, takes: line?.quantity ?? 0, pays: 1800 * ends, worth: 1800 * ends, gifts }];
          return route.fulfill({
            json: { plan: { ...PLAN, amount: 1800 * ends, lines, happens: { ...HAPPENS, ends, given: ends } }, refund: null },
          });
        },
      });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/orders/EXR-8812');
      await page.getByRole('button', { name: 'Pay back…' }).click();
      const others = page.getByRole('combobox', { name: 'Take back of those nobody has redeemed' });
      await expect(others.getByRole('option')).toHaveText(['none', '1 of 2', '2 of 2']);
      await page.getByRole('checkbox', { name: 'Take back Rita Reader’s, 1 of 4 came' }).check();
      await page.getByRole('combobox', { name: 'Gifts that were redeemed' }).selectOption('end');
      await expect(page.getByRole('button', { name: 'Cancel and pay back $18.00' })).toBeEnabled();
      expect(sent.at(-1)).toMatchObject({ lines: [{ quantity: 1, gifts: ['rita'] }], redeemed: 'end' });
      await others.selectOption('1');
      await expect.poll(() => sent.at(-1)).toMatchObject({ lines: [{ quantity: 2, gifts: ['one', 'rita'] }] });
      expect(await violations(page)).toEqual([]);
      expect(await isWide(page)).toBe(false);
    },
  );

  test(`a subscription is ended and what was not served is paid back with three clicks and a passkey, ${wide(width)}`, async ({ page }) => {
    let proved = false;
    const sent: Asked[] = [];
    await serveStubs(page, 'service', {
      '/session/sample': (route: Route) => {
        proved = true;
        return route.fulfill({ json: sessionOf('service') });
      },
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        if (!proved) return route.fulfill({ status: 403, json: { errors: 'Please show your passkey again.', require: 'step-up' } });
        const body: Asked = route.request().postDataJSON();
        const isDry = route.request().url().includes('dry');
        if (!isDry) sent.push(body);
        const [line] = body.lines;
        const pays = line ? (line.amount ?? 3900) : 0;
        const plan = {
          ...PLAN,
          amount: pays,
          beside: line ? [{ number: 'EXR-8830', name: 'Move to Canada', unserved: 1800 }] : [],
          lines: [{ ...TERM, pays, takes: line?.quantity ?? 0 }],
          happens: {
            ...HAPPENS,
            ends: line?.quantity ?? 0,
            renewal: line !== undefined,
            copies: line ? [{ number: 'EXR-10', pieces: 1, left: 0 }] : [],
          },
        };
        const refund = {
          id: ORDER.id,
          method: 'card',
          amount: pays,
          state: 'sent',
          failure: null,
          reference: null,
          credit_note: 'CN-31',
          created: ORDER.placed,
          who: 'Cleo',
          settled: false,
        };
        return route.fulfill({ json: { plan, refund: isDry ? null : refund } });
      },
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Pay back…' }).click();
    await page.getByRole('checkbox', { name: 'End it now' }).check();
    const happens = page.getByRole('region', { name: 'What happens' });
    await expect(happens).toContainText('Order EXR-9, which sends of it once more, still waits under Parcels');
    await expect(happens).toContainText('Order EXR-10, which was to send of it once more, is not sent.');
    await expect(happens).toContainText('$39.00 go back to Visa ···· 4242, with a credit note.');
    await expect(happens).toContainText('Nothing renews by itself any more.');
    await expect(happens).toContainText('Order EXR-8830 (Move to Canada) was paid for it, too: $18.00 of that were not served');
    expect(await violations(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
    if (width === 1280) {
      // There is room for both of its buttons beside each other.
      const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;
      await expect.poll(async () => (await topOf('Keep as it is')) === (await topOf('Cancel and pay back $39.00'))).toBe(true);
    }
    // What was chosen before is what the button says again.
    const money = page.getByRole('combobox', { name: 'Money' });
    await money.selectOption({ label: 'Everything, $52.00' });
    await expect(page.getByRole('button', { name: 'Cancel and pay back $52.00' })).toBeEnabled();
    await money.selectOption({ label: 'Nothing' });
    await expect(page.getByRole('button', { name: 'Cancel, no money back' })).toBeEnabled();
    await expect(happens).toContainText('No money goes back.A letter says so to whose subscription ends.');
    await money.selectOption({ label: 'What was not served, $39.00' });
    await expect(page.getByRole('button', { name: 'Cancel and pay back $39.00' })).toBeEnabled();
    await page.getByRole('button', { name: 'Cancel and pay back $39.00' }).click();
    await expect(
      page.getByText('The subscription has ended. $39.00 went back, credit note CN-31. Order EXR-8830 (Move to Canada)'),
    ).toBeVisible();
    expect(sent).toMatchObject([{ version: 'v7', lines: [{ quantity: 1, amount: null }] }]);
  });
}

test('what an upgrade or a move was paid goes back with it, and its tick says what becomes of the subscription', async ({ page }) => {
  await serveStubs(page, 'service', {
    [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
      const [line]: Asked['lines'] = route.request().postDataJSON().lines;
      const takes = line?.quantity ?? 0;
      const upgrade = { ...TERM, type: 'subscription-upgrade', name: 'Move to Canada', worth: 1800, pays: line ? 1800 : 0, takes };
      const posted = takes > 0 ? [['9 Elm St', 'Dayton, OH 45402', 'United States']] : [];
      const plan = { ...PLAN, amount: upgrade.pays, lines: [upgrade], happens: { ...HAPPENS, downgrades: takes }, posted };
      return route.fulfill({ json: { plan, refund: null } });
    },
  });
  await page.goto('/orders/EXR-8812');
  await page.getByRole('button', { name: 'Pay back…' }).click();
  const happens = page.getByRole('region', { name: 'What happens' });
  await page.getByRole('combobox', { name: 'Money' }).selectOption({ label: 'What was not served, $18.00' });
  await expect(happens).toContainText('Move to Canada stays though its money goes back: what is left comes as it does now.');
  await page.getByRole('checkbox', { name: 'Make it what it was before' }).check();
  await expect(happens).toContainText('What was upgraded or moved is again what it was before, and goes on so.');
  await expect(happens).toContainText('Copies are posted to 9 Elm St, Dayton, OH 45402, United States again.');
  await expect(page.getByRole('button', { name: 'Cancel and pay back $18.00' })).toBeEnabled();
});

test(
  'of a redeemed gift what was not served goes back where it ends, and nothing is proposed where it stays',
  { tag: '@ci' },
  async ({ page }) => {
    await serveStubs(page, 'service', {
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        const { lines, redeemed }: Asked & { redeemed: string } = route.request().postDataJSON();
        const [line] = lines;
        const worth = redeemed === 'end' ? 1400 : 0;
        const gifts = { open: 0, redeemed: 1, revoked: 0 };
        const gift = {
          ...TERM,
          type: 'gift-subscription',
          term: null,
          gifts,
          worth,
          pays: line ? worth : 0,
          takes: line?.quantity ?? 0,
        };
        return route.fulfill({ json: { plan: { ...PLAN, amount: gift.pays, lines: [gift] }, refund: null } });
      },
    });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Pay back…' }).click();
    await page.getByRole('checkbox', { name: 'Take it back' }).check();
    const money = page.getByRole('combobox', { name: 'Money' }).locator('option:checked');
    await expect(money).toHaveText('What ends and was not served, $0.00');
    await expect(page.getByRole('button', { name: 'Pay back', exact: true })).toBeDisabled();
    await page.getByRole('combobox', { name: 'Gifts that were redeemed' }).selectOption('End as well');
    await expect(money).toHaveText('What ends and was not served, $14.00');
    await expect(page.getByRole('button', { name: 'Pay back $14.00' })).toBeEnabled();
  },
);

test('of equal goods for several it is chosen whose goes, and said whose it was', async ({ page }) => {
  const asked: { whose?: { giftee: number | null; quantity: number }[] }[] = [];
  const goes_to = [
    { name: 'Anna Kowalska', email: null, address: ['14 Elm St'], gets: ['1 × Harbour Mug, blue'] },
    { name: 'Dee Goods', email: 'dee@quay.test', address: ['3 Quay Street'], gets: ['1 × Harbour Mug, blue'] },
  ];
  await serveStubs(page, 'service', {
    [`/orders/${ORDER.number}`]: (route: Route) => route.fulfill({ json: { ...ORDER, goes_to } }),
    [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
      const body: { lines: typeof asked } = route.request().postDataJSON();
      const [line] = body.lines;
      if (line) asked.push(line);
      const takes = (giftee: number | null) => line?.whose?.find((one) => one.giftee === giftee)?.quantity ?? 0;
      const whose = [
        { giftee: null, name: 'Anna Kowalska', left: 1, held: 1, takes: takes(null), drops: takes(null) },
        { giftee: 1, name: 'Dee Goods', left: 1, held: 1, takes: takes(1), drops: takes(1) },
      ];
      const dropped = takes(null) + takes(1);
      const lines = [{ ...MUGS, back: 0, most: 2000, worth: 1000, takes: dropped, whose }];
      return route.fulfill({ json: { plan: { ...PLAN, lines, happens: { ...HAPPENS, dropped } }, refund: null } });
    },
  });
  await page.goto('/orders/EXR-8812');
  await expect(page.getByRole('heading', { name: 'Goes to' }).locator('..')).toContainText(
    'Dee Goods3 Quay Streetdee@quay.test1 × Harbour Mug',
  );
  await page.getByRole('button', { name: 'Pay back…' }).click();
  await page.getByLabel('Take back of Dee Goods’s').selectOption('1');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('Of Harbour Mug not sent: 1 for Dee Goods.');
  const whose = [
    { giftee: null, quantity: 0 },
    { giftee: 1, quantity: 1 },
  ];
  expect(asked.at(-1)).toMatchObject({ quantity: 1, whose });
  expect(await violations(page)).toEqual([]);
});

test(
  'of goods that were sent to several ‘Take all of it back’ names no more pieces than are left, also where one is chosen anew',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: { quantity: number; whose?: { giftee: number | null; quantity: number }[] }[] = [];
    // Of four that were sent two came back before, of whomever.
    const names = ['Anna Kowalska', 'Dee Goods', 'Eli Holm', 'Fay Reed'];
    await serveStubs(page, 'service', {
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        const body: { lines: typeof asked } = route.request().postDataJSON();
        const [line] = body.lines;
        if (line) asked.push(line);
        const usual = (at: number) => (line !== undefined && line.whose === undefined && at % 3 === 0 ? 1 : 0);
        const whose = names.map((name, at) => {
          const giftee = at === 0 ? null : at;
          return {
            giftee,
            name,
            left: 1,
            held: 0,
            takes: line?.whose?.find((one) => one.giftee === giftee)?.quantity ?? usual(at),
            drops: 0,
          };
        });
        const lines = [
          { ...MUGS, quantity: 4, taken: 2, left: 2, sent: 4, back: 1000, most: 1000, worth: 1000, takes: line?.quantity ?? 0, whose },
        ];
        return route.fulfill({
          json: { plan: { ...PLAN, lines: [...lines, { ...TERM, most: 0, term: { ...TERM.term, ended: true } }] }, refund: null },
        });
      },
    });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Pay back…' }).click();
    await page.getByRole('button', { name: 'Take all of it back' }).click();
    const rows = page.getByLabel(/^Take back of/);
    const chosen = () => rows.evaluateAll((all) => all.map((one) => (one instanceof HTMLSelectElement ? one.value : '')));
    await expect.poll(chosen).toEqual(['1', '0', '0', '1']);
    await page.getByLabel('Take back of Anna Kowalska’s').selectOption('0');
    await expect.poll(() => asked.at(-1)?.quantity).toBe(1);
    await page.getByLabel('Take back of Dee Goods’s').selectOption('1');
    await expect.poll(() => asked.at(-1)?.quantity).toBe(2);
  },
);

test(
  'whoever is slower with a refund is told who was first and what went back, and comes to the page as it is now',
  { tag: '@ci' },
  async ({ page }) => {
    const versions: string[] = [];
    let isFirst = true;
    const taken = refundOf({ amount: 3900, state: 'sent', who: 'Bob', credit_note: 'CN-31' });
    await serveStubs(page, 'service', {
      [`/orders/${ORDER.id}/money`]: (route: Route) => route.fulfill({ json: { refunds: isFirst ? [] : [taken], back: [] } }),
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        const body: Asked = route.request().postDataJSON();
        versions.push(body.version);
        if (!isFirst) {
          const errors = 'Bob paid back $39.00 of this order a moment ago, and took Subscription away. Look at it again.';
          return route.fulfill({ status: 409, json: { errors } });
        }
        const takes = body.lines[0]?.quantity ?? 0;
        const plan = {
          ...PLAN,
          amount: takes * 3900,
          lines: [{ ...TERM, pays: takes * 3900, takes }],
          happens: { ...HAPPENS, ends: takes },
        };
        return route.fulfill({ json: { plan, refund: null } });
      },
    });
    await page.goto('/orders/EXR-8812');
    await page.getByRole('button', { name: 'Pay back…' }).click();
    await expect(page.getByRole('checkbox', { name: 'End it now' })).toBeVisible();
    isFirst = false;
    await page.getByRole('checkbox', { name: 'End it now' }).check();
    const meanwhile = page.getByRole('region', { name: 'Changed meanwhile' });
    await expect(meanwhile).toContainText('Bob paid back $39.00 of this order a moment ago');
    await expect(meanwhile.getByRole('cell', { name: '$39.00' }).first()).toContainText('(Bob)');
    expect(versions.slice(0, 2)).toEqual(['', 'v7']);
    expect(await violations(page)).toEqual([]);
    // What opened it is gone by then, as a row of a list is.
    await page.getByRole('button', { name: 'Pay back…', includeHidden: true }).evaluate((button) => button.remove());
    await meanwhile.getByRole('button', { name: 'Use theirs' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('region', { name: 'Money' })).toContainText('CN-31');
  },
);

test('from a reader’s page what runs is ended and paid back with two clicks and a passkey', { tag: '@ci' }, async ({ page }) => {
  const sent: Asked[] = [];
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}`]: {
      ...READER,
      terms: READER.terms.map((term) => ({ ...term, source: `order:${ORDER.id}:1`, order: { id: ORDER.id, line: 1 } })),
    },
    [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
      const body: Asked = route.request().postDataJSON();
      const takes = body.lines[0]?.quantity ?? 0;
      const pays = takes > 0 ? 3900 : 0;
      if (!route.request().url().includes('dry')) sent.push(body);
      const plan = { ...PLAN, amount: pays, lines: [{ ...TERM, pays, takes }], happens: { ...HAPPENS, ends: takes } };
      return route.fulfill({ json: { plan, refund: null } });
    },
  });
  await page.goto(`/readers/${OWNER}`);
  await page.getByRole('button', { name: 'End it and pay back… : Print, United States' }).click();
  await expect(page.getByRole('heading', { name: 'Pay back order EXR-8812, Anna Kowalska' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'End it now' })).toBeChecked();
  await page.getByRole('button', { name: 'Cancel and pay back $39.00' }).click();
  await expect.poll(() => sent).toMatchObject([{ version: 'v7', lines: [{ quantity: 1, amount: null }] }]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay back… order EXR-8812' }).click();
  await expect(page.getByRole('heading', { name: 'Pay back order EXR-8812, Anna Kowalska' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'End it now' })).not.toBeChecked();
  expect(await violations(page)).toEqual([]);
});

test(
  'who withdraws gets all of it back in one choice; the first field has the focus, and a check’s number is asked for before',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: (Asked & { shipping: number; reason: string })[] = [];
    const shipping = { value: 500, back: 0, most: 500 };
    await serveStubs(page, 'service', {
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        const body: (typeof asked)[number] = route.request().postDataJSON();
        asked.push(body);
        const [pays, takes] = [body.lines[0]?.amount ?? 0, body.lines[0]?.quantity ?? 0];
        const plan = {
          ...PLAN,
          shipping,
          happens: { ...PLAN.happens, ends: takes },
          amount: pays + body.shipping,
          lines: [{ ...TERM, pays, takes, term: IN_TIME }],
        };
        return route.fulfill({ json: { plan, refund: null } });
      },
    });
    await page.goto(`/orders/${ORDER.number}`);
    await page.getByRole('button', { name: 'Pay back…' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox').first()).toBeFocused();
    await dialog.getByLabel('Reason').selectOption({ label: 'The reader withdraws from it' });
    await expect(dialog.getByLabel(/^Postage/)).toHaveValue('5.00');
    const whole = TERM.most + shipping.most;
    const sum = `$${(whole / 100).toFixed(2)}`;
    await expect(dialog.getByRole('button', { name: `Cancel and pay back ${sum}` })).toBeEnabled();
    await expect(dialog.getByText('they withdraw in time, the 14 days are over on 12.31.2099')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ reason: 'withdrawal', shipping: 500, lines: [{ quantity: 1, amount: TERM.most }] });
    await dialog.getByLabel(/^Goes back/).selectOption('check');
    await expect(dialog.getByText('It is needed: type it before you pay.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  },
);

test('more than can go back is said beside the sum that asks for it, and not under what happens', async ({ page }) => {
  await serveStubs(page, 'service', {
    [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
      const { lines, shipping } = route.request().postDataJSON();
      const plan = { ...PLAN, shipping: { value: 500, back: 0, most: 500 }, lines: [TERM] };
      const errors = {
        ...(shipping > 500 && { shipping: 'No more than $5.00 of the postage can go back.' }),
        ...(lines[0]?.amount > TERM.most && { 'lines.0.amount': 'No more than that of Subscription can go back.' }),
      };
      return Object.keys(errors).length > 0
        ? route.fulfill({ status: 422, json: { errors } })
        : route.fulfill({ json: { plan, refund: null } });
    },
  });
  await page.goto(`/orders/${ORDER.number}`);
  await page.getByRole('button', { name: 'Pay back…' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Money').selectOption('other');
  await dialog.getByLabel(/^Dollars of/).fill('999');
  await dialog.getByLabel(/^Postage/).fill('6');
  await expect(dialog.getByLabel(/^Dollars of/)).toHaveAccessibleDescription('No more than that of Subscription can go back.');
  await expect(dialog.getByLabel(/^Postage/)).toHaveAccessibleDescription('No more than $5.00 of the postage can go back.');
  await expect(dialog.getByRole('region', { name: 'What happens' })).not.toContainText('No more than');
  expect(await violations(page)).toEqual([]);
});
