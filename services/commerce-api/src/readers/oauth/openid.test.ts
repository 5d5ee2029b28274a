import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { SignJWT, exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { expect, test } from 'vitest';
import { freePort } from '../../../test/scratch-postgres.ts';
import { beginRound, finishRound } from './openid.ts';

type Forgery = { claims?: JWTPayload; foreignKey?: boolean; alg?: 'none'; calledItself?: string };

/** A provider that says what a test wants it to. */
async function provider({ claims = {}, foreignKey = false, alg, calledItself }: Forgery) {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const round = { nonce: '' };
  const app = new Hono();
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: calledItself ?? issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  );
  app.get('/jwks', async (c) => c.json({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }));
  app.post('/token', async (c) => {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: 'newsstand', sub: 'ada', nonce: round.nonce, iat: now, exp: now + 60, ...claims };
    const signed = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign((foreignKey ? foreign : own).privateKey);
    const [, body] = signed.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    return c.json({ access_token: 'a', token_type: 'bearer', id_token: alg === 'none' ? `${header}.${body}.` : signed });
  });
  const server = serve({ fetch: app.fetch, port: Number(new URL(issuer).port), hostname: '127.0.0.1', createServer });
  return { client: { issuer, clientId: 'newsstand', clientSecret: 'secret' }, round, close: () => server.close() };
}

async function come(forgery: Forgery) {
  const { client, round, close } = await provider(forgery);
  try {
    const begun = await beginRound(client, 'openid', 'http://localhost:4000/oauth/google/callback');
    round.nonce = begun.nonce;
    const cameTo = new URL(`http://localhost:4000/oauth/google/callback?code=c&state=${begun.state}`);
    return await finishRound(client, cameTo, begun);
  } finally {
    close();
  }
}

test('an id_token that the provider signed for us says who the reader is', async () => {
  expect(await come({})).toMatchObject({ sub: 'ada' });
});

test.each([
  ['that somebody else signed', { foreignKey: true }],
  ['that nobody signed', { alg: 'none' as const }],
  ['of another round', { claims: { nonce: 'another' } }],
  ['for another application', { claims: { aud: 'another' } }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['that is too old', { claims: { exp: 1 } }],
])('an id_token %s is refused', async (_title, forgery) => {
  await expect(come(forgery)).rejects.toThrow(Error);
});

test('a provider whose metadata name another issuer begins no round', async () => {
  await expect(come({ calledItself: 'https://accounts.example' })).rejects.toThrow();
});
