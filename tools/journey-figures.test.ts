import { expect, test } from 'vitest';
import { figuresIn } from './journey-figures.ts';

const measured = (name: string, ...values: number[]) => ({
  tests: [
    {
      results: values.map((value) => ({
        annotations: [{ type: 'figure', description: JSON.stringify({ name, value, unit: 'px', limit: { max: 0 } }) }, { type: 'issue' }],
      })),
    },
  ],
});

test('what tests measured is the worst of their pages, and of a test that ran twice what it measured last', () => {
  const suites = [
    { specs: [measured('shift', 0), measured('shift', 3)], suites: [{ specs: [measured('shift', 2), measured('pixels', 9, 0)] }] },
    { specs: [{ tests: [{ results: [{}] }] }] },
  ];
  expect(figuresIn({ suites })).toEqual([
    { name: 'shift', value: 3, unit: 'px', limit: { max: 0 } },
    { name: 'pixels', value: 0, unit: 'px', limit: { max: 0 } },
  ]);
});
