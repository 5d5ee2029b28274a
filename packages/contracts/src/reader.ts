import * as v from 'valibot';

export const ReaderAccount = v.object({ name: v.string(), email: v.string() });
export type ReaderAccount = v.InferOutput<typeof ReaderAccount>;

/** Section 3, identity provider. */
export const IdentityProvider = v.object({ entity_id: v.string(), name: v.string() });
export type IdentityProvider = v.InferOutput<typeof IdentityProvider>;

/**
 * Who is logged in, if anybody is: with an account, or through an institution. `view_only`: it is staff who looks at
 * this reader's account, and every page says so (section 2, view-only banner).
 */
export const Reader = v.object({
  account: v.nullable(ReaderAccount),
  institution: v.nullable(IdentityProvider),
  view_only: v.optional(v.boolean()),
});
export type Reader = v.InferOutput<typeof Reader>;

/** The login tabs (section 2), in the order they are shown; those that are not configured are left out. */
export const LoginTab = v.picklist(['password', 'email-code', 'google', 'institutional']);
export type LoginTab = v.InferOutput<typeof LoginTab>;
