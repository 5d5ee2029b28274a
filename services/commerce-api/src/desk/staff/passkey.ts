import type { KeyMade, KeyShown } from '@newsstand/contracts/desk-staff';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import * as v from 'valibot';
import { MINUTE } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { spend } from '../../readers/login/limits.ts';
import { issueTicket, redeemTicket } from '../../readers/login/tickets.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/** Passkeys that one network tries. */
const ROUNDS = { name: 'desk-round', points: 60, window: 15 * MINUTE };

/** Null where this process serves no desk; then nothing asks. */
function deskOf({ config }: Pick<Deps, 'config'>): { origin: string; host: string } {
  if (config.desk === null) throw new Refusal(404, apiText('not_found'));
  return { origin: config.desk.url, host: new URL(config.desk.url).hostname };
}

/**
 * Begins a round in which a key is shown: what the browser asks its authenticator for. Nobody is named, so nothing is
 * told of who works here.
 */
export async function askForKey(deps: KeyDeps, network: string): Promise<Record<string, unknown>> {
  await spend(deps, ROUNDS, network);
  const options = await generateAuthenticationOptions({ rpID: deskOf(deps).host, userVerification: 'required', timeout: 5 * MINUTE });
  await issueTicket(deps, 'desk-round', options.challenge, {});
  return { ...options };
}

type Owner = { id: string; email: string; name: string };

/** Begins a round in which a key is made, for one invitation, which is named by its hash. */
export async function askForNewKey(deps: KeyDeps, { id, email, name }: Owner, invitation: string): Promise<Record<string, unknown>> {
  const keys = await deps.db.staffKey.findMany({ where: { staffId: id }, select: { id: true } });
  const options = await generateRegistrationOptions({
    rpName: deps.config.publicationId,
    rpID: deskOf(deps).host,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    timeout: 5 * MINUTE,
    excludeCredentials: keys,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await issueTicket(deps, 'desk-round', options.challenge, { invitation });
  return { ...options };
}

/**
 * Whose key was shown: checks it against the round, which is used up. Refuses (401) in the same words whatever is
 * wrong.
 */
export async function proveKey(deps: KeyDeps, key: KeyShown, network: string): Promise<string> {
  await spend(deps, ROUNDS, network);
  const desk = deskOf(deps);
  const challenge = await endRound(deps, key.response.clientDataJSON, (data) => !('invitation' in data));
  const kept = await deps.db.staffKey.findUnique({ where: { id: key.id }, include: { staff: true } });
  if (!kept || kept.staff.publicationId !== deps.config.publicationId || kept.staff.disabled !== null || kept.staff.sample) throw refused();
  const credential = { id: kept.id, publicKey: new Uint8Array(kept.publicKey), counter: Number(kept.counter) };
  const { verified, authenticationInfo } = await sound(deps, () =>
    verifyAuthenticationResponse({
      response: { ...key, response: shown(key.response) },
      expectedChallenge: challenge,
      expectedOrigin: desk.origin,
      expectedRPID: desk.host,
      credential,
      requireUserVerification: true,
    }),
  );
  if (!verified) throw refused();
  const { count } = await deps.db.staffKey.updateMany({
    where: { id: kept.id, counter: kept.counter },
    data: { counter: BigInt(authenticationInfo.newCounter), used: deps.clock() },
  });
  // Somebody was here with the same count meanwhile: a copy of the key.
  if (count === 0) throw refused();
  return kept.staffId;
}

function shown({ userHandle, ...response }: KeyShown['response']) {
  return userHandle === undefined ? response : { ...response, userHandle };
}

/** The key that was made, checked against the round of this invitation. */
export async function checkNewKey(deps: KeyDeps, key: KeyMade, invitation: string): Promise<WebAuthnCredential> {
  const desk = deskOf(deps);
  const challenge = await endRound(deps, key.response.clientDataJSON, (data) => data['invitation'] === invitation);
  const { transports = [], ...response } = key.response;
  const { verified, registrationInfo } = await sound(deps, () =>
    verifyRegistrationResponse({
      response: { ...key, response: { ...response, transports } },
      expectedChallenge: challenge,
      expectedOrigin: desk.origin,
      expectedRPID: desk.host,
      requireUserVerification: true,
    }),
  );
  if (!verified) throw refused();
  return { ...registrationInfo.credential, transports };
}

const Client = v.object({ challenge: v.string() });

/** Uses up the round that the browser says it was in; the provider's own check then says that it was that one. */
async function endRound(deps: KeyDeps, client: string, isMeant: (data: Record<string, unknown>) => boolean): Promise<string> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Client), Buffer.from(client, 'base64url').toString());
  if (!parsed.success) throw refused();
  const round = await redeemTicket(deps.db, deps, 'desk-round', parsed.output.challenge);
  const data = v.safeParse(v.record(v.string(), v.unknown()), round?.data);
  if (!data.success || !isMeant(data.output)) throw refused();
  return parsed.output.challenge;
}

/**
 * Whatever the library finds wrong with what a browser sent is a key that does not open the desk; why is for the log.
 */
async function sound<Checked>({ log }: KeyDeps, check: () => Promise<Checked>): Promise<Checked> {
  try {
    return await check();
  } catch (error) {
    log.warn({ err: error }, 'a passkey was refused at the desk');
    throw refused();
  }
}

const refused = (): Refusal => new Refusal(401, deskText('unknown_passkey'));
