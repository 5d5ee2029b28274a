import { isLoopbackUrl } from '@newsstand/contracts/loopback';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { AppEnv } from './app-env.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

/**
 * A service that takes itself for one machine's own (`is-local.ts`) knows what it was configured with, and not who
 * hands it requests. Whoever comes through a proxy of this machine, or by a name that a stranger's DNS points here,
 * asks for another host: all is refused then, since codes and links are made of secrets that everybody knows.
 */
export function guardHost({ config: { local }, log }: { config: Config; log: Logger }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const asked = ['host', 'x-forwarded-host'].flatMap((name) => c.req.header(name)?.split(',') ?? []);
    if (local && !asked.every((host) => isLoopbackUrl(`http://${host.trim()}`))) {
      log.warn('another host was asked for: this service is for its own machine only while PUBLIC_URL is not set');
      throw new Refusal(403, apiText('foreign_page'));
    }
    await next();
  });
}
