import type { CodedText } from '../platform/http/coded-text.ts';
import { isUnavailable } from '../platform/db/is-unavailable.ts';
import type { AppContext } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { cardText } from '../publication/texts/card-texts.ts';
import { checkoutText } from '../publication/texts/checkout-texts.ts';
import { deskText } from '../publication/texts/desk-texts.ts';
import { wordRefusal } from '../publication/texts/words.ts';

/** Seconds after which a database that was busy or away is worth another try. */
const SOON = 1;

/**
 * The one place where an error becomes an answer: a refusal says what it says, in the publication's words; a database
 * that is busy or away will be back (503); anything else is a bug, logged. Both are answered to readers with the text
 * of section 8.
 */
export function onError({ log, publication }: Pick<Deps, 'log' | 'publication'>) {
  return (error: Error, c: AppContext): Response => {
    if (error instanceof Refusal) {
      const headers = error.retryAfter === undefined ? undefined : { 'Retry-After': String(error.retryAfter) };
      return c.json({ ...wordRefusal(error.texts, publication.cached()), ...error.more }, error.status, headers);
    }
    if (isUnavailable(error)) {
      log.warn({ request: c.get('requestId'), err: error }, 'the database has no time, no room or is not there');
      return c.json(wordRefusal(genericText(c, deskText('busy')), publication.cached()), 503, { 'Retry-After': String(SOON) });
    }
    log.error({ request: c.get('requestId'), err: error }, 'request failed');
    return c.json(wordRefusal(genericText(c, deskText('failed', { request: c.get('requestId') })), publication.cached()), 500);
  };
}

/**
 * Section 8: one text for orders, one for everything else. Staff are told something of their own: nobody there writes
 * to the support.
 */
function genericText({ req: { path } }: AppContext, atDesk: CodedText): CodedText {
  if (path.startsWith('/api/desk/')) return atDesk;
  return path.endsWith('checkout') ? checkoutText('failed') : cardText('failed');
}
