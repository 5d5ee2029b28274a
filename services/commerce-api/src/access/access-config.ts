import * as v from 'valibot';

/** An OpenID provider and our name and secret there. Plain http is for the stand-in on this machine only. */
export type OpenidClient = { issuer: string; clientId: string; clientSecret: string };

export type AccessConfig = {
  /** Makes codes, reset links and their likes; with it alone the database gives none of them away. */
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
  API_URL: v.optional(webUrl),
  ACCESS_SECRET: v.optional(secret, ACCESS_STAND_IN.secret),
  ENTITLEMENT_SECRET: v.optional(secret, ACCESS_STAND_IN.entitlementSecret),
  /** Where the stand-in for Google and OpenAthens is. */
  OPENID_STAND_IN: v.optional(webUrl),
  GOOGLE_ISSUER: v.optional(webUrl, 'https://accounts.google.com'),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  OPENATHENS_ISSUER: v.optional(webUrl, 'https://connect.openathens.net'),
  OPENATHENS_CLIENT_ID: v.optional(v.string()),
  OPENATHENS_CLIENT_SECRET: v.optional(v.string()),
  OPENATHENS_CONNECT: v.optional(webUrl),
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

/** What is wrong between the variables, and what production refuses. `set` is what the environment really said. */
export function accessProblems(env: Environment & { NODE_ENV: string }, set: Record<string, string | undefined>): string[] {
  const pairs = (['GOOGLE', 'OPENATHENS'] as const).flatMap((name) =>
    set[`${name}_CLIENT_ID`] !== undefined && set[`${name}_CLIENT_SECRET`] === undefined
      ? [`${name}_CLIENT_SECRET is missing: ${name}_CLIENT_ID is set`]
      : [],
  );
  const connect =
    set['OPENATHENS_CLIENT_ID'] !== undefined && set['OPENATHENS_CONNECT'] === undefined
      ? ['OPENATHENS_CONNECT is missing: OPENATHENS_CLIENT_ID is set']
      : [];
  return [...pairs, ...connect, ...(env.NODE_ENV === 'production' ? productionProblems(env, set) : [])];
}

function productionProblems(env: Environment, set: Record<string, string | undefined>): string[] {
  const secrets = ['ACCESS_SECRET', 'ENTITLEMENT_SECRET'] as const;
  const addresses = ['API_URL', 'GOOGLE_ISSUER', 'OPENATHENS_ISSUER', 'OPENATHENS_CONNECT'] as const;
  return [
    ...secrets.filter((name) => set[name] === undefined).map((name) => `${name} is missing: production has no stand-in for it`),
    ...secrets.filter((name) => set[name]?.includes('newsstand')).map((name) => `${name} is the stand-in's: production needs a real one`),
    ...(set['ACCESS_SECRET'] !== undefined && set['ACCESS_SECRET'] === set['ENTITLEMENT_SECRET']
      ? ['ENTITLEMENT_SECRET must not be ACCESS_SECRET: the CMS knows it']
      : []),
    ...(set['OPENID_STAND_IN'] === undefined ? [] : ['OPENID_STAND_IN must not be set: production asks Google and OpenAthens themselves']),
    ...addresses.filter((name) => !(env[name] ?? 'https:').startsWith('https:')).map((name) => `${name} must begin with https://`),
  ];
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
