import * as v from 'valibot';
import { variable } from './variable.ts';

/** An OpenID provider and our name and secret there. Plain http is for the stand-in on this machine only. */
export type OpenidClient = { issuer: string; clientId: string; clientSecret: string };

export type AccessConfig = {
  /** Codes, reset links and the like are derived from it, so the database alone gives none of them away. */
  secret: string;
  /** Signs entitlements; the CMS that checks them has it too. */
  entitlementSecret: string;
  /** The API's own origin, where providers send readers back to. */
  apiUrl: string;
  google: OpenidClient | null;
  /** `connect` is the address of deep links: https://connect.openathens.net/{domain}/{appId}/login. */
  openathens: (OpenidClient & { connect: string }) | null;
};

export const ACCESS_STAND_IN = {
  secret: 'newsstand-access-on-this-machine-only',
  entitlementSecret: 'newsstand-entitlement-on-this-machine',
  clientId: 'newsstand',
  clientSecret: 'newsstand-client-on-this-machine-only',
} as const;

const secret = v.pipe(v.string(), v.minLength(32, 'must be at least 32 characters'));
const webUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a URL that begins with https:// or http://'),
  v.transform((text) => text.replace(/\/$/, '')),
);

/** The part of the environment that identity reads. */
export const AccessEnvironment = {
  API_URL: variable('The API’s own origin, where providers send readers back to. Not set: the magazine’s.', v.optional(webUrl)),
  ACCESS_SECRET: variable(
    'Makes codes, reset links and their likes: who knows it logs in as anybody. 32 characters or more, the same for all replicas.',
    v.optional(secret, ACCESS_STAND_IN.secret),
    { required: true },
  ),
  ENTITLEMENT_SECRET: variable(
    'Signs what tells the CMS that a reader may read; the CMS has it too, so it is another than `ACCESS_SECRET`. 32 characters or more.',
    v.optional(secret, ACCESS_STAND_IN.entitlementSecret),
    { required: true },
  ),
  OPENID_STAND_IN: variable('Where the stand-in for Google and OpenAthens is; only on a machine of your own.', v.optional(webUrl)),
  GOOGLE_ISSUER: variable('Who signs Google’s logins.', v.optional(webUrl, 'https://accounts.google.com')),
  GOOGLE_CLIENT_ID: variable('The magazine’s id at Google. Not set: no login through Google.', v.optional(v.string())),
  GOOGLE_CLIENT_SECRET: variable('Its secret there.', v.optional(v.string())),
  OPENATHENS_ISSUER: variable('Who signs the logins of institutions.', v.optional(webUrl, 'https://connect.openathens.net')),
  OPENATHENS_CLIENT_ID: variable('The magazine’s id at OpenAthens. Not set: no login through an institution.', v.optional(v.string())),
  OPENATHENS_CLIENT_SECRET: variable('Its secret there.', v.optional(v.string())),
  OPENATHENS_CONNECT: variable('The address of deep links: `https://connect.openathens.net/{domain}/{appId}/login`.', v.optional(webUrl)),
};
const Environment = v.object(AccessEnvironment);
type Environment = v.InferOutput<typeof Environment>;

export function accessConfig(env: Environment & { PUBLIC_URL: string }): AccessConfig {
  return {
    secret: env.ACCESS_SECRET,
    entitlementSecret: env.ENTITLEMENT_SECRET,
    apiUrl: env.API_URL ?? env.PUBLIC_URL,
    google: client(env.GOOGLE_ISSUER, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET) ?? standIn(env, 'google'),
    openathens: openathens(env),
  };
}

/** What is wrong between the variables. `set` is what the environment really said. */
export function accessProblems(set: Record<string, string | undefined>): string[] {
  const pairs = (['GOOGLE', 'OPENATHENS'] as const).flatMap((name) =>
    set[`${name}_CLIENT_ID`] !== undefined && set[`${name}_CLIENT_SECRET`] === undefined
      ? [`${name}_CLIENT_SECRET is missing: ${name}_CLIENT_ID is set`]
      : [],
  );
  const connect =
    set['OPENATHENS_CLIENT_ID'] !== undefined && set['OPENATHENS_CONNECT'] === undefined
      ? ['OPENATHENS_CONNECT is missing: OPENATHENS_CLIENT_ID is set']
      : [];
  return [...pairs, ...connect];
}

function openathens(env: Environment): AccessConfig['openathens'] {
  const real = client(env.OPENATHENS_ISSUER, env.OPENATHENS_CLIENT_ID, env.OPENATHENS_CLIENT_SECRET);
  if (real && env.OPENATHENS_CONNECT !== undefined) return { ...real, connect: env.OPENATHENS_CONNECT };
  const other = standIn(env, 'keystone');
  return other && { ...other, connect: `${other.issuer}/login` };
}

function client(issuer: string, clientId: string | undefined, clientSecret: string | undefined): OpenidClient | null {
  return clientId === undefined || clientSecret === undefined ? null : { issuer, clientId, clientSecret };
}

function standIn(env: Environment, name: 'google' | 'keystone'): OpenidClient | null {
  if (env.OPENID_STAND_IN === undefined) return null;
  const { clientId, clientSecret } = ACCESS_STAND_IN;
  return { issuer: `${env.OPENID_STAND_IN}/${name}`, clientId, clientSecret };
}
