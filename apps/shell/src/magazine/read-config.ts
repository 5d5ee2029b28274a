import * as v from 'valibot';

const Origin = v.pipe(
  v.string(),
  v.url('must be an address like http://127.0.0.1:4242'),
  v.transform((url) => new URL(url).origin),
);
const Origins = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((one) => one.trim())),
  v.array(Origin),
);

const Environment = v.object({
  NODE_ENV: v.optional(v.string(), 'development'),
  PORT: v.pipe(v.optional(v.string(), '4000'), v.digits('must be a port number'), v.transform(Number), v.maxValue(65_535)),
  PUBLIC_URL: v.optional(Origin),
  API_URL: v.optional(Origin, 'http://127.0.0.1:4100'),
  LOADER_URL: v.optional(v.pipe(v.string(), v.url('must be the address of loader.js')), 'http://127.0.0.1:4200/loader.js'),
  /** Where the remotes' files may come from, besides the loader's own origin. */
  STORE_ORIGINS: v.optional(Origins, 'http://127.0.0.1:4201,http://127.0.0.1:4202'),
  STRIPE_ORIGIN: v.optional(Origin, 'http://127.0.0.1:4242'),
  /** How many reverse proxies of ours stand before this server; their X-Forwarded-* headers are believed. */
  TRUSTED_PROXIES: v.pipe(v.optional(v.string(), '0'), v.digits('must be a whole number'), v.transform(Number)),
  PUBLICATION_DIR: v.optional(v.string()),
});

/** The magazine's environment, read once; throws one error that names every variable that is wrong. */
export const readConfig = (env: Record<string, string | undefined>, defaultPublication: string) => {
  const result = v.safeParse(Environment, env);
  if (!result.success)
    throw new Error(result.issues.map((issue) => `${v.getDotPath(issue) ?? 'The environment'} ${issue.message}`).join('\n'));
  const { PORT: port, NODE_ENV, PUBLIC_URL, ...rest } = result.output;
  const loaderOrigin = new URL(rest.LOADER_URL).origin;
  return {
    port,
    publicUrl: PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    production: NODE_ENV === 'production',
    apiUrl: rest.API_URL,
    loaderUrl: rest.LOADER_URL,
    storeOrigins: [...new Set([loaderOrigin, ...rest.STORE_ORIGINS])],
    stripeOrigin: rest.STRIPE_ORIGIN,
    trustedProxies: rest.TRUSTED_PROXIES,
    publicationDir: rest.PUBLICATION_DIR ?? defaultPublication,
  };
};
