// What the tests of login share: an account in the database, and what its letters said.
import type { Login } from '../src/readers/login/require-session.ts';
import { Code, Codes, Errors } from '@newsstand/contracts/refusal';
import { hash } from '@node-rs/argon2';
import * as v from 'valibot';
import { expect } from 'vitest';
import { accessLetter, AccessLetterKind } from '../src/letters/access-letter.ts';
import { letterText } from '../src/letters/letter-text.ts';
import { accessLetterKind } from '../src/letters/access-letter-kind.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { DAY } from '../src/platform/duration.ts';
import { hashOf, newToken } from '../src/platform/secrets.ts';
import { SERVICE_TEXTS } from '../src/publication/texts/catalogue.ts';
import { wording } from '../src/publication/texts/letter-texts.ts';
import type { Browser } from './browser.ts';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse';

/**
 * A hash says what it cost, and a check of it costs no more: an account of a test has one that costs next to nothing.
 * At full cost the hashes were a sixth of what the tests of the account take. What passwords are kept as is tested
 * where they are hashed (password.test.ts).
 */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

type Wishes = { id?: string; email?: string; name?: string; verified?: boolean; password?: string | null };

/** An account of its own for one test. `verified: false` is one whose maker never showed that the mailbox is theirs. */
export async function makeAccount(
  { deps }: { deps: Pick<TestApp['deps'], 'db' | 'clock' | 'config'> },
  { id = uuidv7(), email = `reader-${uuidv7()}@example.org`, name = 'Ana Reader', verified = true, password = PASSWORD }: Wishes = {},
): Promise<{ id: string; email: string; name: string }> {
  const passwordHash = password === null ? null : await hash(password, CHEAP);
  return deps.db.account.create({
    data: {
      id,
      publicationId: deps.config.publicationId,
      email,
      name,
      passwordHash,
      verified: verified ? deps.clock() : null,
      created: deps.clock(),
    },
  });
}

/** A login to an account, without a browser: for what is called by itself. */
export async function loginTo({ db, clock }: Pick<TestApp['deps'], 'db' | 'clock'>, accountId: string): Promise<Login> {
  const expires = new Date(clock().getTime() + DAY);
  const session = await db.session.create({
    data: { tokenHash: hashOf(newToken()), ownerId: accountId, accountId, method: 'password', expires },
  });
  return { accountId, session: session.id };
}

/** The kinds of the letters that wait for an address, oldest first, as they would be written now. */
export async function lettersTo({ deps }: TestApp, email: string): Promise<string[]> {
  const rows = await deps.db.outbox.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });
  return Promise.all(rows.map(async ({ kind }) => (v.is(AccessLetterKind, kind) ? accessLetterKind(deps, kind, email) : kind)));
}

/** The text of the newest letter of a kind to an address, as it is sent. */
export async function lastLetter({ deps }: TestApp, email: string, kind: AccessLetterKind): Promise<string> {
  const row = await deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind }, orderBy: { id: 'desc' } });
  const letter = accessLetter(v.parse(AccessLetterKind, row.kind), row.payload, {
    secret: deps.config.access.secret,
    now: deps.clock(),
    sender: { name: 'Exclave', support: 'help@example.org', url: deps.config.publicUrl, paths: {} },
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

const Refused = v.looseObject({ errors: Errors, codes: v.optional(Codes) });

/**
 * The status and the body, to be compared whole but for the codes of a refusal: each stands for a text that there is,
 * beside an error.
 */
export async function answerOf(response: Response): Promise<[number, unknown]> {
  const body: unknown = await response.json();
  if (!v.is(Refused, body) || body.codes === undefined) return [response.status, body];
  const { codes, ...rest } = body;
  const errors = typeof rest.errors === 'string' ? { whole: rest.errors } : rest.errors;
  const told = v.is(Code, codes) ? { whole: codes } : codes;
  expect(Object.keys(told)).toEqual(Object.keys(errors).filter((field) => field in told));
  for (const one of Object.values(told)) expect(SERVICE_TEXTS).toHaveProperty([v.parse(Code, one).code]);
  return [response.status, rest];
}

/** The address of who is logged in, or null. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const reader = v.parse(
    v.object({ account: v.nullable(v.object({ email: v.string() })) }),
    await (await browser.get('/api/access/session')).json(),
  );
  return reader.account?.email ?? null;
}
