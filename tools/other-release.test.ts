import { readFileSync } from 'node:fs';
import { endpoints } from '@newsstand/contracts/endpoints';
import { agedAnswers, IS_NAME } from '@newsstand/contracts/fixtures/aged';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tolerate } from '../packages/ui/src/tolerate.ts';
import { makeDocument } from '../services/commerce-api/src/api/document.ts';
import { RECORD, recordOf } from './record-release.ts';

const Record = v.object({
  answers: v.record(v.string(), v.object({ schema: v.record(v.string(), v.unknown()), example: v.unknown() })),
  schemas: v.record(v.string(), v.unknown()),
});
const previous = v.parse(Record, JSON.parse(readFileSync(RECORD, 'utf8')));
const current = v.parse(Record, recordOf(await makeDocument({ publicUrl: 'https://magazine.example.org', cookie: 'session' })));
const calls = Object.entries(endpoints).flatMap(([name, { answer }]) => {
  const example = current.answers[name]?.example;
  return typeof example === 'object' && example !== null ? [{ name, answer, example }] : [];
});

/**
 * Amounts of money, kinds of things, and what has one of these: where an answer is nothing but these, it cannot be read
 * without.
 */
const isNeeded = (example: unknown, what: string): boolean => {
  const [how, keys = ''] = what.split(' ');
  if (how !== 'removed') return how === 'unknown' && !keys.includes('.0.');
  return hasNeeded(keys.split('.').reduce<unknown>((holder, key) => Reflect.get(Object(holder), key), example));
};
const hasNeeded = (value: unknown): boolean => {
  if (typeof value === 'object' && value !== null) return !Array.isArray(value) && Object.values(value).some(hasNeeded);
  return typeof value === 'number' || (typeof value === 'string' && IS_NAME.test(value));
};

describe('the release before and this one', () => {
  test('this release’s remotes read every answer of the API before', () => {
    const both = Object.entries(endpoints).filter(([name]) => previous.answers[name]);
    expect(both.length).toBeGreaterThan(40);
    const unread = both.filter(([name, { answer }]) => !v.safeParse(answer, previous.answers[name]?.example).success);
    expect(unread.map(([name]) => name)).toEqual([]);
  });

  test('the remotes before read every answer of this release’s API', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    const unread = Object.entries(previous.answers).filter(
      ([name, { schema }]) =>
        // A call that is there no more is asked for by remotes that are still kept.
        !current.answers[name] || !ajv.validate({ ...schema, components: { schemas: previous.schemas } }, current.answers[name].example),
    );
    expect(unread.map(([name]) => name)).toEqual([]);
  });
});

describe('an answer of which a part is missing, unknown or new', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());

  test('is read but for that part, whatever is new, and whichever words, lists and switches are missing', () => {
    expect(calls.length).toBeGreaterThan(40);
    const unread = calls.flatMap(({ name, answer, example }) =>
      agedAnswers(example)
        .filter(({ what }) => !isNeeded(example, what))
        .filter((aged) => !tolerate(answer, aged.answer).success)
        .map(({ what }) => `${name}: ${what}`),
    );
    expect(unread).toEqual([]);
  });
});
