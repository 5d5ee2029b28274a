import { fill } from '@newsstand/contracts/fill';
import type { StandardPath } from '@newsstand/contracts/paths';
import { own, speakAs } from '@newsstand/contracts/schema-message';

export { fill } from '@newsstand/contracts/fill';

/** A publication's texts in place of ours, by their keys. */
type OwnWords = Readonly<Record<string, string>>;

/**
 * The few texts of these components. A publication's `messages` override them by key (`ui.close`), and a remote can
 * pass its own as a prop.
 */
export const uiMessages = {
  ok: 'Ok',
  cancel: 'Cancel',
  close: 'Close',
  are_you_sure: 'Are you sure?',
  show: 'Show',
  hide: 'Hide',
  show_password: 'Show password',
  hide_password: 'Hide password',
  more: 'One more',
  fewer: 'One fewer',
  price_was: 'Was',
  price_now: 'now',
  failed: 'We encountered an error. Please try again.',
  unreachable: 'We could not reach the server. Please check your connection and try again.',
  unreadable: 'The server gave an answer that this page does not understand. Please reload the page and try again.',
};

/**
 * Where the publication has a page, by its standard address: the API tells the own one among its words. What stands in
 * braces is what the page is about.
 */
export const ownPath = (path: StandardPath, value = ''): string => (own[path] ?? path).replace(/{.*}/, encodeURIComponent(value));

/** An address, and what it is asked besides: it may have a query already. */
export const withQuery = (path: string, query: Record<string, string> | [string, string][]): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type Values = Readonly<Record<string, string | number>>;
type ValuesFor<Text extends string> = [Placeholders<Text>] extends [never]
  ? [values?: Values]
  : [values: Readonly<Record<Placeholders<Text>, string | number>>];

/**
 * Text of a key, its {placeholders} filled in. The compiler knows the keys, and the placeholders of texts declared `as
 * const`.
 */
export type Translate<Messages extends Readonly<Record<string, string>>> = <Key extends keyof Messages & string>(
  key: Key,
  ...values: ValuesFor<Messages[Key]>
) => string;

/**
 * Texts of a remote: its own, with the publication's `messages` in place of those that it overrides. A page has one
 * publication, so the texts of these components and of the contracts become the publication's with the first call:
 * nobody needs to pass them on.
 */
export const createMessages = <const Messages extends Readonly<Record<string, string>>>(
  defaults: Messages,
  overrides?: OwnWords,
): Translate<Messages> => {
  if (overrides) speak(overrides);
  return (key, ...[values]) => fill(overrides?.[key] ?? defaults[key] ?? key, values);
};

const speak = (words: OwnWords): void => {
  speakAs(words);
  let key: keyof typeof uiMessages;
  for (key in uiMessages) uiMessages[key] = words[`ui.${key}`] ?? uiMessages[key];
};
