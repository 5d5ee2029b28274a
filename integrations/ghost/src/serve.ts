// The worker as a server of Node's: `GHOST_URL=… API_URL=… GHOST_ADMIN_KEY=… PUBLIC_URL=… node
// integrations/ghost/src/serve.ts`.
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

/** What the environment says, or an error that names what is wrong with it. */
export function readOptions(env: Record<string, string | undefined>): WorkerOptions & { publicUrl: string } {
  const given = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error('GHOST_URL, API_URL, GHOST_ADMIN_KEY and PUBLIC_URL must be given');
    return value;
  };
  const originOf = (name: string): string => {
    const address = URL.parse(given(name));
    if (!address || !/^https?:$/.test(address.protocol)) throw new Error(`${name} is no address: ${given(name)}`);
    if (address.pathname !== '/' || address.search) throw new Error(`${name} is ${address.origin}: leave out what stands behind it`);
    return address.origin;
  };
  const [ghost, api, publicUrl] = [originOf('GHOST_URL'), originOf('API_URL'), originOf('PUBLIC_URL')];
  if ([ghost, api].includes(publicUrl))
    throw new Error('PUBLIC_URL is this worker’s own address: GHOST_URL and API_URL are where Ghost and the API are behind it');
  const { WEBHOOK_SECRETS } = env;
  return { ghost, api, publicUrl, adminKey: given('GHOST_ADMIN_KEY'), ...(WEBHOOK_SECRETS ? { webhookSecret: WEBHOOK_SECRETS } : {}) };
}

async function send(response: Promise<Response>, answer: ServerResponse): Promise<void> {
  const { status, headers, body } = await response;
  const cookies = headers.getSetCookie();
  answer.writeHead(status, { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) });
  if (body) await pipeline(Readable.fromWeb(body as ReadableStream), answer);
  else answer.end();
}

if (import.meta.main) serve(readOptions(process.env)).listen(Number(process.env['PORT'] ?? '8080'));
