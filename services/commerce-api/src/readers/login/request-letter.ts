import * as v from 'valibot';
import { INTO_OUTBOX } from '../../letters/post-letter.ts';
import type { Db } from '../../platform/db/db.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { hashOf, newToken, tokenOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { safePath } from '../../rules/access/redirect-rules.ts';
import { isKnownBrowser } from './known-browser.ts';
import { CODE_ADDRESS, CODE_KNOWN, CODE_PAIR, LETTER_NETWORK, RESET_ADDRESS, RESET_KNOWN, RESET_PAIR, refund, spend } from './limits.ts';
import { LIFETIME, LetterTicket, type Ticket } from './tickets.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
/** `path`: where the reader wants to be afterwards. `device`: the token of the browser's cookie. */
type Asked = { email: string; path: string | undefined; network: string; device: string };

/**
 * Section 4, email code, request: a letter with a code goes out. Answers the token that the code is bound to; there is
 * one for everybody.
 */
export async function requestCode(deps: RequestDeps, asked: Asked): Promise<string> {
  const token = newToken();
  await requestLetter(deps, asked, { kind: 'signin', letter: 'code', token, payload: {} });
  return token;
}

/**
 * A letter with a link that sets a password goes out. Where it leads afterwards is kept here: nobody can write another
 * site into the link.
 */
export async function requestReset(deps: RequestDeps, asked: Asked): Promise<void> {
  const nonce = newToken();
  const token = tokenOf(deps.config.access.secret, nonce);
  await requestLetter(deps, asked, { kind: 'reset', letter: 'reset', token, payload: { nonce, email: asked.email } });
}

/**
 * A letter that was answered rightly was no flood: the network that asked for it may ask for another. Answers where the
 * reader wanted to be.
 */
export async function letterAnswered(deps: RequestDeps, { data, created }: Ticket): Promise<string | null> {
  const { path, network } = v.parse(LetterTicket, data);
  if (network !== undefined) await refund(deps, LETTER_NETWORK, network, created);
  return path;
}

type Request = {
  kind: 'signin' | 'reset';
  letter: 'code' | 'reset';
  token: string;
  payload: Record<string, string>;
};

/**
 * Writes the ticket and the letter. Whether the address has an account is not even looked up, so no time can tell:
 * `access-letter-kind.ts` does that when the letter is written, `verify-code.ts` and `set-password.ts` when it is
 * answered. The older tickets of the address are left alone for the same reason; the newest counts (`tickets.ts`).
 */
async function requestLetter(deps: RequestDeps, asked: Asked, { kind, letter, token, payload }: Request): Promise<void> {
  const { email, path } = asked;
  const { asker, network } = await countLetter(deps, asked, kind);
  const { publicUrl } = deps.config;
  const data: LetterTicket = { path: path === undefined ? null : safePath(path, publicUrl), asker, network };
  await writeLetter(deps.db, deps, { email, kind, letter, token, payload, data });
}

/**
 * Somebody at the desk has the letter sent whose link sets a password. Nobody's budget of letters is spent: the desk
 * counts its own.
 */
export async function postReset(
  sql: Pick<Db, '$executeRaw'>,
  deps: RequestDeps,
  { email, path }: { email: string; path: string },
): Promise<void> {
  const nonce = newToken();
  const token = tokenOf(deps.config.access.secret, nonce);
  const data: LetterTicket = { path, asker: 'desk' };
  await writeLetter(sql, deps, { email, kind: 'reset', letter: 'reset', token, payload: { nonce, email }, data });
}

async function writeLetter(
  sql: Pick<Db, '$executeRaw'>,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { email, kind, letter, token, payload, data }: Request & { email: string; data: LetterTicket },
): Promise<void> {
  const { publicationId } = config;
  const now = clock();
  const expires = new Date(now.getTime() + LIFETIME[kind]);
  const ticket = hashOf(token);
  await sql.$executeRaw`
    with issued as (
      insert into ticket (token_hash, kind, email, data, created, expires)
      values (${ticket}, ${kind}, ${email}, ${JSON.stringify(data)}::jsonb, ${now}, ${expires})
    )
    ${INTO_OUTBOX}
    values (${uuidv7(now.getTime())}::uuid, ${publicationId}, ${letter}, ${ticket}, ${email},
            ${JSON.stringify({ ...payload, ticket, expires: expires.toISOString() })}::jsonb, ${now})`;
}

const BUDGETS = {
  signin: { known: CODE_KNOWN, pair: CODE_PAIR, address: CODE_ADDRESS, message: 'too_many_codes_asked' },
  reset: { known: RESET_KNOWN, pair: RESET_PAIR, address: RESET_ADDRESS, message: 'too_many_links_asked' },
} as const;

/**
 * Counts a letter before it is written; refuses (429) one too many. A browser that the account knows has letters of its
 * own, which no stranger uses up. Answers who asked, and the network if it was counted.
 */
async function countLetter(
  deps: RequestDeps,
  { email, network, device }: Asked,
  kind: Request['kind'],
): Promise<{ asker: string; network: string | undefined }> {
  const { known, pair, address, message } = BUDGETS[kind];
  const browser = hashOf(device);
  if (await isKnownBrowser(deps, email, device)) {
    await spend(deps, known, `${email}|${browser}`, inMinutes(message));
    return { asker: browser, network: undefined };
  }
  await spend(deps, LETTER_NETWORK, network, inMinutes('too_many_letters'));
  await spend(deps, pair, `${email}|${network}`, inMinutes(message));
  try {
    await spend(deps, address, email, inMinutes(message));
  } catch (error) {
    // No letter went out: this network has had none of its own.
    await refund(deps, pair, `${email}|${network}`);
    throw error;
  }
  return { asker: network, network };
}

const inMinutes =
  (key: 'too_many_codes_asked' | 'too_many_links_asked' | 'too_many_letters') =>
  (n: number): CodedText =>
    apiText(key, { n });
