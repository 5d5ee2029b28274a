import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import { LETTER_ADDRESS, LETTER_NETWORK, refund, spend } from './limits.ts';
import { safePath } from './redirect-rules.ts';
import { hashOf, newToken, tokenOf } from './secrets.ts';
import { LIFETIME, LetterTicket, type Ticket } from './tickets.ts';

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
/** `path`: where the reader wants to be afterwards. */
type Asked = { email: string; path: string | undefined; network: string };

/** Section 4, email code, request: a letter with a code goes out. Answers the token that the code is bound to; there is one for everybody. */
export async function requestCode(deps: RequestDeps, asked: Asked): Promise<string> {
  const token = newToken();
  await requestLetter(deps, asked, { kind: 'signin', letter: 'code', token, payload: {} });
  return token;
}

/** A letter with a link that sets a password goes out. Where it leads afterwards is kept here: nobody can write another site into the link. */
export async function requestReset(deps: RequestDeps, asked: Asked): Promise<void> {
  const nonce = newToken();
  const token = tokenOf(deps.config.access.secret, nonce);
  await requestLetter(deps, asked, { kind: 'reset', letter: 'reset', token, payload: { nonce, email: asked.email } });
}

/** A letter that was answered rightly was no flood: the network that asked for it may ask for another. Answers where the reader wanted to be. */
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
 * Writes the ticket and the letter. Whether the address has an account is not even looked up, so no time can tell: `write-for.ts` does that when
 * the letter is written, `verify-code.ts` and `set-password.ts` when it is answered. The older tickets of the address are left alone for the same
 * reason; the newest counts (`tickets.ts`).
 */
async function requestLetter(deps: RequestDeps, { email, path, network }: Asked, { kind, letter, token, payload }: Request): Promise<void> {
  await spend(deps, LETTER_NETWORK, network);
  await spend(deps, LETTER_ADDRESS, email);
  const { publicationId, publicUrl } = deps.config;
  const data: LetterTicket = { path: path === undefined ? null : safePath(path, publicUrl), network };
  const now = deps.clock();
  const expires = new Date(now.getTime() + LIFETIME[kind]);
  const ticket = hashOf(token);
  await deps.db.$executeRaw`
    with issued as (
      insert into ticket (token_hash, kind, email, data, created, expires)
      values (${ticket}, ${kind}, ${email}, ${JSON.stringify(data)}::jsonb, ${now}, ${expires})
    )
    insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
    values (${uuidv7(now.getTime())}::uuid, ${publicationId}, ${letter}, ${ticket}, ${email},
            ${JSON.stringify({ ...payload, ticket, expires: expires.toISOString() })}::jsonb, ${now})`;
}
