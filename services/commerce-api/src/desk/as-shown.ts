import { Refusal } from '../platform/http/refusal.ts';
import { hashOf } from '../platform/secrets.ts';
import { deskText } from '../publication/texts/desk-texts.ts';

/**
 * What tells all that a dialog shows of what would happen from anything else that it could show: whoever confirms it
 * sends it with what they confirm. Of the whole answer, so that no part of it can be left out.
 */
export const markOf = (shown: unknown): string => hashOf(JSON.stringify(shown, inOneOrder)).slice(0, 22);

/** Refuses (409) what would be done otherwise by now than it was shown; `version` is none of who was shown none. */
export function mustBeAsShown({ version, dry }: { version?: string | undefined; dry: boolean }, now: string): void {
  if (dry || version === undefined || version === now) return;
  throw new Refusal(409, [deskText('would_be_otherwise'), deskText('look_again')]);
}

const inOneOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
