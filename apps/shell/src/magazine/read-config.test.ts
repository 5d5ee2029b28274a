import { expect, test } from 'vitest';
import { readConfig } from './read-config.ts';

test('with nothing set, everything is on this machine', () => {
  expect(readConfig({}, 'publication')).toEqual({
    port: 4000,
    production: false,
    publicUrl: 'http://localhost:4000',
    apiUrl: 'http://127.0.0.1:4100',
    loaderUrl: 'http://127.0.0.1:4200/loader.js',
    storeOrigins: ['http://127.0.0.1:4200', 'http://localhost:*', 'http://127.0.0.1:*'],
    stripeOrigin: 'http://127.0.0.1:4242',
    trustedProxies: 0,
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

test('in production nothing is guessed', () => {
  expect(() => readConfig({ NODE_ENV: 'production' }, '')).toThrow('PUBLIC_URL is missing\nAPI_URL is missing\nLOADER_URL is missing');
});
