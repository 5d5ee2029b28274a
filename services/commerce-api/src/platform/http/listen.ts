import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import type { Config } from '../config/config.ts';
import { SECOND } from '../duration.ts';
import type { Running } from '../running.ts';
import type { Routes } from './app-env.ts';

/** How long a request that is being answered may still take after the stop. */
const GRACE = 20 * SECOND;
/**
 * Longer than any proxy in front of us keeps a connection that nobody uses (most do so for 60 s): where we end it, its
 * next request may be on the way.
 */
export const IDLE = 75 * SECOND;

/**
 * Serves the app on a port, 0 for any free one, at one address of the machine, or with null at all of them. `stop` says
 * goodbye before it hangs up: for `drain` (ms) everything is answered, with `Connection: close`, so that who comes
 * again comes to another replica; then nothing new is accepted, and the answers that are under way are waited for.
 */
export function listen(
  app: Routes,
  { port, host, drain = 0 }: Pick<Config, 'port' | 'host'> & Partial<Pick<Config, 'drain'>>,
): Promise<Running & { port: number }> {
  let stopping = false;
  return new Promise((done, fail) => {
    const fetch: typeof app.fetch = async (...request) => {
      const response = await app.fetch(...request);
      if (stopping) response.headers.set('Connection', 'close');
      return response;
    };
    const serverOptions = { keepAliveTimeout: IDLE };
    const server = serve({ fetch, port, serverOptions, ...(host !== null && { hostname: host }) }, (address) => {
      done({ port: address.port, stop });
    });
    server.once('error', fail);
    const connections = new Set<Socket>();
    server.on('connection', (connection: Socket) => {
      connections.add(connection);
      connection.once('close', () => connections.delete(connection));
    });

    const stop = async () => {
      stopping = true;
      await sleep(drain);
      await close();
    };
    const close = () =>
      new Promise<void>((closed) => {
        const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE);
        server.close(() => {
          clearTimeout(late);
          closed();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
        // To Node a connection that a browser opened ahead, and never asked on, is not idle.
        for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
      });
  });
}
