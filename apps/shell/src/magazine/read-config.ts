import * as v from 'valibot';

const Origin = v.pipe(
  v.string(),
  v.url('must be an address like http://127.0.0.1:4242'),
  v.transform((url) => new URL(url).origin),
);
/** JSON as the file servers of `packages/build` read it: `{"checkout": "https://checkout.example"}`. */
const Origins = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be JSON'),
  v.record(v.string(), Origin),
  v.transform((origins) => Object.values(origins)),
);

const THIS_MACHINE = ['http://localhost:*', 'http://127.0.0.1:*'];

const common = {
  PORT: v.pipe(
    v.optional(v.string(), '4000'),
    v.digits('must be a port number'),
    v.transform(Number),
    v.maxValue(65_535, 'must be a port number'),
  ),
  /** How many reverse proxies of ours stand before this server; their X-Forwarded-* headers are believed. */
  TRUSTED_PROXIES: v.pipe(v.optional(v.string(), '0'), v.digits('must be a whole number'), v.transform(Number)),
  PUBLICATION_DIR: v.optional(v.string()),
  /** Origins of the shell's and the remotes' files, besides the loader's own, by name. */
  NEWSSTAND_ORIGINS: v.optional(Origins),
  /** Origins of remotes under development, by name. */
  NEWSSTAND_DEVELOPMENT: v.optional(Origins),
};
const LoaderUrl = v.pipe(v.string(), v.url('must be the address of loader.js'));

const Development = v.object({
  ...common,
  PUBLIC_URL: v.optional(Origin),
  API_URL: v.optional(Origin, 'http://127.0.0.1:4100'),
  LOADER_URL: v.optional(LoaderUrl, 'http://127.0.0.1:4200/loader.js'),
  STRIPE_ORIGIN: v.optional(Origin, 'http://127.0.0.1:4242'),
});
const Production = v.object({
  ...common,
  PUBLIC_URL: Origin,
  API_URL: Origin,
  LOADER_URL: LoaderUrl,
  STRIPE_ORIGIN: v.optional(Origin, 'https://js.stripe.com'),
});

/** The magazine's environment, read once; throws one error that names every variable that is wrong. */
export const readConfig = (env: Record<string, string | undefined>, defaultPublication: string) => {
  const production = env['NODE_ENV'] === 'production';
  const result = v.safeParse(production ? Production : Development, env);
  if (!result.success) {
    const wrong = result.issues.map(
      (issue) => `${v.getDotPath(issue) ?? 'The environment'} ${issue.input === undefined ? 'is missing' : issue.message}`,
    );
    throw new Error(wrong.join('\n'));
  }
  const { PORT: port, PUBLIC_URL, API_URL, LOADER_URL, STRIPE_ORIGIN, TRUSTED_PROXIES, PUBLICATION_DIR, ...files } = result.output;
  // Whoever develops on this machine may take any remote from it, by `?widget=checkout@localhost:4301`.
  const fallback = production ? [] : THIS_MACHINE;
  const storeOrigins = [new URL(LOADER_URL).origin, ...(files.NEWSSTAND_ORIGINS ?? fallback), ...(files.NEWSSTAND_DEVELOPMENT ?? [])];
  return {
    port,
    production,
    publicUrl: PUBLIC_URL ?? `http://localhost:${port}`,
    apiUrl: API_URL,
    loaderUrl: LOADER_URL,
    storeOrigins: [...new Set(storeOrigins)],
    stripeOrigin: STRIPE_ORIGIN,
    trustedProxies: TRUSTED_PROXIES,
    publicationDir: PUBLICATION_DIR ?? defaultPublication,
  };
};
