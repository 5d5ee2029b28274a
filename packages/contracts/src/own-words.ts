/** Text in place of text: what the publication says instead of one. `{n}` stands for the number in it, or `{code}` for its last word. */
export type OwnWords = Readonly<Record<string, string>>;

/** `text` as the publication says it, or as it came where it has no words of its own for it. */
export const inOwnWords = (words: OwnWords, text: string): string => {
  const put = (name: string, part: RegExp): string | undefined =>
    words[text.replace(part, name)]?.replace(name, () => part.exec(text)?.[0] ?? '');
  return words[text] ?? put('{n}', /\d[\d,]*/) ?? put('{code}', /\S*$/) ?? text;
};
