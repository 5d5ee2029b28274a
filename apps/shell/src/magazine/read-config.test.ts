import { expect, test } from 'vitest';
import { readConfig } from './read-config.ts';

test('with nothing set, everything is on this machine', () => {
  expect(readConfig({}, 'publication')).toMatchObject({
    port: 4000,
    publicUrl: 'http://127.0.0.1:4000',
    apiUrl: 'http://127.0.0.1:4100',
    loaderUrl: 'http://127.0.0.1:4200/loader.js',
    storeOrigins: ['http://127.0.0.1:4200', 'http://127.0.0.1:4201', 'http://127.0.0.1:4202'],
    stripeOrigin: 'http://127.0.0.1:4242',
    production: false,
    publicationDir: 'publication',
  });
});

test('every variable that is wrong is named at once', () => {
  expect(() => readConfig({ PORT: 'yes', API_URL: 'somewhere' }, '')).toThrow(/PORT must be a port number[\s\S]*API_URL/);
});
