import * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, isSame } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { TOKEN_NETWORK, spend } from '../login/limits.ts';
import type { Visitor } from '../login/start-session.ts';
import { redeemTicket } from '../login/tickets.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { HandedOver, enter } from './finish-oauth.ts';

type Claim = { token: string; verifier: string; network: string };

/**
 * Turns a sign-in that happened at the top level into a session of the page that began it: whoever else sees the ticket
 * has no verifier.
 */
export async function takeHandoff(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  { token, verifier, network }: Claim,
): Promise<string> {
  // Used up in any case: there is one try.
  const ticket = await redeemTicket(deps.db, deps, 'handoff', token);
  const handed = v.safeParse(HandedOver, ticket?.data);
  if (!handed.success || !isSame(handed.output.challenge, hashOf(verifier))) {
    await spend(deps, TOKEN_NETWORK, network);
    throw new Refusal(401, apiText('log_in_again'));
  }
  const { who, method } = handed.output;
  return deps.db.$transaction((tx) => enter(tx, deps, visitor, who, method));
}
