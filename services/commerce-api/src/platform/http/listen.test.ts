import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { listen } from './listen.ts';

const OUTSIDE = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
/**
 * The whole of 127.0.0.0/8 is this machine on Linux: its other names stand in for an outside where there is no network.
 */
const OTHER = OUTSIDE ?? '127.0.0.2';

test.each([
  ['127.0.0.1', false],
  [null, true],
])('listening on %s, another address of the machine is answered: %s', async (host, isAnswered) => {
  const app = new Hono<AppEnv>().get('/', (c) => c.text('here'));
  const server = await listen(app, { port: 0, host });
  const answers = (address: string) =>
    fetch(`http://${address}:${server.port}/`).then(
      () => true,
      () => false,
    );
  expect(await answers('127.0.0.1')).toBe(true);
  expect(await answers(OTHER)).toBe(isAnswered);
  await server.stop();
});

test('a connection that nobody uses is kept for longer than proxies keep theirs, and for as long as they are told', async () => {
  const app = new Hono<AppEnv>().get('/', (c) => c.text('here'));
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  const { headers } = await fetch(`http://127.0.0.1:${server.port}/`);
  await server.stop();
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
});

test('a connection on which nobody has asked for anything, as browsers open them ahead, does not hold the stop up', async () => {
  const server = await listen(new Hono<AppEnv>(), { port: 0, host: '127.0.0.1' });
  const ahead = connect(server.port, '127.0.0.1');
  await once(ahead, 'connect');
  const gone = once(ahead, 'close');
  const begun = performance.now();
  await server.stop();
  expect(performance.now() - begun).toBeLessThan(5000);
  await gone;
});
