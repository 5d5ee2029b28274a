import { expect, test } from 'vitest';
import { PORTS, readSettings } from './settings.ts';

const DEVELOPMENT = { NEWSSTAND_DEVELOPMENT: '{"checkout":"http://localhost:4301"}' };

test('with nothing set, the store of this repository is served on its usual ports', () => {
  expect(readSettings({})).toMatchObject({ dir: expect.stringMatching(/\.data\/store$/), ports: PORTS, origins: {}, development: {} });
});

test('a port by name, and origins of the public', () => {
  const settings = readSettings({ NEWSSTAND_PORTS: '{"shell":0}', NEWSSTAND_ORIGINS: '{"shell":"https://shell.example"}' });
  expect(settings).toMatchObject({ ports: { ...PORTS, shell: 0 }, origins: { shell: 'https://shell.example' } });
});

test('every variable that is wrong is named at once', () => {
  expect(() => readSettings({ NEWSSTAND_PORTS: '{', NEWSSTAND_ORIGINS: '{"shell":"https://shell.example/path"}' })).toThrow(
    /NEWSSTAND_PORTS is not .*\nNEWSSTAND_ORIGINS is not .*an origin/,
  );
});

test('an origin is one origin', () => {
  expect(() => readSettings({ NEWSSTAND_ORIGINS: '{"shell":"https://*.example"}' })).toThrow('NEWSSTAND_ORIGINS is not');
});

test.each([
  ['with nothing set', {}, true],
  ['with origins of this machine', { NEWSSTAND_ORIGINS: '{"shell":"http://localhost:4200"}' }, true],
  ['in production', { NODE_ENV: 'production' }, false],
  ['with one origin elsewhere', { NEWSSTAND_ORIGINS: '{"shell":"http://localhost:4200","login":"https://login.example"}' }, false],
])('%s, whether pages may take remotes from their own machine is settled', (_title, env, local) => {
  expect(readSettings(env).local).toBe(local);
});

test('a remote under development replaces a deployed one on this machine only, whatever NODE_ENV says', () => {
  expect(readSettings({ ...DEVELOPMENT, NEWSSTAND_ORIGINS: '{"shell":"http://localhost:4200"}' }).development).toHaveProperty('checkout');
  for (const beyond of [
    { NODE_ENV: 'Production' },
    { NODE_ENV: 'staging', NEWSSTAND_ORIGINS: '{"shell":"https://shell.example"}' },
    { NEWSSTAND_ORIGINS: '{"shell":"http://localhost:4200","login":"https://login.example"}' },
  ]) {
    expect(() => readSettings({ ...DEVELOPMENT, ...beyond })).toThrow('NEWSSTAND_DEVELOPMENT must not be set');
  }
});
