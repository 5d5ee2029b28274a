import * as v from 'valibot';

/** What remotes may know of the publication; `messages` override a remote's own texts key by key, and those of `texts.ts` text by text (`OwnWords`). */
export const PublicationInfo = v.object({
  name: v.string(),
  support_address: v.string(),
  settings: v.object({ checkout_later: v.boolean(), add_donation: v.boolean(), add_products: v.boolean() }),
  messages: v.record(v.string(), v.string()),
});
export type PublicationInfo = v.InferOutput<typeof PublicationInfo>;
