import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { botCheckRoutes } from './bot-check/routes.ts';
import type { Deps } from './deps.ts';
import { healthRoutes } from './health/routes.ts';
import type { AppEnv, Routes } from './http/app-env.ts';
import { guardOrigin } from './http/guard-origin.ts';
import { observe } from './http/observe.ts';
import { onError } from './http/on-error.ts';
import { Refusal } from './refusal.ts';

/** Far more than any page or webhook sends. */
const MAX_BODY = 256 * 1024;

/** Each feature's routes, with their full paths. A new feature is one line here. */
const features: ((deps: Deps) => Routes)[] = [healthRoutes, botCheckRoutes];

/** The whole HTTP service; it owns nothing, so closing is up to whoever made `deps`. */
export function createApp(deps: Deps): Routes {
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.notFound((c) => c.json({ errors: 'Not found.' }, 404));
  app.use(
    // A reader's own header must not get into the log.
    requestId({ headerName: '' }),
    observe(deps),
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      crossOriginResourcePolicy: 'same-site',
      xFrameOptions: 'DENY',
    }),
    cors({
      origin: deps.config.origins,
      credentials: true,
      allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: ['Content-Type'],
      maxAge: 600,
    }),
    guardOrigin(deps.config.origins),
    bodyLimit({
      maxSize: MAX_BODY,
      onError: () => {
        throw new Refusal(413, 'The request is too large.');
      },
    }),
  );
  for (const feature of features) app.route('/', feature(deps));
  return app;
}
