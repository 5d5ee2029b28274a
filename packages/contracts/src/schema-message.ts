import { fill } from './fill.ts';

/**
 * The language in which the service hears what a schema finds wrong: `api.too_long 120`, the code of a text of
 * `API_TEXTS` and its number.
 */
export const CODES = 'codes';

/** The publication's words, once the page knows them. */
export let own: Readonly<Record<string, string>> = {};

/** A page has one publication: from here on everything below is said in its words. */
export const speakAs = (messages: Readonly<Record<string, string>>): void => {
  own = messages;
};

/** A text of `API_TEXTS` as the publication says it, or as it is where it has no words of its own for it. */
export const inWords = (key: string, text: string, values?: Readonly<Record<string, string | number>>): string =>
  fill(own[`api.${key}`] ?? text, values);

/** What is known of an issue when a schema is asked for its message. */
type Asked = { lang?: string | undefined };

/**
 * The message of a schema: a code with its number for the service, words for a page. What no page of ours can send
 * needs no `text`.
 */
export const says =
  (key: string, text = key, n: string | number = '') =>
  (asked?: Asked): string =>
    asked?.lang === CODES ? `api.${key} ${n}` : inWords(key, text, { n });
