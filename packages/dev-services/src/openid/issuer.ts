import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { Provider, interactionPolicy } from 'oidc-provider';
import { CLAIMS, type Flavour } from './flavours.ts';
import type { Claims } from './people.ts';

export type Client = { id: string; secret: string; redirectUris: string[] };

/**
 * A certified OpenID provider, with a signing key of its own. Who is logging in, is asked each time; `people` holds
 * what was answered.
 */
export function createIssuer(flavour: Flavour, issuer: string, client: Client, people: ReadonlyMap<string, Claims>): Provider {
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(alwaysAsk);
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: CLAIMS[flavour],
    // Google and Keystone put the claims into the id_token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/${flavour}/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const claims = people.get(subject);
      return claims && { accountId: subject, claims: () => ({ sub: subject, ...claims }) };
    },
    // Nobody is asked whether the magazine may know: it is their own stand-in.
    loadExistingGrant: async ({ oidc }) => {
      if (!oidc.client || !oidc.session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Whoever was chosen before, the chooser comes again: a stand-in is for being somebody else now. */
const alwaysAsk = new interactionPolicy.Check('always_ask', 'the stand-in asks each time', ({ oidc }) =>
  oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
);

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}
