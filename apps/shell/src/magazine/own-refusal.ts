import { fill } from '@newsstand/contracts/fill';
import type { Refusal } from '@newsstand/contracts/refusal';
import { API_TEXTS } from '@newsstand/contracts/texts';
import type { Publication } from './read-publication.ts';

/** What the magazine refuses in the API's place, as the API would: by its code, and in the publication's words. */
export const ownRefusal = (key: 'not_found' | 'too_large' | 'unreachable', { site }: Pick<Publication, 'site'>): Refusal => {
  const code = `api.${key}`;
  return { errors: fill(site.messages[code] ?? API_TEXTS[key], { support: site.settings.support_address }), codes: { code } };
};
