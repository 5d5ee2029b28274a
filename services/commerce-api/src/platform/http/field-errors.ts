import { CODES } from '@newsstand/contracts/schema-message';
import { API_TEXTS } from '@newsstand/contracts/texts';
import type * as v from 'valibot';
import { apiText } from './api-text.ts';
import { CodedText } from './coded-text.ts';

/**
 * How the service parses what was sent: what a schema finds wrong comes as a code. Where a schema has no text of its
 * own valibot would speak to programmers.
 */
export const IN_CODES = { lang: CODES, message: ({ input }: v.BaseIssue<unknown>) => (isMissing(input) ? 'api.blank' : 'api.not_valid') };

/**
 * What a value of another type is told that it must be; it is neither blank nor, to whoever sends it, plainly wrong.
 */
const WRONG_TYPE = {
  string: apiText('wrong_text'),
  number: apiText('wrong_number'),
  boolean: apiText('wrong_boolean'),
  array: apiText('wrong_list'),
  object: apiText('wrong_object'),
} as const;

/** What is said of what is not there, or of nothing in particular. */
const SAYS_LITTLE: readonly string[] = ['api.blank', 'api.not_valid', 'api.total_missing'];

/**
 * One thing for each field, the first that is wrong with it: `address.line1`, and `general` for what belongs to none.
 */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, CodedText> {
  const errors: Record<string, CodedText> = {};
  for (const issue of issues) errors[fieldOf(issue)] ??= toldBy(issue);
  return errors;
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  return issue.path?.map(({ key }) => String(key)).join('.') || 'general';
}

function toldBy({ kind, type, input, message, path }: v.BaseIssue<unknown>): CodedText {
  // What is blank is a field; a body of `null` is no field.
  if (!path && input === null) return apiText('not_valid');
  const told = toldByCode(message) ?? apiText('not_valid');
  const saysLittle = SAYS_LITTLE.includes(told.code);
  return saysLittle && kind === 'schema' && !isMissing(input) && isTyped(type) ? WRONG_TYPE[type] : told;
}

/** What a schema of the contracts says in codes; null for words of another schema's own. */
export function toldByCode(message: string): CodedText | null {
  const [code = '', n = ''] = message.split(' ');
  const key = code.slice('api.'.length);
  if (!isKey(key) || code !== `api.${key}`) return null;
  return new CodedText(code, API_TEXTS[key], n === '' ? undefined : { n: /^\d+$/.test(n) ? Number(n) : n });
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

function isTyped(type: string): type is keyof typeof WRONG_TYPE {
  return Object.hasOwn(WRONG_TYPE, type);
}

function isKey(key: string): key is keyof typeof API_TEXTS {
  return Object.hasOwn(API_TEXTS, key);
}
