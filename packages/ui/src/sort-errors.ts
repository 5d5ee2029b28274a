import type { Refusal } from '@newsstand/contracts/refusal';

/** What is wrong with each field of a page, and with the whole. */
export type SortedErrors = { fields: Readonly<Record<string, string>>; general: string | undefined };

/**
 * Sorts what the server refused (section 7: one text, or one for each field) by the fields of a page. `placeOf` says
 * beside which field an error of this name stands; what has no field is said of the whole, so that nothing is lost.
 */
export const sortErrors = ({ errors }: Refusal, placeOf?: (name: string) => string | undefined): SortedErrors => {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const [name, message] of Object.entries(typeof errors === 'string' ? { general: errors } : errors)) {
    const place = placeOf?.(name);
    if (place === undefined) others.push(message);
    else fields[place] ??= message;
  }
  return { fields, general: others.join(' ') || undefined };
};
