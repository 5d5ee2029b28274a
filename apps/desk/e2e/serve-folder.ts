import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves what was built, each address that is no file's with its page, on a port that is free. */
export async function serveFolder(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const file = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname);
    const type = TYPES[path.extname(file)];
    response.setHeader('Content-Type', type ?? 'text/html');
    response.end(readFileSync(path.join(folder, type === undefined ? 'index.html' : file)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
