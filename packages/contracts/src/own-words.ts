/** Text in place of text: what the publication says instead of a text, `{n}` standing for the number in it. */
export type OwnWords = Readonly<Record<string, string>>;

/** `text` as the publication says it, or as it came where it has no words of its own for it. */
export const inOwnWords = (words: OwnWords, text: string): string => {
  const number = /\d[\d,]*/.exec(text)?.[0] ?? '';
  const own = words[text] ?? words[text.replace(number, '{n}')];
  return own === undefined ? text : own.replace('{n}', () => number);
};
