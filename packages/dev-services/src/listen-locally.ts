import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ServerType } from '@hono/node-server';
import { thisMachineOnly } from './this-machine-only.ts';

/**
 * Listens, on this machine only, and answers where; `close` ends open connections too, so that a browser's keep-alive
 * does not hold it up.
 */
export async function listenLocally(server: ServerType, port: number, host: string): Promise<{ url: string; close: () => Promise<void> }> {
  thisMachineOnly(host);
  // A connection that is closed for being idle in the moment in which a test asks again is reset under its request.
  if (isHttp1(server)) server.keepAliveTimeout = 0;
  server.listen(port, host);
  await once(server, 'listening'); // rejects when the port is taken
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://${host}:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if (isHttp1(server)) server.closeAllConnections();
      await closed;
    },
  };
}

function isHttp1(server: ServerType): server is Server {
  return 'closeAllConnections' in server;
}
