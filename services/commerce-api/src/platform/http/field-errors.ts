import { MUST_NOT_BE_BLANK } from '@newsstand/contracts/blank';
import { NOT_VALID } from '@newsstand/contracts/refusal';
import type * as v from 'valibot';

/** One message for each field, the first that is wrong with it: `address.line1`, and `general` for what belongs to none. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[fieldOf(issue)] ??= plainText(issue);
  return errors;
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  return issue.path?.map(({ key }) => String(key)).join('.') || 'general';
}

/** What the schema says of it; where a schema has no words of its own, valibot speaks to programmers, which no reader is to see. */
function plainText({ message, received }: v.BaseIssue<unknown>): string {
  if (!/^Invalid [^:]+: Expected /.test(message)) return message;
  return received === 'undefined' ? MUST_NOT_BE_BLANK : NOT_VALID;
}
