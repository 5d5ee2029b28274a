import { expect, test, vi } from 'vitest';
import { type Figure, measureGroup } from './measure-group.ts';

/** A group that measures these values one after the other. */
const measuring = (figure: Omit<Figure, 'value'>, ...values: number[]) => {
  const group = vi.fn(() => [{ ...figure, value: values[group.mock.calls.length - 1] }]);
  return group;
};

test.each(['x', '%', 'ms', 'ratio', 'x_of_pg_by_hand', 'per_second', 'orders/s', 'known above unknown, n = 300'])(
  'a timing in %s that breaks its limit is measured again before it counts',
  async (unit) => {
    const group = measuring({ name: 'time-to-widget', unit, limit: { max: 1.25 } }, 1.4, 1.1);
    const messages: string[] = [];
    expect((await measureGroup(group, (line) => messages.push(line))).map(({ value }) => value)).toEqual([1.1]);
    expect(messages).toEqual([`time-to-widget 1.400 ${unit}: over the limit, measured again …`]);
  },
);

test('a timing that stays over its limit is broken after four times', async () => {
  const group = measuring({ name: 'time-to-widget', unit: 'x', limit: { max: 1.25 } }, 2, 2, 2, 2, 1);
  expect((await measureGroup(group, () => undefined)).map(({ value }) => value)).toEqual([2]);
  expect(group).toHaveBeenCalledTimes(4);
});

test.each(['reacts', 'sessions', 'statements', 'bytes', 'requests', 'redemptions', 'MB'])(
  'what is counted in %s is broken at once',
  async (unit) => {
    const group = measuring({ name: 'reacts-on-a-page', unit, limit: { max: 1 } }, 2, 1);
    expect((await measureGroup(group, () => undefined)).map(({ value }) => value)).toEqual([2]);
    expect(group).toHaveBeenCalledTimes(1);
  },
);

test('what breaks while a timing is measured again is broken', async () => {
  const group = vi.fn(() => [
    { name: 'rate', unit: 'ratio', value: group.mock.calls.length === 1 ? 0.1 : 0.5, limit: { min: 0.4 } },
    { name: 'statements', unit: 'statements', value: group.mock.calls.length + 1, limit: { max: 2 } },
  ]);
  expect((await measureGroup(group, () => undefined)).map(({ value }) => value)).toEqual([0.5, 3]);
});
