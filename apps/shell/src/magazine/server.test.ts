import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { portOf } from './test-magazine.ts';

const READERS = 8;
const DRAIN_SECONDS = 3;

const freePort = async (): Promise<number> => {
  const socket = createSocketServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const port = portOf(socket.address());
  socket.close();
  await once(socket, 'close');
  return port;
};

type Answer = { path: string; status: number; closes: boolean };

/** One call over a connection of the agent's; rejects where the line broke. */
const call = (agent: Agent, url: string, at: string, method = 'GET'): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = request(url + at, { agent, method, headers: { 'content-type': 'application/json' } }, (response) => {
      response.resume().once('error', fail);
      response.once('end', () => done({ path: at, status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }));
    });
    sent.once('error', fail).end(method === 'GET' ? undefined : '{}');
  });

test(
  'a magazine that is told to stop in the middle of a rush answers everybody, tells them to come elsewhere, and is not ready',
  { tags: ['ci'], timeout: 60_000 },
  async () => {
    const api = createServer((asked, response) => {
      const late = asked.url === '/api/slow' ? (DRAIN_SECONDS + 1) * 1000 : 0;
      asked.resume().once('end', () => setTimeout(() => response.setHeader('content-type', 'application/json').end('{}'), late));
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...process.env,
      PORT: String(port),
      API_URL: `http://127.0.0.1:${portOf(api.address())}`,
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    const magazine = spawn(process.execPath, [path.join(import.meta.dirname, 'server.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const agent = new Agent({ keepAlive: true });
    try {
      const gone = once(magazine, 'exit');
      await once(magazine.stdout, 'data');
      // As browsers open them before they know what to ask for.
      const ahead = connect(port, '127.0.0.1');
      await once(ahead, 'connect');
      const over = new AbortController();
      const failures: string[] = [];
      const answers: Answer[] = [];
      const readers = Array.from({ length: READERS }, async (_, index) => {
        for (let turn = index; !over.signal.aborted; turn++) {
          const sent = turn % 3 === 0 ? call(agent, url, '/store') : call(agent, url, '/api/cart', turn % 3 === 1 ? 'GET' : 'POST');
          await sent.then(
            (answer) => answers.push(answer),
            (error: unknown) => failures.push(String(error)),
          );
          await sleep((turn * 37) % 120);
        }
      });
      // A rush, however slow the machine is.
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(20);
      expect(await call(agent, url, '/api/health/ready')).toMatchObject({ status: 200 });
      const slow = call(agent, url, '/api/slow', 'POST');
      // Where something else fails before it is waited for, that is what is told.
      slow.catch(() => undefined);
      await sleep(200);
      magazine.kill('SIGTERM');
      await expect.poll(async () => (await call(agent, url, '/api/health/ready')).status).toBe(503);
      await sleep(1000);
      // By now whoever asked has seen it.
      over.abort();
      await Promise.all(readers);

      expect(failures).toEqual([]);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(answers.slice(-READERS).map(({ closes }) => closes)).toEqual(Array.from({ length: READERS }, () => true));
      expect(await slow, 'what was under way when it hung up').toMatchObject({ status: 200 });
      expect((await Promise.race([gone, sleep(10_000, ['it stays for whoever has not asked'])]))[0]).toBe(0);
    } finally {
      magazine.kill('SIGKILL');
      agent.destroy();
      api.close();
      api.closeAllConnections();
    }
  },
);
