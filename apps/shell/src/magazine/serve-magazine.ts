import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_TEXTS } from '@newsstand/contracts/texts';
import { serve } from '@hono/node-server';
import type { createMagazine } from './create-magazine.ts';

const SECOND = 1000;
/** How long a request that is being answered may still take after the stop. */
const GRACE = 20 * SECOND;
/**
 * Longer than any proxy in front of us keeps a connection that nobody uses: where we end it, its next request may be on
 * the way.
 */
const IDLE = 75 * SECOND;
/** Where a load balancer asks whether to send readers here: while the magazine is there, the API says it. */
const READY = '/api/health/ready';

type Magazine = Awaited<ReturnType<typeof createMagazine>>;
type Running = { stop(): Promise<void> };

/**
 * Serves the magazine, as the service serves its API: `stop` says goodbye before it hangs up. For `drain` (ms)
 * everything is answered, with
 * `Connection: close`, and nobody new should come; then nothing new is accepted, and the answers that are under way are
 * waited for.
 */
export const serveMagazine = (
  app: Magazine,
  { port, host, drain }: { port: number; host: string | null; drain: number },
): Promise<Running> =>
  new Promise((done, fail) => {
    let stopping = false;
    const fetch: Magazine['fetch'] = async (request, ...rest) => {
      const isReady = !stopping || new URL(request.url).pathname !== READY;
      const response = isReady ? await app.fetch(request, ...rest) : Response.json({ errors: API_TEXTS.not_ready }, { status: 503 });
      if (stopping) response.headers.set('Connection', 'close');
      return response;
    };
    const serverOptions = { keepAliveTimeout: IDLE };
    const server = serve({ fetch, port, serverOptions, ...(host !== null && { hostname: host }) }, () => done({ stop }));
    server.once('error', fail);
    const connections = new Set<Socket>();
    server.on('connection', (connection: Socket) => {
      connections.add(connection);
      connection.once('close', () => connections.delete(connection));
    });

    const stop = async (): Promise<void> => {
      stopping = true;
      await sleep(drain);
      await new Promise<void>((closed) => {
        const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE);
        server.close(() => {
          clearTimeout(late);
          closed();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
        // To Node a connection that a browser opened ahead, and never asked on, is not idle.
        for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
      });
    };
  });
