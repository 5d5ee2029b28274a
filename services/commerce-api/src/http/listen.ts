import { serve } from '@hono/node-server';
import type { Config } from '../config.ts';
import type { Running } from '../deps.ts';
import { SECOND } from '../duration.ts';
import type { Routes } from './app-env.ts';

/** How long a request that is being answered may still take after the stop. */
const GRACE = 25 * SECOND;

/** Serves the app on a port, 0 for any free one, at one address of the machine, or with null at all of them. `stop` accepts nothing new and waits for the answers that are under way. */
export function listen(app: Routes, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Running & { port: number }> {
  return new Promise((done, fail) => {
    const server = serve({ fetch: app.fetch, port, ...(host !== null && { hostname: host }) }, (address) => {
      done({ port: address.port, stop: () => close() });
    });
    server.once('error', fail);

    const close = () =>
      new Promise<void>((closed) => {
        const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE);
        server.close(() => {
          clearTimeout(late);
          closed();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
  });
}
