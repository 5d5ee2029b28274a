import type * as v from 'valibot';

/** One message for each field, the first that is wrong with it: `address.line1`, and `general` for what belongs to none. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[fieldOf(issue)] ??= issue.message;
  return errors;
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  return issue.path?.map(({ key }) => String(key)).join('.') || 'general';
}
