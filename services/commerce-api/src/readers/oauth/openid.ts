import * as openid from 'openid-client';
import type { OpenidClient } from '../../platform/config/access-config.ts';
import { HOUR } from '../../platform/duration.ts';

/** What a round to the provider and back is held together by. */
export type Round = { state: string; nonce: string; verifier: string };
export type Claims = Record<string, unknown>;

/** The provider's addresses are asked for anew each hour. */
const FRESH = HOUR;
/** Seconds that a provider has for an answer. */
const TIMEOUT = 5;
const known = new Map<string, { since: number; server: Promise<openid.ServerMetadata> }>();

/** Begins a round: the address to send the browser to, and what must come back. */
export async function beginRound(client: OpenidClient, scope: string, redirectUri: string): Promise<Round & { address: string }> {
  const configuration = await configure(client);
  const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { state, nonce, verifier, address: address.href };
}

/**
 * Ends a round with the address that the browser came back to: what the provider says of the reader, checked and
 * signed.
 */
export async function finishRound(client: OpenidClient, cameTo: URL, { state, nonce, verifier }: Round): Promise<Claims> {
  const tokens = await openid.authorizationCodeGrant(await configure(client), cameTo, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  return { ...tokens.claims() };
}

/**
 * A configuration of its own for each round, so that the keys are fetched when they are needed: Keystone's change
 * daily, and the library looks for new ones once a minute at most.
 */
async function configure({ issuer, clientId, clientSecret }: OpenidClient): Promise<openid.Configuration> {
  const configuration = new openid.Configuration(
    { ...(await discover(issuer, clientId)) },
    clientId,
    undefined,
    openid.ClientSecretBasic(clientSecret),
  );
  configuration.timeout = TIMEOUT;
  for (const setting of settings(issuer)) setting(configuration);
  return configuration;
}

function discover(issuer: string, clientId: string): Promise<openid.ServerMetadata> {
  const held = known.get(issuer);
  if (held && Date.now() - held.since < FRESH) return held.server;
  const options = { timeout: TIMEOUT, execute: settings(issuer) };
  const server = openid.discovery(new URL(issuer), clientId, undefined, undefined, options).then((found) => found.serverMetadata());
  known.set(issuer, { since: Date.now(), server });
  // What failed is asked for again next time.
  server.catch(() => known.delete(issuer));
  return server;
}

/**
 * Without the first, version 6 takes an id_token that came over TLS at its word. Plain http is the stand-in's, on this
 * machine.
 */
function settings(issuer: string) {
  return [openid.enableNonRepudiationChecks, ...(issuer.startsWith('http://') ? [openid.allowInsecureRequests] : [])];
}
