import { expect, test } from 'vitest';
import { readConfig } from './read-config.ts';

test('with nothing set, everything is on this machine', () => {
  expect(readConfig({}, 'publication')).toEqual({
    port: 4000,
    host: '127.0.0.1',
    production: false,
    publicUrl: 'http://localhost:4000',
    apiUrl: 'http://127.0.0.1:4100',
    loaderUrl: 'http://127.0.0.1:4200/loader.js',
    storeOrigins: ['http://127.0.0.1:4200', 'http://localhost:*', 'http://127.0.0.1:*'],
    stripeOrigin: 'http://127.0.0.1:4242',
    trustedProxies: 0,
    drain: 0,
    publicationDir: 'publication',
  });
});

test('scripts come from the origins that are named, and from no others', () => {
  const { storeOrigins } = readConfig(
    { LOADER_URL: 'http://a.example/loader.js', NEWSSTAND_ORIGINS: '{"checkout":"http://b.example/"}' },
    '',
  );
  expect(storeOrigins).toEqual(['http://a.example', 'http://b.example']);
});

test('every variable that is wrong is named at once', () => {
  expect(() => readConfig({ PORT: 'yes', API_URL: 'somewhere', NEWSSTAND_ORIGINS: '{' }, '')).toThrow(
    /PORT must be a port number[\s\S]*NEWSSTAND_ORIGINS must be JSON[\s\S]*API_URL must be an address/,
  );
});

test.each([
  ['everybody’s', { NEWSSTAND_ORIGINS: '{"checkout":"https://*"}' }, 'NEWSSTAND_ORIGINS.checkout must be one origin'],
  ['everybody’s below a domain', { STRIPE_ORIGIN: 'https://*.example' }, 'STRIPE_ORIGIN must be one origin'],
  [
    'those of another developer',
    { NEWSSTAND_DEVELOPMENT: '{"checkout":"http://10.0.0.7:4301"}' },
    'NEWSSTAND_DEVELOPMENT must be of this machine',
  ],
])('scripts are not %s', (_title, env, problem) => {
  expect(problemsOf(env)).toEqual([expect.stringContaining(problem)]);
});

const BEYOND: Record<string, Record<string, string>> = {
  'in production': { NODE_ENV: 'production' },
  'in production by another spelling': { NODE_ENV: 'Production' },
  'with a public URL on the internet': { PUBLIC_URL: 'https://magazine.example' },
  'with a public URL on the internet, for staging': { NODE_ENV: 'staging', PUBLIC_URL: 'https://magazine.example' },
  'where others reach the machine': { HOST: '0.0.0.0' },
};
const OWN = {
  PUBLIC_URL: 'https://m.example',
  API_URL: 'http://api:4100',
  LOADER_URL: 'https://s.example/loader.js',
  TRUSTED_PROXIES: '1',
};

test.each(Object.entries(BEYOND))('%s nothing is guessed, and no script comes from a machine of one’s own', (_title, change) => {
  const missing = Object.keys(OWN).filter((name) => !(name in change));
  expect(problemsOf(change).map((problem) => problem.split(' ')[0])).toEqual(expect.arrayContaining(missing));
  const config = readConfig({ ...OWN, ...change }, '');
  expect(config).toMatchObject({
    production: true,
    drain: 5000,
    storeOrigins: ['https://s.example'],
    stripeOrigin: 'https://js.stripe.com',
  });
  const scripts: Record<string, string>[] = [
    { NEWSSTAND_DEVELOPMENT: '{"checkout":"https://localhost:4301"}' },
    { LOADER_URL: 'http://s.example/loader.js' },
    { NEWSSTAND_ORIGINS: '{"checkout":"http://localhost:4201"}' },
    { STRIPE_ORIGIN: 'http://127.0.0.1:4242' },
  ];
  for (const wrong of scripts) {
    expect(problemsOf({ ...OWN, ...change, ...wrong })).toEqual([expect.stringMatching(`^(?=.*${Object.keys(wrong)[0]}).* must `)]);
  }
});

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env, '');
  } catch (error) {
    if (error instanceof Error) return error.message.split('\n');
  }
  return [];
}
