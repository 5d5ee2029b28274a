import { CODES } from '@newsstand/contracts/schema-message';
import type * as v from 'valibot';
import { toldByCode } from '../platform/http/field-errors.ts';

/**
 * How a publisher's file is parsed: what the contracts say of it has words of its own, which no page has; where a
 * schema says nothing, it is what was expected.
 */
export const OF_A_FILE = { lang: CODES, message: (issue: v.BaseIssue<unknown>) => `must be ${expectation(issue)}` } as const;

/** A schema's complaint as a line for the publisher: `products.json: products[3].sizes[0].quantity must be …`. */
export const problemText = (file: string, issue: v.BaseIssue<unknown>): string => `${file}: ${problemLine(file, issue)}`;

/** The same without the file's name. */
export function problemLine(file: string, issue: v.BaseIssue<unknown>): string {
  const field = fieldOf(file, issue);
  const subject = field === '' ? '' : `${field} `;
  if (issue.expected === 'never') return `${subject}is not a field that is known here`;
  if (issue.received === 'undefined') return `${subject}is missing`;
  return `${subject}${toldByCode(issue.message)?.inWords({}) ?? issue.message}`;
}

/** A file that holds a list gives its entries its own name: `products[3]`. */
export function fieldOf(file: string, issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => key);
  const root = typeof keys[0] === 'number' ? file.replace('.json', '').replaceAll('-', '_') : '';
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, root);
}

function expectation(issue: v.BaseIssue<unknown>): string {
  return issue.expected === 'Object' ? 'an object' : (issue.expected ?? 'something else');
}
