import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { agedAnswers } from '@newsstand/contracts/fixtures/aged';
import { tolerate } from '../packages/ui/src/tolerate.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

/** As much of a JSON Schema as an answer's example needs. */
const Shape = v.object({
  type: v.optional(v.string()),
  format: v.optional(v.string()),
  pattern: v.optional(v.string()),
  const: v.optional(v.unknown()),
  enum: v.optional(v.array(v.unknown())),
  anyOf: v.optional(v.array(v.unknown())),
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  items: v.optional(v.unknown()),
  propertyNames: v.optional(v.unknown()),
  additionalProperties: v.optional(v.unknown()),
});
const WORDS = ['Some words', '2026-11-02T15:00:00.000Z', '2026-11', '2026', 'US'];

/** An answer with something in every part of it: of what may be one of several the first that is not nothing. */
function exampleOf(schema: unknown): unknown {
  const shape = v.parse(Shape, schema);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf !== undefined) return shape.anyOf.map(exampleOf).find((one) => one !== null) ?? null;
  if (shape.type === 'array') return [exampleOf(shape.items)];
  if (shape.type === 'object') {
    const fields = Object.entries(shape.properties).map(([name, field]) => [name, exampleOf(field)]);
    const more =
      typeof shape.additionalProperties === 'object' ? [[exampleOf(shape.propertyNames), exampleOf(shape.additionalProperties)]] : [];
    return Object.fromEntries([...fields, ...more]);
  }
  if (shape.type === 'number' || shape.type === 'integer') return 1;
  if (shape.type === 'boolean') return true;
  return shape.type === 'string' ? WORDS.find((words) => new RegExp(shape.pattern ?? '').test(words)) : null;
}

const READ = Object.entries(deskEndpoints).flatMap(([name, { method, answer }]) =>
  method === 'GET' ? [{ name, answer, example: exampleOf(toJsonSchema(answer, { typeMode: 'output', errorMode: 'ignore' })) }] : [],
);

/** What a whole page is about: where that is of tomorrow the page says that it is older than the desk. */
const WHOLE = [
  'deskList: unknown list',
  'deskInvoice: unknown state',
  'deskIssue: unknown state',
  'deskGood: unknown good.type',
  'deskImport: unknown state',
  'deskImport: unknown columns.medium',
  'deskImport: unknown columns.level',
  'deskImport: unknown columns.dates',
  'deskReport: unknown name',
  'deskClosing: unknown month',
  'deskDonationYear: unknown year',
];

test('a page of before reads each answer of a younger desk but for the part that it does not know, and leaves out no more', () => {
  expect(READ.length).toBeGreaterThan(30);
  expect(READ.filter(({ answer, example }) => !v.safeParse(answer, example).success).map(({ name }) => name)).toEqual([]);
  const unread = READ.flatMap(({ name, answer, example }) =>
    agedAnswers(example)
      // The desk answers no less than before: contracts grow by adding.
      .filter(({ what }) => !what.startsWith('removed'))
      .filter((aged) => !tolerate(answer, aged.answer).success)
      .map(({ what }) => `${name}: ${what}`),
  );
  expect(unread).toEqual(WHOLE);
});

test('of what waits today a list of tomorrow is left out, and the others are there', () => {
  const work = [
    { list: 'of-tomorrow', count: 1, oldest: null },
    { list: 'disputes', count: 2, oldest: null },
  ];
  const read = tolerate(deskEndpoints.deskToday.answer, { work, yours: [], just_now: [] });
  expect(read.output).toMatchObject({ work: [{ list: 'disputes', count: 2 }] });
});
