// The worker as a server of Node's: `GHOST_URL=… API_URL=… GHOST_ADMIN_KEY=… PUBLIC_URL=… node integrations/ghost/src/serve.ts`.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createWorker, type WorkerOptions } from './worker.ts';

/** `publicUrl` is the address that readers know: Ghost's `url`, and the API's PUBLIC_URL. */
export function serve(options: WorkerOptions & { publicUrl: string }): Server {
  const work = createWorker(options);
  return createServer((asked, answer) => {
    const { method = 'GET', url = '/', headers } = asked;
    const given = new Headers();
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) given.set(name, [value].flat().join(', '));
    const body =
      method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(asked) as globalThis.ReadableStream, duplex: 'half' as const };
    // Behind the address a path like `//other.example/` would name another host.
    const target = options.publicUrl + (url.startsWith('/') ? url : `/${url}`);
    const request = new Request(target, { method, headers: given, ...body });
    send(work(request, asked.socket.remoteAddress), answer).catch((error: unknown) => {
      // A reader who went away in the middle is none of our business.
      if (!answer.headersSent) answer.writeHead(500);
      answer.end();
      if (!answer.destroyed) console.error(error);
    });
  });
}

async function send(said: Promise<Response>, answer: ServerResponse): Promise<void> {
  const { status, headers, body } = await said;
  const cookies = headers.getSetCookie();
  answer.writeHead(status, { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) });
  if (body) await pipeline(Readable.fromWeb(body as ReadableStream), answer);
  else answer.end();
}

if (import.meta.main) {
  const { GHOST_URL, API_URL, GHOST_ADMIN_KEY, PUBLIC_URL, WEBHOOK_SECRETS, PORT = '8080' } = process.env;
  if (!GHOST_URL || !API_URL || !GHOST_ADMIN_KEY || !PUBLIC_URL)
    throw new Error('GHOST_URL, API_URL, GHOST_ADMIN_KEY and PUBLIC_URL must be given');
  const options = { ghost: GHOST_URL, api: API_URL, adminKey: GHOST_ADMIN_KEY, publicUrl: PUBLIC_URL };
  serve({ ...options, ...(WEBHOOK_SECRETS ? { webhookSecret: WEBHOOK_SECRETS } : {}) }).listen(Number(PORT));
}
