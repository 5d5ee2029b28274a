import { masthead } from './masthead.ts';
import { navy, red } from './riso.ts';

/** The last letter of the masthead on its own: an E whose bar has come loose. */
export const logo = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><path d="M16 8H80V28H36V68H80V88H16Z" fill="${navy}"/><path d="M48 38H68V58H48Z" fill="${red}"/></svg>\n`;

export const wordmark = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="72" viewBox="0 0 420 72">${masthead(4, 4, 412, navy, red)}</svg>\n`;
