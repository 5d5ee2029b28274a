import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose } from './openid/flavours.ts';
import { INSTITUTIONS } from './openid/people.ts';
import { startOpenidProvider, type OpenidProvider } from './openid-provider.ts';

let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider({ port: 0, origins: ['http://localhost:4000'] });
});
afterAll(() => provider.close());

const Discovery = v.object({ issuer: v.string(), jwks_uri: v.string(), authorization_endpoint: v.string(), token_endpoint: v.string() });
const discover = async (name: string) =>
  v.parse(Discovery, await (await fetch(`${provider.url}/${name}/.well-known/openid-configuration`)).json());
const keyOf = async (name: string) => {
  const { keys }: { keys: { kid: string }[] } = await (await fetch((await discover(name)).jwks_uri)).json();
  return keys.map(({ kid }) => kid).join();
};

test.each(['google', 'keystone'])('%s is an issuer of its own, with everything below its path', async (name) => {
  const { issuer, ...endpoints } = await discover(name);
  expect(issuer).toBe(`${provider.url}/${name}`);
  for (const address of Object.values(endpoints)) expect(address).toMatch(new RegExp(`^${issuer}/`));
});

test('keys change when they are rotated, and the two issuers have none in common', async () => {
  const before = [await keyOf('google'), await keyOf('keystone')];
  provider.rotateKeys();
  const after = [await keyOf('google'), await keyOf('keystone')];
  expect(new Set([...before, ...after]).size).toBe(4);
});

test('a request without a redirect of the magazine, or without PKCE, is refused', async () => {
  const { authorization_endpoint } = await discover('google');
  const ask = async (redirect: string) => {
    const query = new URLSearchParams({ client_id: 'newsstand', response_type: 'code', scope: 'openid', redirect_uri: redirect });
    return fetch(`${authorization_endpoint}?${query}`, { redirect: 'manual' });
  };
  expect((await ask('https://evil.example/oauth/google/callback')).status).toBe(400);
  const response = await ask('http://localhost:4000/oauth/google/callback');
  expect(response.headers.get('location')).toContain('error=invalid_request');
});

test('a deep link leads to the magazine only', async () => {
  const link = (target: string) =>
    fetch(`${provider.url}/keystone/login?entity=x&target=${encodeURIComponent(target)}`, { redirect: 'manual' });
  expect((await link('http://localhost:4000/oauth/openathens?url=/issue/12')).headers.get('location')).toBe(
    'http://localhost:4000/oauth/openathens?url=/issue/12',
  );
  expect((await link('https://evil.example/')).status).toBe(400);
});

test('a person is the same subject each time, an institution’s reader another one', () => {
  const person = { name: 'Ada', email: 'ada@example.org', verified: 'yes' };
  expect(choose('google', person, [])).toEqual(choose('google', person, []));
  expect(choose('google', { ...person, email: 'nothing' }, [])).toBeNull();
  const [first, second] = [1, 2].map(() => choose('keystone', { entity_id: INSTITUTIONS[0]?.entity_id }, INSTITUTIONS));
  expect(first?.claims).toEqual(second?.claims);
  expect(first?.claims).not.toHaveProperty('email');
  expect(first?.subject).not.toBe(second?.subject);
});
