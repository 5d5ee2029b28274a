import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_ENVIRONMENT } from '../../test/own-environment.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { readConfig } from '../platform/config/config.ts';
import { createApp } from './app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const ask = (path: string, headers: Record<string, string>) => service.app.request(path, { headers });

test.each([
  ['a proxy of this machine hands on', { Host: 'magazine.example' }],
  ['a proxy says what was asked for', { Host: '127.0.0.1:4100', 'X-Forwarded-Host': 'magazine.example' }],
  ['two proxies say it', { Host: '127.0.0.1:4100', 'X-Forwarded-Host': 'localhost:4000, magazine.example' }],
  ['a stranger’s DNS points here', { Host: 'rebound.evil.example:4100' }],
  ['somebody on the network asks for', { Host: '192.168.1.7:4100' }],
  ['has a name that only begins alike', { Host: 'localhost.evil.example' }],
  ['is none', { Host: '' }],
])('a service that takes itself for local answers nothing where the host %s', async (_title, headers) => {
  for (const path of ['/api/cart', '/api/page/store', '/api/health', '/api/metrics', '/api/docs', '/oauth/google?url=/']) {
    const response = await ask(path, headers);
    expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 403, []]);
  }
});

test.each([
  ['localhost', { Host: 'localhost:4100' }],
  ['a name below it', { Host: 'api.localhost:4100' }],
  ['its address', { Host: '127.0.0.1:4100', 'X-Forwarded-Host': 'localhost:4000' }],
  ['its IPv6 address', { Host: '[::1]:4100' }],
])('by %s this machine is answered', async (_title, headers) => {
  expect((await ask('/api/cart', headers)).status).toBe(200);
});

test('a service that others may reach is asked by whatever name leads to it', async () => {
  const config = { ...service.deps.config, local: readConfig(OWN_ENVIRONMENT).local };
  const response = await createApp({ ...service.deps, config }).request('/api/cart', { headers: { Host: 'magazine.example' } });
  expect(response.status).toBe(200);
});
