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

/** The path of the link in the newest letter that asks an address whether it wants to be on a list. */
export async function joinPath(deps: Parameters<typeof composeLetter>[0], recipient: string): Promise<string> {
  const row = await deps.db.outbox.findFirstOrThrow({ where: { kind: 'list-join', recipient }, orderBy: { id: 'desc' } });
  const letter = await compose(deps, row);
  const button = letter?.blocks.find((block) => block.type === 'button');
  const { pathname, search } = new URL(button?.url ?? '');
  return pathname + search;
}
