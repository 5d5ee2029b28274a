import { foreignScript, SCRIPT_POLICY } from '@newsstand/contracts/foreign-script';
import type { MountContext } from '@newsstand/contracts/widget';

type ScriptUrl = NonNullable<MountContext['scriptUrl']>;
type Policy = { createScriptURL(url: string): unknown };
type Page = typeof globalThis & {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
};

/** The shell's, which holds the page's one policy. */
let given: ScriptUrl | undefined;
/** Of a page without a shell, where a remote stands alone. A policy of one name can be made once only. */
let own: Policy | undefined;

/** Keeps what the shell hands to every widget of this remote. */
export const keepScriptUrl = (scriptUrl: ScriptUrl | undefined): void => {
  given ??= scriptUrl;
};

/** The address of a foreign script for `script.src`; throws for hosts that are not known. */
export const scriptUrl: ScriptUrl = (url) => {
  if (given) return given(url);
  const page: Page = globalThis;
  own ??= page.trustedTypes?.createPolicy(SCRIPT_POLICY, { createScriptURL: (asked) => foreignScript(asked) });
  return own ? own.createScriptURL(url) : foreignScript(url);
};
