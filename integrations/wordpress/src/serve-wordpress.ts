import { once } from 'node:events';
import { createServer } from 'node:http';
import type { WordPress } from './open-wordpress.ts';

/** Answers browsers on a port of this machine, whose address is the one that WordPress takes for its own. */
export async function serveWordPress(wordpress: WordPress, url: string): Promise<{ stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
      const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const method = incoming.method ?? 'GET';
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const response = await wordpress.fetch(
        new Request(url + (incoming.url ?? '/'), { method, headers, ...(hasBody && { body: Buffer.concat(chunks) }) }),
      );
      outgoing.statusCode = response.status;
      for (const name of new Set(response.headers.keys())) {
        outgoing.setHeader(name, name === 'set-cookie' ? response.headers.getSetCookie() : (response.headers.get(name) ?? ''));
      }
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    };
    answer().catch((error: unknown) => {
      process.stderr.write(`${incoming.method} ${incoming.url}: ${String(error)}\n`);
      outgoing.statusCode = 500;
      outgoing.end();
    });
  });
  server.listen(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
