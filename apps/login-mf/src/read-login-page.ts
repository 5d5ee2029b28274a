import * as v from 'valibot';
import { LoginTab, Reader } from '@newsstand/contracts/reader';
import { pageReader } from '@newsstand/ui/parsed-page';

/**
 * The parts of the page's data that this remote needs; the rest (cart, products, …) is not parsed, nor are its schemas
 * shipped.
 */
const LoginPage = v.object({
  page: v.string(),
  publication: v.object({ messages: v.record(v.string(), v.string()) }),
  account: v.optional(Reader.entries.account, null),
  institution: v.optional(Reader.entries.institution, null),
  logins: v.optional(v.array(LoginTab), ['password', 'email-code']),
});
export type LoginPage = v.InferOutput<typeof LoginPage>;

export const readLoginPage = pageReader(LoginPage);
