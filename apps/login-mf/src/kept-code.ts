import * as v from 'valibot';
import { stored } from '@newsstand/ui/stored';
import { START, waitingFor, type CodeEvent, type CodeFlow } from './code-flow.ts';

/** As long as a code works, in milliseconds (design of identity). */
const LIFETIME = 10 * 60 * 1000;

/**
 * What this tab keeps of a code that it waits for. The token is nothing without the code, which is in the mailbox
 * alone.
 */
const waiting = stored(() => sessionStorage, 'newsstand-code', v.object({ email: v.string(), token: v.string(), until: v.number() }));

/** The stage at which a code is waited for lasts over a reload, until it is left. */
export const keepCode = (event: CodeEvent): void => {
  if (event.type === 'sent') waiting.write({ ...event, until: Date.now() + LIFETIME });
  else if (event.type !== 'typed') waiting.clear();
};

/** The stage that this tab was at before its page was loaded, while the code may still work. */
export const keptFlow = (): CodeFlow => {
  const kept = waiting.read();
  return kept && kept.until > Date.now() ? waitingFor(kept.email, kept.token, { kept: true }) : START;
};
