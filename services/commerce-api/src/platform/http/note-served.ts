import { createMiddleware } from 'hono/factory';
import type { Served } from '../pace.ts';
import type { AppEnv } from './app-env.ts';

/** Who asks these is a program that watches us. */
const WATCHES = /^\/api\/(?:health|metrics)(?:\/|$)/;

/** Notes that readers are there, so that what is done beside them gives way (`pace.ts`). */
export function noteServed({ served }: { served: Served }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isReader = !WATCHES.test(c.req.path);
    if (isReader) served.note();
    await next();
    if (isReader) served.note();
  });
}
