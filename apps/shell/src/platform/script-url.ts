import { foreignScript, SCRIPT_POLICY } from '@newsstand/contracts/foreign-script';

type Policy = { createScriptURL(url: string): unknown };
type Page = typeof globalThis & {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
};

let policy: Policy | undefined;

/**
 * The address of a script of somebody else's, as a page under Trusted Types takes it. The policy is here and nowhere
 * else: only remotes are handed this, and no script of the page can ask the policy for anything.
 */
export const scriptUrl = (url: string): unknown => {
  const page: Page = globalThis;
  // Made when it is needed: a page without payment need not list it.
  policy ??= page.trustedTypes?.createPolicy(SCRIPT_POLICY, { createScriptURL: (asked) => foreignScript(asked) });
  return policy ? policy.createScriptURL(url) : foreignScript(url);
};
