import { inOwnWords } from '@newsstand/contracts/own-words';
import type { Errors } from '@newsstand/contracts/refusal';
import { ownWords } from '@newsstand/contracts/texts';
import { cardMessage } from '../card/messages.ts';
import { checkoutMessages } from '../checkout/messages.ts';
import type { Deps } from '../deps.ts';
import type { PublishedData } from '../publication/published-data.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from './app-env.ts';

/** The one place where an error becomes an answer: a refusal says what it says, in the publication's words; anything else is a bug, logged and answered with the text of section 8. */
export function onError({ log, publication }: Pick<Deps, 'log' | 'publication'>) {
  return (error: Error, c: AppContext): Response => {
    if (error instanceof Refusal) {
      const headers = error.retryAfter === undefined ? undefined : { 'Retry-After': String(error.retryAfter) };
      const errors = asPublished(error.errors, publication.cached());
      return c.json({ errors, ...error.more }, error.status, headers);
    }
    log.error({ request: c.get('requestId'), err: error }, 'request failed');
    return c.json({ errors: genericText(c.req.path, publication.cached()) }, 500);
  };
}

/** Errors in the publication's own words. */
function asPublished(errors: Errors, { messages }: Pick<PublishedData, 'messages'>): Errors {
  const words = ownWords(messages);
  return typeof errors === 'string'
    ? inOwnWords(words, errors)
    : Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, inOwnWords(words, text)]));
}

/** Section 8: one text for orders, one for everything else. */
export function genericText(path: string, { messages, settings }: Pick<PublishedData, 'messages' | 'settings'>): string {
  const support = settings.support_address;
  return path.endsWith('checkout') ? checkoutMessages(messages)('failed', { support }) : cardMessage(messages, 'failed', support);
}
