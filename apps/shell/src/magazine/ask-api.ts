import { Agent } from 'undici';

const SECOND = 1000;
/**
 * The API ends a connection that nobody uses after 75 s, and a proxy between us may after 60 s: ours is gone long
 * before, so that no request meets its end.
 */
const IDLE = 5 * SECOND;
const kept = new Agent({ keepAliveTimeout: IDLE, keepAliveMaxTimeout: IDLE });
/** Connections for one request each. */
const fresh = new Agent({ pipelining: 0 });

const READS = new Set(['GET', 'HEAD']);
/** How undici and Node name a connection that the other side ended. */
const ENDED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Asks the API. It may end a connection that was kept while a request is on its way, and nobody can know whether that
 * was taken: what reads is then asked once more, and what changes something is never sent twice, and so has a
 * connection of its own.
 */
export const askApi = async (request: Request): Promise<Response> => {
  if (!READS.has(request.method)) return ask(request, fresh);
  try {
    return await ask(request, kept);
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return ask(request, fresh);
  }
};

const ask = (request: Request, dispatcher: Agent): Promise<Response> => {
  const init: RequestInit & { dispatcher: Agent } = { redirect: 'manual', dispatcher };
  return fetch(request, init);
};

const hasEnded = (error: unknown): boolean => ENDED.has(Object(error instanceof Error ? error.cause : null).code);
