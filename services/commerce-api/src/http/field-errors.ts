import { MUST_NOT_BE_BLANK } from '@newsstand/contracts/address';
import type * as v from 'valibot';

/** One message for each field, the first that is wrong with it: `address.line1`, and `general` for what belongs to none. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[fieldOf(issue)] ??= isMissing(issue) ? MUST_NOT_BE_BLANK : issue.message;
  return errors;
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  return issue.path?.map(({ key }) => String(key)).join('.') || 'general';
}

/** For an absent key valibot has a programmer's message. */
function isMissing({ received }: v.BaseIssue<unknown>): boolean {
  return received === 'undefined';
}
