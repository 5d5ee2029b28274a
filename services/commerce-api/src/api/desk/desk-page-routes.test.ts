import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';

let service: DeskApp;
const folder = mkdtempSync(path.join(tmpdir(), 'newsstand-desk-'));
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>desk</title>');
  writeFileSync(path.join(folder, 'desk.1234.js'), 'document.title');
  service = await createDeskTestApp({ env: { DESK_FILES: folder } });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test.each(['/', '/find?q=kowalska', '/readers/01a2', '/welcome'])(
  'the desk’s page is at %s, runs no script but its own, and is in no frame',
  async (address) => {
    const response = await service.desk.request(address);
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>desk</title>']);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part);
    expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual(['no-cache', 'no-referrer']);
  },
);

test('a call is counted by its own route, and not by the page’s', async () => {
  const ann = await service.as('publisher');
  await ann.get('/api/desk/today');
  const routes = service.logs.map((line) => /"route":"([^"]*)"/.exec(line)?.[1]);
  expect(routes.filter((route) => route !== undefined)).toEqual(['/api/desk/session/sample', '/api/desk/today']);
});

test('a file is kept for good by its name, and what is none is not there', async () => {
  const file = await service.desk.request('/desk.1234.js', { headers: { 'Accept-Encoding': 'br' } });
  expect([file.status, file.headers.get('content-encoding'), file.headers.get('cache-control')]).toEqual([
    200,
    'br',
    'public, max-age=31536000, immutable',
  ]);
  for (const address of ['/desk.5678.js', '/../package.json', '/%2e%2e/package.json', '/api/desk/nothing', '/api/cart']) {
    expect([address, (await service.desk.request(address)).status]).toEqual([address, 404]);
  }
});
