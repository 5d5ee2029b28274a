import { Email } from '@newsstand/contracts/checkout';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';

/** The list that a sign-up without a list-tag is for. */
const DEFAULT_TAG = 'newsletter';

const Tags = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))), v.maxLength(10));

/** The address as it is kept; throws a `Refusal` with errors.email. */
export function parseEmail(typed: string): string {
  const result = v.safeParse(Email, typed.normalize('NFKC'), { abortPipeEarly: true });
  if (!result.success) throw new Refusal(422, { email: result.issues[0].message });
  return result.output.toLowerCase();
}

/** The list-tags of a request; throws a `Refusal` for what no page of ours sends. */
export function parseTags(tags: string | string[] | undefined): string[] {
  const result = v.safeParse(Tags, tags === undefined ? [DEFAULT_TAG] : [tags].flat());
  if (!result.success) throw new Refusal(422, { general: 'There is no such list.' });
  return [...new Set(result.output)];
}

/** Puts an address on the lists; one that is on them already is answered alike, in words and in work: it is written once more as it was. */
export async function joinList({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, email: string, tags: string[]): Promise<void> {
  await db.$executeRaw`
    insert into list_signup (publication_id, email, tag, created)
    select ${config.publicationId}, ${email}, tag, ${clock()} from unnest(${tags}::text[]) as tag
    on conflict (publication_id, email, tag) do update set created = list_signup.created`;
}
