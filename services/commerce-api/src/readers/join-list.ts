import * as v from 'valibot';
import { Refusal } from '../platform/http/refusal.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

/** The list that a sign-up without a list-tag is for. */
const DEFAULT_TAG = 'newsletter';

const Tags = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))), v.maxLength(10));

/** The list-tags of a request; throws a `Refusal` for what no page of ours sends. */
export function parseTags(tags: string | string[] | undefined): string[] {
  const result = v.safeParse(Tags, tags === undefined ? [DEFAULT_TAG] : [tags].flat());
  if (!result.success) throw new Refusal(422, { general: apiText('no_list') });
  return [...new Set(result.output)];
}

/** On how many lists an address can be: their names come with the request, and whoever makes them up writes a row for each. */
const MOST_LISTS = 20;

/**
 * Puts an address on the lists; one that is on them already is answered alike, in words and in work: it is written once more as it was. So is one
 * that is on as many as it can be: it stays on those.
 */
export async function joinList({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, email: string, tags: string[]): Promise<void> {
  await db.$executeRaw`
    insert into list_signup (publication_id, email, tag, created)
    select ${config.publicationId}, ${email}, tag, ${clock()} from unnest(${tags}::text[]) with ordinality as given (tag, ordinal)
    where ordinal <= ${MOST_LISTS} - (
      select count(*) from list_signup as l
      where l.publication_id = ${config.publicationId} and l.email = ${email} and l.tag <> all(${tags}::text[])
    )
    on conflict (publication_id, email, tag) do update set created = list_signup.created`;
}
