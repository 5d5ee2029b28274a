import type { Refusal } from '@newsstand/contracts/refusal';
import { refusedFor } from '@newsstand/ui/refused-for';
import { sortErrors, type SortedErrors } from '@newsstand/ui/sort-errors';

/**
 * What went wrong, beside the fields of a form and in a banner above it. `failed`: the cause is unknown (section 8,
 * generic failure on account pages); `loggedOut`: the session has ended; `usedUp`: a code was tried too often.
 */
export type Shown = SortedErrors & { failed: boolean; loggedOut?: boolean; usedUp?: boolean };

export const NOTHING: Shown = { fields: {}, general: undefined, failed: false };

/** The status of an answer to somebody whose session has ended. */
export const LOGGED_OUT = 401;

type Failure = { status: number; refusal: Refusal; raw?: true };

/**
 * What the server refused (section 8): field errors by the fields that the form has, named by their last word
 * (`address.line1`); the rest, and a string, in the banner. An answer without errors, and a server that fell over, are
 * the general failure.
 */
export const shownOf = ({ status, refusal, raw }: Failure, fields: readonly string[] = []): Shown =>
  raw || status >= 500
    ? { ...NOTHING, failed: true }
    : {
        ...sortErrors(refusal, (name) => fields.find((field) => field === name.split('.').at(-1))),
        failed: false,
        loggedOut: status === LOGGED_OUT,
        usedUp: refusedFor(refusal, 'too_many_codes'),
      };
