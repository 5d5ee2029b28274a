import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Claims, Institution } from './people.ts';

/** Google tells who somebody is, for good; Keystone, the OpenID side of OpenAthens, tells only where they are from. */
export type Flavour = 'google' | 'keystone';
export const FLAVOURS = ['google', 'keystone'] as const;

/** Which claims come with which scope. */
export const CLAIMS: Record<Flavour, Record<string, string[]>> = {
  google: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  keystone: { openid: ['sub', 'realmName', 'derivedEduPersonScope', 'eduPersonScopedAffiliation', 'pairwiseID'] },
};

export type Chosen = { subject: string; claims: Claims };

const Someone = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(120)),
  email: v.pipe(v.string(), v.trim(), v.email()),
  verified: v.optional(v.string()),
  /** Another subject with the same address, as when a mailbox changes hands. */
  subject: v.optional(v.string()),
});
const Somewhere = v.object({ entity_id: v.string() });

/** Who the form says that the reader is, or null where it says nothing that can be. */
export function choose(flavour: Flavour, form: unknown, institutions: Institution[]): Chosen | null {
  switch (flavour) {
    case 'google': {
      const person = v.safeParse(Someone, form);
      if (!person.success) return null;
      const { name, email, verified, subject = '' } = person.output;
      const digits = BigInt(
        `0x${createHash('sha256')
          .update(subject === '' ? email : subject)
          .digest('hex')
          .slice(0, 16)}`,
      );
      return { subject: digits.toString(), claims: { name, email, email_verified: verified !== undefined } };
    }
    case 'keystone': {
      const place = v.safeParse(Somewhere, form);
      const institution = place.success && institutions.find(({ entity_id }) => entity_id === place.output.entity_id);
      if (!institution) return null;
      const { entity_id, scope } = institution;
      // Keystone's subject is another one each time: nobody can be known again by it.
      return {
        subject: randomUUID(),
        claims: {
          realmName: entity_id,
          derivedEduPersonScope: scope,
          eduPersonScopedAffiliation: [`member@${scope}`],
          pairwiseID: `${createHash('sha256').update(entity_id).digest('hex').slice(0, 12)}@${scope}`,
        },
      };
    }
  }
}
