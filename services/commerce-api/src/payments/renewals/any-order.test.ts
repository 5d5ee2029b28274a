// @module-tag ci
import { ChargeStatus } from '@newsstand/contracts/charge';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CARD,
  expectCharged,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
  type Renewer,
} from '../../../test/timed-magazine.ts';
import { loginTo } from '../../../test/reader.ts';
import { switchAutorenew } from '../../account/switch-autorenew.ts';
import { DAY } from '../../platform/duration.ts';
import { openStripe } from '../provider/open-stripe.ts';
import { keepSetup } from '../webhooks/keep-setup.ts';

// Every order in which a reader whose bank asks about a renewal may go on, in two tabs and with an old letter, each
// beside what is right.
let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());

/**
 * `press`: on the page behind the letter, which asks the server first. `stale`: on one that was loaded when the bank
 * asked, and asks nobody.
 */
const STEPS = ['off', 'on', 'card', 'look', 'press', 'stale'] as const;
type Step = (typeof STEPS)[number];
type Asking = Extract<ChargeStatus, { status: 'authorize-card' }>;
/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';
type Asked = Renewer & { token: string; page: Asking; due: Date };

/** Any two, and any that follow a new notice, whose card may be another one by then. */
const ORDERS: Step[][] = [
  ...STEPS.flatMap((one) =>
    STEPS.flatMap((two): Step[][] => [
      [one, two],
      ['off', 'on', one, two],
    ]),
  ),
  ...STEPS.map((last): Step[] => ['off', 'card', 'on', last]),
];

/** One in six, and the last step of each is another one: for every run. */
const SOME_ORDERS = ORDERS.filter((_, index) => index % 6 === Math.floor(index / 12) % 6);

async function look(token: string): Promise<ChargeStatus> {
  const response = await magazine.browser().get(`/api/charges/${token}`);
  // From one network nobody looks that often.
  await magazine.deps.db.$executeRaw`truncate rate_limit`;
  return v.parse(ChargeStatus, await response.json());
}

async function confirm({ keys, intent, method }: Asking): Promise<void> {
  const secret = { client_secret: keys.secret };
  const { body } = await fromBrowser(magazine.emulator, `/v1/payment_intents/${intent}/confirm`, { ...secret, payment_method: method });
  if (body.status === 'requires_action') await fromBrowser(magazine.emulator, '/v1/3ds2/authenticate', { ...secret, outcome: 'succeeded' });
}

async function perform({ id, customer, token, page }: Asked, step: Step, isUnavailable: boolean): Promise<void> {
  const { deps } = magazine;
  switch (step) {
    case 'off':
      await switchAutorenew(
        isUnavailable ? { ...deps, stripe: openStripe({ ...deps.config.stripe, apiBase: NOBODY }) } : deps,
        await loginTo(deps, id),
        false,
      );
      return;
    case 'on':
      await switchAutorenew(deps, await loginTo(deps, id), true);
      return;
    case 'card': {
      const setup = await deps.stripe.setupIntents.create({
        customer,
        payment_method: CARD.other,
        confirm: true,
        metadata: { account: id },
        allowed_payment_method_types: ['card'],
      });
      await keepSetup(deps, { kind: 'account', id }, setup.id, null);
      return;
    }
    case 'look':
      await look(token);
      return;
    case 'press': {
      const now = await look(token);
      if (now.status === 'authorize-card') await confirm(now);
      return;
    }
    case 'stale':
      return confirm(page);
  }
}

/**
 * What is right, by the decision's own words: off cancels what the bank asks about, on again names a day 30 days ahead,
 * a new card pays what is due. Where the provider `isUnavailable` when it is switched off, the next look cancels it,
 * and until then a stale page may pay with the card that it names, which counts. `open`: the intent is not canceled.
 */
function right(steps: readonly Step[], isUnavailable: boolean): { paid: boolean; on: boolean; later: boolean; open: boolean } {
  let [paid, on, later, asked, open, isReplaced] = [false, true, false, true, true, false];
  for (const step of steps) {
    const pays = (step === 'card' && on && !later) || (step === 'press' && asked) || (step === 'stale' && open && !isReplaced);
    if (pays) [paid, asked, open] = [true, false, false];
    if (step === 'off') [on, asked, later, open] = [false, false, false, open && isUnavailable];
    if (step === 'on' && !on) [on, later] = [true, !paid];
    if (step === 'card') isReplaced = true;
    if (step === 'look' || step === 'press') open = asked;
  }
  return { paid, on, later: later && !paid, open };
}

const spent = ({ customer }: Renewer) => paidBy(magazine, customer).length;
const openIntents = ({ customer }: Renewer) =>
  magazine.emulator.control
    .state()
    .payment_intents.filter((intent) => intent.customer === customer)
    .map(({ status }) => status)
    .filter((status) => status !== 'succeeded' && status !== 'canceled');
const message = async ({ email }: Renewer) =>
  (await lettersTo(magazine, email)).filter((kind) => !/^(renewal-notice|autorenew-o\w+|card-saved)$/.test(kind));

describe('a renewal that the bank asks about', () => {
  test(
    'is charged once, before no day that a notice names, and no letter tells what did not happen, whatever its reader does then',
    () => expectRight(SOME_ORDERS, false),
    300_000,
  );

  test.each([
    ['', false],
    [', though no webhook comes, and the provider is away when it is switched off', true],
  ])('the same in every order%s', { tags: ['long'], timeout: 300_000 }, (_, isUnavailable) => expectRight(ORDERS, isUnavailable));

  async function expectRight(orders: Step[][], isUnavailable: boolean): Promise<void> {
    magazine.emulator.control.switch({ drop: isUnavailable });
    const readers = await Promise.all(orders.map(() => subscribe(magazine, { card: CARD.asks })));
    await release(magazine, 4);
    await magazine.live(30);
    const cases = await Promise.all(
      readers.map(async (reader, index) => {
        const { token, due } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: reader.id } });
        const page = await look(token);
        if (page.status !== 'authorize-card') return expect.unreachable(`the charge is ${page.status}`);
        const steps = orders[index] ?? [];
        return { steps, reader: { ...reader, token, page, due }, end: right(steps, isUnavailable) };
      }),
    );
    magazine.travel(2 / 24);
    for (const { steps, reader } of cases) {
      const done: Step[] = [];
      for (const step of steps) {
        await perform(reader, step, isUnavailable);
        done.push(step);
        const { paid, open } = right(done, isUnavailable);
        // Who hears of a card from the provider first, its page or its webhook, charges it.
        const came = () => [done, spent(reader), openIntents(reader)];
        await expect.poll(came, { timeout: 10_000 }).toEqual([done, paid ? 1 : 0, open ? ['requires_payment_method'] : []]);
      }
    }
    await settled(magazine);
    for (const { steps, reader, end } of cases) {
      const { paid, on, later } = end;
      const status = paid ? 'completed' : on ? (later ? 'in-progress' : 'authorize-card') : 'stopped';
      expect([steps, (await look(reader.token)).status]).toEqual([steps, status]);
      expect([steps, await message(reader)]).toEqual([steps, paid ? ['charge-authenticate', 'receipt'] : ['charge-authenticate']]);
    }
    // Nothing more happens until the day of the new notice, and then it does.
    await magazine.live(29);
    for (const { steps, reader, end } of cases) expect([steps, spent(reader)]).toEqual([steps, end.paid ? 1 : 0]);
    await magazine.live(2);
    for (const { steps, reader } of cases.filter(({ end }) => end.later)) {
      const charges = await magazine.deps.db.charge.findMany({ where: { ownerId: reader.id }, include: { attempts: true } });
      const second = charges[0]?.attempts.find(({ attempt }) => attempt === 2);
      expect([steps, charges.length, second && second.started >= new Date(reader.due.getTime() + 30 * DAY)]).toEqual([steps, 1, true]);
      // The card that always asks asks once more.
      expect([steps, spent(reader)]).toEqual([steps, steps.includes('card') ? 1 : 0]);
    }
    await expectCharged(magazine);
  }
});
