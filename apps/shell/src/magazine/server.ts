import path from 'node:path';
import { serve } from '@hono/node-server';
import { createMagazine } from './create-magazine.ts';
import { readConfig } from './read-config.ts';

const defaultPublication = path.resolve(import.meta.dirname, '../../../../services/commerce-api/publication');
const { port, ...config } = readConfig(process.env, defaultPublication);

const server = serve({ fetch: (await createMagazine(config)).fetch, port }, () =>
  process.stdout.write(`The magazine is at http://127.0.0.1:${port}\n`),
);
server.on('error', (error) => {
  process.stderr.write(`The magazine cannot start: ${error.message}\n`);
  process.exitCode = 1;
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
