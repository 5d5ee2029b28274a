import { isLoopbackHost, isLoopbackUrl } from '@newsstand/contracts/loopback';
import * as v from 'valibot';

const Origin = v.pipe(
  v.string(),
  v.url('must be an address like http://127.0.0.1:4242'),
  // In a policy for scripts a * is everybody.
  v.check((url) => URL.parse(url)?.hostname.includes('*') !== true, 'must be one origin, without *'),
  v.transform((url) => new URL(url).origin),
);
/** JSON as the file servers of `packages/build` read it: `{"checkout": "https://checkout.example"}`. */
const Origins = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be JSON'),
  v.record(v.string(), Origin),
  v.transform((origins) => Object.values(origins)),
);

const SECOND = 1000;
const THIS_MACHINE = ['http://localhost:*', 'http://127.0.0.1:*'];

const variable = <const Schema extends v.GenericSchema>(text: string, schema: Schema, required = false) =>
  v.pipe(schema, v.description(text), v.metadata({ required }));
const LoaderUrl = v.pipe(v.string(), v.url('must be the address of loader.js'));

/** The reference magazine's environment. `docs/reference-variables.md` is made of it. */
export const Environment = v.object({
  NODE_ENV: variable(
    '`production` counts as reached by others whatever the addresses say; no other value makes anything less strict.',
    v.optional(v.string(), 'development'),
  ),
  PORT: variable(
    'The port to listen on.',
    v.pipe(
      v.optional(v.string(), '4000'),
      v.digits('must be a port number'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a port number'),
    ),
  ),
  HOST: variable(
    'The address to listen on. Not set: 127.0.0.1 on a machine of your own, and all that the machine has where others may reach it.',
    v.optional(v.string()),
  ),
  DRAIN_SECONDS: variable(
    'For how long a magazine that was told to stop (`SIGTERM`) goes on answering, with `Connection: close`, while `/api/health/ready` says 503: longer than the load balancer takes to look twice. Not set: 0 on a machine of your own, 5 where others may reach it.',
    v.optional(v.pipe(v.string(), v.digits('must be a whole number'), v.transform(Number), v.maxValue(60, 'must not be more than 60'))),
  ),
  TRUSTED_PROXIES: variable(
    'How many reverse proxies of ours stand before this server; their `X-Forwarded-*` headers are believed.',
    v.optional(v.pipe(v.string(), v.digits('must be a whole number'), v.transform(Number)), '0'),
    true,
  ),
  PUBLICATION_DIR: variable('The folder of the publication’s files. Not set: the sample’s.', v.optional(v.string())),
  NEWSSTAND_ORIGINS: variable(
    'Origins of the shell’s and the remotes’ files, besides the loader’s own: JSON by name, as `{"checkout": "https://checkout.example"}`.',
    v.optional(Origins),
  ),
  NEWSSTAND_DEVELOPMENT: variable(
    'Origins of remotes under development: JSON by name; only on a machine of your own.',
    v.optional(Origins),
  ),
  PUBLIC_URL: variable('The magazine’s own origin. Not set: localhost, at `PORT`.', v.optional(Origin), true),
  API_URL: variable('Where the API is.', v.optional(Origin, 'http://127.0.0.1:4100'), true),
  LOADER_URL: variable('The address of loader.js.', v.optional(LoaderUrl, 'http://127.0.0.1:4200/loader.js'), true),
  STRIPE_ORIGIN: variable(
    'Where Stripe.js comes from. Not set: the emulator on a machine of your own, and `https://js.stripe.com` where others may reach it.',
    v.optional(Origin),
  ),
});
type Environment = v.InferOutput<typeof Environment>;

/**
 * The magazine's environment, read once; throws one error that names every variable that is wrong. An empty variable
 * counts as one that is not set.
 */
export const readConfig = (env: Record<string, string | undefined>, defaultPublication: string) => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(Environment, set);
  const wrong = result.success
    ? beyondProblems(result.output, set)
    : result.issues.map((issue) => `${v.getDotPath(issue) ?? 'The environment'} ${issue.message}`);
  if (!result.success || wrong.length > 0) throw new Error(wrong.join('\n'));
  const {
    PORT: port,
    HOST,
    PUBLIC_URL,
    API_URL,
    LOADER_URL,
    STRIPE_ORIGIN,
    TRUSTED_PROXIES,
    PUBLICATION_DIR,
    DRAIN_SECONDS,
    ...files
  } = result.output;
  const production = !isLocal(result.output);
  // Whoever develops on this machine may take any remote from it, by `?widget=checkout@localhost:4301`.
  const fallback = production ? [] : THIS_MACHINE;
  const storeOrigins = [new URL(LOADER_URL).origin, ...(files.NEWSSTAND_ORIGINS ?? fallback), ...(files.NEWSSTAND_DEVELOPMENT ?? [])];
  return {
    port,
    host: HOST ?? (production ? null : '127.0.0.1'),
    production,
    publicUrl: PUBLIC_URL ?? `http://localhost:${port}`,
    apiUrl: API_URL,
    loaderUrl: LOADER_URL,
    storeOrigins: [...new Set(storeOrigins)],
    stripeOrigin: STRIPE_ORIGIN ?? (production ? 'https://js.stripe.com' : 'http://127.0.0.1:4242'),
    trustedProxies: TRUSTED_PROXIES,
    drain: (DRAIN_SECONDS ?? (production ? 5 : 0)) * SECOND,
    publicationDir: PUBLICATION_DIR ?? defaultPublication,
  };
};

/**
 * Whether nobody but this machine reaches the magazine: only then may a page take scripts from any of its ports.
 * NODE_ENV can but make it stricter.
 */
const isLocal = ({ NODE_ENV, HOST, PUBLIC_URL }: Environment): boolean =>
  NODE_ENV.trim().toLowerCase() !== 'production' &&
  (HOST === undefined || isLoopbackHost(HOST)) &&
  (PUBLIC_URL === undefined || isLoopbackUrl(PUBLIC_URL));

/** Where others may reach it nothing is guessed, and nothing comes from a machine of one's own. */
const beyondProblems = (env: Environment, set: Record<string, unknown>): string[] => {
  if (isLocal(env)) {
    return env.NEWSSTAND_DEVELOPMENT?.every(isLoopbackUrl) === false ? ['NEWSSTAND_DEVELOPMENT must be of this machine'] : [];
  }
  const required = Object.entries(Environment.entries).filter(([, schema]) => v.getMetadata(schema).required);
  const scripts = [env.LOADER_URL, env.STRIPE_ORIGIN ?? 'https:', ...(env.NEWSSTAND_ORIGINS ?? [])];
  return [
    ...required.filter(([name]) => set[name] === undefined).map(([name]) => `${name} is missing`),
    ...(set['NEWSSTAND_DEVELOPMENT'] === undefined ? [] : ['NEWSSTAND_DEVELOPMENT must not be set where others may reach the magazine']),
    ...(set['PUBLIC_URL'] === undefined || env.PUBLIC_URL?.startsWith('https:') ? [] : ['PUBLIC_URL must begin with https://']),
    ...(set['LOADER_URL'] === undefined || scripts.every((url) => url.startsWith('https:'))
      ? []
      : ['LOADER_URL, NEWSSTAND_ORIGINS and STRIPE_ORIGIN must begin with https://: scripts come from there']),
  ];
};
