import type { Deps } from '../deps.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import { LETTER_ADDRESS, LETTER_NETWORK, spend } from './limits.ts';
import { safePath } from './redirect-rules.ts';
import { hashOf, newToken, tokenOf } from './secrets.ts';
import { LIFETIME } from './tickets.ts';

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = { email: string; network: string };

/** Section 4, email code, request: a letter with a code goes out. Answers the token that the code is bound to; there is one for everybody. */
export async function requestCode(deps: RequestDeps, { path, ...asked }: Asked & { path: string | undefined }): Promise<string> {
  const token = newToken();
  const data = { path: path === undefined ? null : safePath(path, deps.config.publicUrl) };
  await requestLetter(deps, asked, { kind: 'signin', letter: 'code', token, data, payload: {} });
  return token;
}

/** A letter with a link that sets a password goes out. */
export async function requestReset(deps: RequestDeps, asked: Asked): Promise<void> {
  const nonce = newToken();
  const token = tokenOf(deps.config.access.secret, nonce);
  await requestLetter(deps, asked, { kind: 'reset', letter: 'reset', token, data: {}, payload: { nonce } });
}

type Request = {
  kind: 'signin' | 'reset';
  letter: 'code' | 'reset';
  token: string;
  data: Record<string, string | null>;
  payload: Record<string, string>;
};

/**
 * Writes the ticket and the letter in one statement that does the same work for an address that has an account and for one that has not: the
 * stranger's letter says that there is none. A newer ticket makes the older ones of its kind useless.
 */
async function requestLetter(deps: RequestDeps, { email, network }: Asked, { kind, letter, token, data, payload }: Request): Promise<void> {
  await spend(deps, LETTER_NETWORK, network);
  await spend(deps, LETTER_ADDRESS, email);
  const { publicationId } = deps.config;
  const now = deps.clock();
  const expires = new Date(now.getTime() + LIFETIME[kind]);
  const ticket = hashOf(token);
  await deps.db.$executeRaw`
    with who as (select id from account where publication_id = ${publicationId} and email = ${email}),
    superseded as (update ticket set consumed = ${now} where email = ${email} and kind = ${kind} and consumed is null),
    issued as (
      insert into ticket (token_hash, kind, account_id, email, data, created, expires)
      values (${ticket}, ${kind}, (select id from who), ${email}, ${JSON.stringify(data)}::jsonb, ${now}, ${expires})
    )
    insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
    values (${uuidv7(now.getTime())}::uuid, ${publicationId}, case when exists (select from who) then ${letter} else 'no-account' end,
            ${ticket}, ${email}, ${JSON.stringify({ ...payload, ticket, expires: expires.toISOString() })}::jsonb, ${now})`;
}
