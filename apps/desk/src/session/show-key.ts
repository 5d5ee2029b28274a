import { sessionEndpoints } from '@newsstand/contracts/desk-endpoints-session';
import type { DeskSession } from '@newsstand/contracts/desk-staff';
import { startAuthentication, type startRegistration } from '@simplewebauthn/browser';
import * as v from 'valibot';
import { call, CallError } from './call.ts';

/** Made by the service for the browser's authenticator; nothing here reads more of it than that it has a challenge. */
const hasChallenge = (options: unknown): boolean => v.is(v.object({ challenge: v.string() }), options);
const ToShow = v.custom<Parameters<typeof startAuthentication>[0]['optionsJSON']>(hasChallenge);
export const ToMake = v.custom<Parameters<typeof startRegistration>[0]['optionsJSON']>(hasChallenge);

/** What went wrong, in words for whoever sits there: the browser's own are for programmers. */
export function problemOf(error: Error): string {
  if (error instanceof CallError) return error.message;
  return 'The browser showed no passkey. Nothing was changed; try again, or use another device.';
}

/** Begins a round and has the browser show a passkey in it. */
export async function shownKey() {
  const { options } = await call(sessionEndpoints.deskKeyRound);
  return startAuthentication({ optionsJSON: v.parse(ToShow, options) });
}

const NO_KEY = 'This wants your passkey, and the browser showed none. Press the button again, or use another device.';

/** Shows the passkey anew, for what wants it fresh. A sample person has none: signed in again, they count as proved. */
async function prove({ person, samples }: DeskSession): Promise<void> {
  const sample = person?.email.endsWith('.invalid') ? samples.find(({ role }) => person.roles.includes(role)) : undefined;
  if (sample) {
    await call(sessionEndpoints.deskBeSample, { body: { role: sample.role } });
    return;
  }
  const key = await shownKey().catch((error: unknown) => {
    throw error instanceof CallError ? error : new CallError(403, NO_KEY);
  });
  await call(sessionEndpoints.deskStepUp, { body: { key } });
}

/** Asks; where that wants a passkey that was shown a moment ago, it is shown, and it is asked once more. */
export async function proved<Answer>(session: DeskSession, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CallError) || error.require !== 'step-up') throw error;
    await prove(session);
    return ask();
  }
}
