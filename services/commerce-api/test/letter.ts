import { composeLetter, type OutboxLetter, readForLetters } from '../src/jobs/compose-letter.ts';
import { sendOutbox } from '../src/jobs/send-outbox.ts';
import type { Letter } from '../src/letters/letter.ts';
import type { Mailer } from '../src/letters/mailer.ts';

/** Sends one letter of the outbox; throws what went wrong. */
export async function sendLetter(deps: Parameters<typeof sendOutbox>[0], mailer: Mailer, id: string): Promise<void> {
  for (const failure of (await sendOutbox(deps, mailer, [id])).values()) throw failure;
}

/** One letter as it would be sent now. */
export async function compose(deps: Parameters<typeof composeLetter>[0], letter: OutboxLetter): Promise<Letter | null> {
  return composeLetter(deps, await readForLetters(deps, [letter]), letter);
}
