import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Standing } from '@newsstand/contracts/subscription';
import type { InvoicePayment } from '@newsstand/contracts/invoice';
import { expect, test } from 'vitest';
import { SOURCES } from '../services/commerce-api/src/rules/subscriptions/term-source.ts';
import { root } from './root.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/domain.md');

/** The chart under a heading. */
function chartOf(heading: string): string {
  const [, chart = ''] = new RegExp(`^### ${heading}$[^#]*?stateDiagram-v2\\n([^\`]*)`, 'm').exec(page) ?? [];
  return chart;
}

/** The states that it begins with. */
const firstOf = (heading: string): string[] =>
  Array.from(chartOf(heading).matchAll(/^ +\[\*\] --> (\S+)/gm), ([, to = '']) => to).toSorted();

/** Its states, without where it only chooses. Mermaid's names have no hyphens. */
function statesOf(heading: string): string[] {
  const chart = chartOf(heading);
  const names = Array.from(chart.matchAll(/^ +(\S+) --> (\S+)/gm), ([, from = '', to = '']) => [from, to]).flat();
  const choices = Array.from(chart.matchAll(/state (\S+) <<choice>>/g), ([, name = '']) => name);
  return [...new Set(names)].filter((name) => name !== '[*]' && !choices.includes(name)).toSorted();
}

/** The words that the newest constraint of a name allows for a column. */
function allowed(constraint: string, column: string): string[] {
  const migrations = globSync('services/commerce-api/prisma/migrations/*/migration.sql', { cwd: root }).sort().map(read).join('\n');
  const newest = migrations.split(`add constraint ${constraint} `).at(-1) ?? '';
  const [, words = ''] = new RegExp(`${column} in \\(([^)]*)\\)`).exec(newest) ?? [];
  return Array.from(words.matchAll(/'([^']+)'/g), ([, word = '']) => word.replaceAll('-', '_')).toSorted();
}

/** The compiler names what is missing here. */
const INVOICE = {
  paid: true,
  processing: true,
  superseded: true,
  'check-or-wire': true,
  online: true,
} satisfies Record<InvoicePayment['type'], true>;

test('the chart of an order has the states of the database', () => {
  const [, states = ''] = /^enum OrderState \{([^}]*)\}/m.exec(read('services/commerce-api/prisma/schema.prisma')) ?? [];
  const names = Array.from(states.matchAll(/^ {2}([a-z]+)$/gm), ([, name = '']) => name).toSorted();
  expect(names).toContain('started');
  expect(statesOf('Order')).toEqual(names);
});

test('an order begins in the states in which one is inserted', () => {
  const verbs = globSync('services/commerce-api/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/test/**'] }).map(read);
  const inserted = verbs.filter((text) => /(?<!export function )\bintoOrder\(/.test(text));
  expect(inserted.length).toBeGreaterThan(2);
  const first = inserted.flatMap((text) => Array.from(text.matchAll(/\bintoOrder\(\{[^;]*?\bstate: '(\w+)'/g), ([, state]) => state));
  expect(first).toHaveLength(inserted.length);
  expect(firstOf('Order')).toEqual([...new Set(first)].toSorted());
});

test.each([
  ['Charge', 'charge_words_are_known', 'state'],
  ['Attempt', 'charge_attempt_outcome_is_known', 'outcome'],
])('the chart of %s has the words that the database takes', (heading, constraint, column) => {
  expect(allowed(constraint, column).length).toBeGreaterThan(2);
  expect(statesOf(heading)).toEqual(allowed(constraint, column));
});

test('the chart of a subscription has what a reader’s standing may be', () => {
  expect(statesOf('Subscription')).toEqual(Standing.options.map(({ entries }) => entries.type.literal).toSorted());
});

test('the table of sources has each that a term may have', () => {
  expect(Array.from(page.matchAll(/^\| `([a-z-]+):\{/gm), ([, kind]) => kind)).toEqual([...SOURCES]);
});

test('the chart of an invoice has what its page offers', () => {
  expect(statesOf('Invoice')).toEqual(
    Object.keys(INVOICE)
      .map((name) => name.replaceAll('-', '_'))
      .toSorted(),
  );
});

test('the chart of a gift has a state for each column that ends its being open', () => {
  const [, open = ''] = /isOpenGift = Prisma\.sql`([^`]*)`/.exec(read('services/commerce-api/src/ledger/orders/gift-states.ts')) ?? [];
  const columns = Array.from(open.matchAll(/g\.(\w+) is null/g), ([, column = '']) => column.replace(/_by$/, ''));
  expect(columns.length).toBeGreaterThan(2);
  expect(statesOf('Gift')).toEqual(['open', ...columns].toSorted());
});

test('the picture of the tables names tables that there are', () => {
  const [, picture = ''] = /erDiagram\n([^`]*)/.exec(page) ?? [];
  const drawn = new Set(Array.from(picture.matchAll(/^ +(\S+) \S+ (\S+) :/gm), ([, one = '', other = '']) => [one, other]).flat());
  const tables = Array.from(read('services/commerce-api/prisma/schema.prisma').matchAll(/@@map\("(\w+)"\)/g), ([, name = '']) => name);
  expect(drawn.size).toBeGreaterThan(15);
  expect([...drawn].filter((name) => !tables.includes(name))).toEqual([]);
});
