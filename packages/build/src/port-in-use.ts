import { relative, resolve } from 'node:path';
import type { Configuration } from '@rspack/core';

type Middlewares = NonNullable<NonNullable<Exclude<Configuration['devServer'], false>>['setupMiddlewares']>;

/**
 * A port that somebody else has ends the development server with one line that says what to do. It does not move by
 * itself: the magazine's pages and the tests ask for the remote where it was said to be.
 */
export const tellPortInUse =
  (name: string, dir: string, port: number): Middlewares =>
  (middlewares, { server }) => {
    // Before the server's own listener, which throws.
    server?.prependListener('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return;
      const script = process.env['npm_lifecycle_event'] ?? 'dev';
      const folder = relative(resolve(import.meta.dirname, '../../..'), dir);
      console.error(`Port ${port} is in use, so ${name} is not served. Stop what uses it, or take another port:
  PORT=${port < 60_000 ? port + 1000 : port - 1000} npm run ${script} -w ${folder}`);
      process.exit(1);
    });
    return middlewares;
  };
