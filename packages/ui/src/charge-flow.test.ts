import type { ChargeStatus } from '@newsstand/contracts/charge';
import { expect, test, vi } from 'vitest';
import { followCharge, settleCharge } from './charge-flow.ts';

const about = { charge: 'renewal', detail: 'Digital, Standard, 1 year (4 issues)', amount: 2400, name: 'Ada Merrow' } as const;
const asks = (failure: string | null): ChargeStatus => ({
  status: 'authorize-card',
  ...about,
  intent: 'pi_1',
  keys: { pubkey: 'pk_test_newsstand', secret: 'pi_1_secret_2' },
  method: 'pm_1',
  card: null,
  failure,
  donation: null,
});
const moving: ChargeStatus = { status: 'in-progress', ...about, due: '2026-11-21T09:00:00.000Z' };
const paid: ChargeStatus = { status: 'completed', ...about, receipt: 'rcpt_fixture0001' };

/** Answers in turn, the last one for ever; `waited` is what was waited for in all. */
const follow = async (answers: (ChargeStatus | null)[]) => {
  let [asked, waited] = [0, 0];
  const ask = async () => answers[Math.min(asked++, answers.length - 1)] ?? null;
  const wait = async (milliseconds: number) => {
    waited += milliseconds;
  };
  const end = await followCharge({ ask, wait });
  return { end, asked, waited };
};

test.each([
  ['is paid at once', [paid], 1],
  ['is paid while the bank moves the money', [asks(null), moving, paid], 3],
  ['is refused', [asks(null), asks('Your card was declined.')], 2],
  ['was stopped meanwhile', [{ status: 'stopped', ...about } as const], 1],
])('a charge that %s is followed until then, once a second', async (_, answers, times) => {
  expect(await follow(answers)).toEqual({ end: answers.at(-1), asked: times, waited: (times - 1) * 1000 });
});

test('a request that fails is asked again: the money may have moved', async () => {
  expect(await follow([moving, null, paid])).toEqual({ end: paid, asked: 3, waited: 2000 });
});

test('after 100 times what was heard last counts, or nothing', { tags: ['§9.poll.1'] }, async () => {
  expect(await follow([moving])).toEqual({ end: moving, asked: 100, waited: 99_000 });
  expect(await follow([null])).toEqual({ end: null, asked: 100, waited: 99_000 });
});

test('nobody is asked once the page is gone', async () => {
  const gone = new Error('The page has gone.');
  const asked: unknown[] = [];
  const ask = async () => (asked.push('charge'), moving);
  await expect(followCharge({ ask, wait: () => Promise.reject(gone) })).rejects.toBe(gone);
  expect(asked).toHaveLength(1);
});

test.each([
  ['is paid all the same', paid, null],
  ['still waits', asks(null), { type: 'refused', message: 'Your card was declined.' }],
])('a charge that the provider refused and that %s is what the server says of it', async (_, charge, trouble) => {
  const messages: unknown[] = [];
  const page = new EventTarget();
  page.addEventListener('payment-failed', (event) => messages.push(Reflect.get(event, 'detail')));
  vi.stubGlobal('document', page);
  const ports = { ask: async () => charge, wait: async () => {} };
  expect(await settleCharge(ports, { ok: false, message: 'Your card was declined.' })).toEqual({ charge, trouble });
  expect(messages).toEqual(trouble === null ? [] : [{ message: trouble.message }]);
});
