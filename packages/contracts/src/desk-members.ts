import * as v from 'valibot';
import { DeskAction } from './desk-history.ts';

/**
 * An address and one mailing list, by the list's tag. `since`: when it came onto it; `asked`: when the form was sent
 * that a letter confirmed, and `brought`: the other system in whose list it was, null otherwise; `left`: since when it
 * is off it, null while it is on it.
 */
export const DeskMember = v.object({
  id: v.string(),
  email: v.string(),
  list: v.string(),
  since: v.string(),
  asked: v.nullable(v.string()),
  brought: v.nullable(v.string()),
  left: v.nullable(v.string()),
});
export type DeskMember = v.InferOutput<typeof DeskMember>;

/** What the lists know of the addresses that were typed, and what was done to them at the desk, newest first. */
export const DeskMembers = v.object({ members: v.array(DeskMember), history: v.array(DeskAction) });
export type DeskMembers = v.InferOutput<typeof DeskMembers>;

/** What somebody is on a list by. */
export const consentOf = ({ asked, brought }: { asked: unknown; brought: string | null }): string =>
  asked !== null ? 'confirmed by a letter' : brought !== null ? `given at ${brought}` : 'joined without a letter';
