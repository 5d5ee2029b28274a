import * as v from 'valibot';

type Institution = { entity_id: string; name: string; scopes: string[] };

/** Scopes come as one text or as several. */
const Keystone = v.object({
  realmName: v.optional(v.string()),
  derivedEduPersonScope: v.optional(
    v.union([
      v.pipe(
        v.string(),
        v.transform((scope) => [scope]),
      ),
      v.array(v.string()),
    ]),
    [],
  ),
});

/**
 * The institution that Keystone says a reader is from: by the name of its realm, else by a scope. Null where it is no
 * customer, or where the two contradict each other. Nothing else in the claims says who anybody is: the subject is
 * another one each time, and there is no address.
 */
export function institutionOf(claims: unknown, institutions: readonly Institution[]): Institution | null {
  const parsed = v.safeParse(Keystone, claims);
  if (!parsed.success) return null;
  const { realmName, derivedEduPersonScope: scopes } = parsed.output;
  const byName = institutions.find(({ entity_id }) => entity_id === realmName);
  const byScope = institutions.find((institution) => institution.scopes.some((scope) => scopes.includes(scope)));
  if (realmName !== undefined && scopes.length > 0) return byName === byScope ? (byName ?? null) : null;
  return byName ?? byScope ?? null;
}
