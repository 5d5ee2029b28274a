import { challenge } from '@newsstand/contracts/fixtures/bot-check';
import type { State } from './states.ts';

/** Stands in for the API on this page alone, so that each state can be seen with no server. */
export const fakeFetch =
  (signup: State['signup']): typeof fetch =>
  async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (pathname === '/api/bot-check/challenge') return signup === 'no-bot-check' ? json(503, { errors: 'Busy.' }) : json(200, challenge);
    switch (signup) {
      case 'never':
        return new Promise(() => undefined);
      case 'down':
        throw new TypeError('Failed to fetch');
      case 'refuse':
        return json(422, { errors: { email: 'Enter an email address such as name@example.org.' } });
      case 'accept':
      case 'no-bot-check':
        return json(200, { email: 'reader@example.org' });
    }
  };

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
