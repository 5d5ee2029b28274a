import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

/** Far more than any page or webhook sends, in bytes. */
const MAX_BODY = 256 * 1024;

/** Refuses a larger body. What has none is not asked for it: asking costs a whole `Request`. */
export function limitBody() {
  const limit = bodyLimit({
    maxSize: MAX_BODY,
    onError: () => {
      throw new Refusal(413, apiText('too_large'));
    },
  });
  return createMiddleware<AppEnv>((c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : limit(c, next)));
}
