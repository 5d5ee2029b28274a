import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { TOKEN_NETWORK, refund, spend } from '../limits.ts';
import { hashOf, isSame } from '../secrets.ts';
import type { Visitor } from '../start-session.ts';
import { redeemTicket } from '../tickets.ts';
import { HandedOver, enter } from './finish.ts';

type Claim = { token: string; verifier: string; network: string };

/** Turns a sign-in that happened at the top level into a session of the page that began it: whoever else sees the ticket has no verifier. */
export async function takeHandoff(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  { token, verifier, network }: Claim,
): Promise<string> {
  await spend(deps, TOKEN_NETWORK, network);
  // Used up in any case: there is one try.
  const ticket = await redeemTicket(deps.db, deps, 'handoff', token);
  const handed = v.safeParse(HandedOver, ticket?.data);
  if (!handed.success || !isSame(handed.output.challenge, hashOf(verifier))) throw new Refusal(401, 'Please log in again.');
  const { who, method } = handed.output;
  const session = await deps.db.$transaction((tx) => enter(tx, deps, visitor, who, method));
  await refund(deps, TOKEN_NETWORK, network);
  return session;
}
