import type { Refusal } from '@newsstand/contracts/refusal';
import { refusedFor } from '@newsstand/ui/refused-for';

/**
 * What went wrong. `fields`: messages beside their fields; `banner`: one for the whole form; `failed`: the cause is
 * unknown (section 8, generic failure on account pages); `loggedOut`: the session has ended; `usedUp`: a code was tried
 * too often.
 */
export type Shown = { fields: Readonly<Record<string, string>>; banner: string | null; failed: boolean; loggedOut?: true; usedUp?: true };

export const NOTHING: Shown = { fields: {}, banner: null, failed: false };

/** The status of an answer to somebody whose session has ended. */
export const LOGGED_OUT = 401;

type Failure = { status: number; refusal: Refusal; raw?: true };

/**
 * Sorts what the server refused (section 8): field errors by the fields that the form has, named by their last word
 * (`address.line1`); the rest, and a string, into the banner. An answer without errors, and a server that fell over,
 * are the general failure.
 */
export const sortErrors = ({ status, refusal, raw }: Failure, fields: readonly string[]): Shown => {
  const { errors } = refusal;
  if (raw || status >= 500) return { ...NOTHING, failed: true };
  if (typeof errors === 'string') {
    const usedUp = refusedFor(refusal, 'too_many_codes');
    return { ...NOTHING, banner: errors, ...(status === LOGGED_OUT && { loggedOut: true }), ...(usedUp && { usedUp }) };
  }
  const shown: Record<string, string> = {};
  const others: string[] = [];
  for (const [name, message] of Object.entries(errors)) {
    const field = name.split('.').at(-1) ?? name;
    if (fields.includes(field)) shown[field] ??= message;
    else others.push(message);
  }
  return { fields: shown, banner: others.length > 0 ? others.join(' ') : null, failed: false };
};
