// What the tests of login share: an account in the database, and what its letters said.
import { uuidv7 } from '../db/uuidv7.ts';
import { accessLetter, AccessLetterKind } from '../mail/access-letter.ts';
import { letterText } from '../mail/letter-text.ts';
import { wording } from '../mail/messages.ts';
import * as v from 'valibot';
import type { Browser } from '../test/browser.ts';
import type { TestApp } from '../test/test-app.ts';
import { hashPassword } from './password.ts';
import { writeFor } from './write-for.ts';

export const PASSWORD = 'correct horse';

type Wishes = { email?: string; name?: string; verified?: boolean; password?: string | null };

/** An account of its own for one test. `verified: false` is one whose maker never showed that the mailbox is theirs. */
export async function makeAccount(
  { deps }: { deps: Pick<TestApp['deps'], 'db' | 'clock' | 'config'> },
  { email = `reader-${uuidv7()}@example.org`, name = 'Ana Reader', verified = true, password = PASSWORD }: Wishes = {},
): Promise<{ id: string; email: string; name: string }> {
  const passwordHash = password === null ? null : await hashPassword(password);
  return deps.db.account.create({
    data: {
      id: uuidv7(),
      publicationId: deps.config.publicationId,
      email,
      name,
      passwordHash,
      verified: verified ? deps.clock() : null,
      created: deps.clock(),
    },
  });
}

/** The kinds of the letters that wait for an address, oldest first, as they would be written now. */
export async function lettersTo({ deps }: TestApp, email: string): Promise<string[]> {
  const rows = await deps.db.outbox.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });
  return Promise.all(rows.map(async ({ kind }) => (v.is(AccessLetterKind, kind) ? writeFor(deps, kind, email) : kind)));
}

/** The text of the newest letter of a kind to an address, as it is sent. */
export async function lastLetter({ deps }: TestApp, email: string, kind: AccessLetterKind): Promise<string> {
  const row = await deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind }, orderBy: { id: 'desc' } });
  const letter = accessLetter(v.parse(AccessLetterKind, row.kind), row.payload, {
    secret: deps.config.access.secret,
    now: deps.clock(),
    sender: { name: 'Exclave', support: 'help@example.org', url: deps.config.publicUrl },
    say: wording({}),
  });
  return letter === null ? '' : letterText(letter);
}

export async function codeFor(service: TestApp, email: string): Promise<string> {
  return /^ {4}(\d{6})$/m.exec(await lastLetter(service, email, 'code'))?.[1] ?? 'no code';
}

export async function resetTokenFor(service: TestApp, email: string): Promise<string> {
  return /#reset=([\w-]{43})&email=\S+$/m.exec(await lastLetter(service, email, 'reset'))?.[1] ?? 'no link';
}

export const logInWith = (browser: Browser, email: string, password = PASSWORD) => browser.post('/api/access/login', { email, password });

/** The status and the body, to be compared whole. */
export async function answerOf(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

/** The address of who is logged in, or null. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const reader = v.parse(
    v.object({ account: v.nullable(v.object({ email: v.string() })) }),
    await (await browser.get('/api/access/session')).json(),
  );
  return reader.account?.email ?? null;
}
