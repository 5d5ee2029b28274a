import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from './app-env.ts';

/** The one place where an error becomes an answer: a refusal says what it says, anything else is a bug, logged and answered with the text of section 8. */
export function onError({ log, publication }: Pick<Deps, 'log' | 'publication'>) {
  return (error: Error, c: AppContext): Response => {
    if (error instanceof Refusal) {
      const headers = error.retryAfter === undefined ? undefined : { 'Retry-After': String(error.retryAfter) };
      const { errors, require } = error;
      return c.json({ errors, ...(require && { require }) }, error.status, headers);
    }
    log.error({ request: c.get('requestId'), err: error }, 'request failed');
    return c.json({ errors: genericText(c.req.path, publication.cached().settings.support_address) }, 500);
  };
}

/** Section 8: one text for orders, one for everything else. */
export function genericText(path: string, support: string): string {
  return path.endsWith('checkout')
    ? `There was a problem processing your order. Please try again at another time or contact ${support}`
    : `We encountered an error. Please try again at another time or contact ${support} if you need help.`;
}
