import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { alreadyRunning } from './already-running.ts';

const folder = (running: object | string) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'already-running-'));
  writeFileSync(path.join(dataDir, 'running.json'), typeof running === 'string' ? running : JSON.stringify(running));
  return dataDir;
};

test('who starts the magazine a second time in the same folder is told where it runs', async () => {
  const server = http.createServer((request, response) => response.writeHead(request.url === '/api/health/live' ? 200 : 404).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const publicUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const dataDir = folder({ pid: process.pid, publicUrl, stripe: null });
  expect(await alreadyRunning(dataDir)).toBe(publicUrl);
  // A machine that was switched off leaves the file, and another program may have the number of the process by then.
  server.close();
  server.closeAllConnections();
  expect(await alreadyRunning(dataDir)).toBeNull();
});

test.each([
  ['nothing', path.join(os.tmpdir(), 'no-such-folder')],
  ['a broken file', folder('{')],
])('a folder with %s of one that runs is free', async (_, dataDir) => {
  expect(await alreadyRunning(dataDir)).toBeNull();
});
