import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, whoIs } from '../../../test/reader.ts';
import { createOpenidApp, person, signIn, type OpenidApp } from '../../../test/sign-in.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';
import { newToken } from '../../platform/secrets.ts';
import { endSessionsAt } from '../login/end-sessions.ts';

const API = 'https://api.magazine.example';
const CMS = 'https://cms.example';

let service: OpenidApp;
let late = 0;
beforeAll(async () => {
  service = await createOpenidApp({
    clock: () => new Date(Date.now() + late),
    env: { PUBLIC_URL: 'https://magazine.example', API_URL: API, ALLOWED_ORIGINS: CMS, COOKIE_MODE: 'partitioned' },
  });
});
afterAll(() => service.close());

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** A page on another site sends its reader away, and has them back with a ticket behind the #. */
async function comeBack(url = `${CMS}/article?x=1`) {
  const [email, verifier] = [`handed-${uuidv7()}@example.org`, newToken()];
  const topLevel = service.browser();
  const path = `/oauth/google?url=${encodeURIComponent(url)}&challenge=${s256(verifier)}`;
  const address = new URL(await signIn(topLevel, path, person(email)));
  return { email, verifier, topLevel, address, token: address.hash.replace('#login=', '') };
}
const take = (token: string, verifier: string, browser = service.browser()) =>
  browser.post('/api/access/handoff', { token, verifier }, { Origin: CMS });

test('a page on another site takes over the sign-in, once', async () => {
  const { email, verifier, topLevel, address, token } = await comeBack();
  expect(address.origin + address.pathname + address.search).toBe(`${CMS}/article?x=1`);
  expect(topLevel.cookies.has('__Host-sid')).toBe(false);
  const page = service.browser();
  expect(await answerOf(await take(token, verifier, page))).toEqual([
    200,
    { account: { name: 'Ada Ferrier', email }, institution: null, redirect: null },
  ]);
  expect(await whoIs(page)).toBe(email);
  expect((await take(token, verifier)).status).toBe(401);
});

test('the ticket is nothing without what the page kept, and is gone after one wrong try', async () => {
  const { verifier, token } = await comeBack();
  expect(await answerOf(await take(token, newToken()))).toEqual([401, { errors: 'Please log in again.' }]);
  expect((await take(token, verifier)).status).toBe(401);
});

test('after a minute the ticket is dead', async () => {
  const { verifier, token } = await comeBack();
  late += MINUTE;
  expect((await take(token, verifier)).status).toBe(401);
});

test('a ticket that waits is void with the sessions of its account', async () => {
  const { email, verifier, token } = await comeBack();
  await endSessionsAt(service.deps, email);
  expect((await take(token, verifier)).status).toBe(401);
});

test('an institution’s reader is handed over as well, by way of the deep link', async () => {
  const [verifier, entity_id] = [newToken(), 'https://idp.ferryman.example.edu/openathens'];
  const query = new URLSearchParams({ entity: entity_id, target: `${CMS}/issue/2`, challenge: s256(verifier) });
  const address = new URL(await signIn(service.browser(), `/oauth/openathens/deeplink?${query}`, { entity_id }));
  expect(address.origin + address.pathname).toBe(`${CMS}/issue/2`);
  expect(await answerOf(await take(address.hash.replace('#login=', ''), verifier))).toEqual([
    200,
    { account: null, institution: { entity_id, name: 'Ferryman College' }, redirect: null },
  ]);
});

test('a site that may not call us gets no ticket', async () => {
  const { address } = await comeBack('https://evil.example/');
  expect(address.origin).toBe('https://magazine.example');
});
