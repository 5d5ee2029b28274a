import type { Code } from '@newsstand/contracts/refusal';
import { displayDate } from '@newsstand/contracts/display-date';
import { fill } from '@newsstand/contracts/fill';

type Value = string | number | Date | CodedText;
type Values = Readonly<Record<string, Value>>;

type Messages = Readonly<Record<string, string>>;
type Always = Readonly<Record<string, string | number>>;

/** `support` is filled in where a text is worded: it is the publication's. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'support'> | Placeholders<Rest>
  : never;
type ValuesFor<Text extends string> = [Placeholders<Text>] extends [never] ? [] : [values: Readonly<Record<Placeholders<Text>, Value>>];

/**
 * What a reader is told, before it is worded: the code of a text, which is the key under which a publication's
 * `messages` override it, and what stands in its {placeholders}: a value that is in words itself is a text of its own,
 * and a moment is the day that it is then at the publication. As JSON it is code and values. Only `catalogue` makes
 * one, so that a code without a text does not compile.
 */
export class CodedText {
  readonly code: string;
  readonly values?: Values;
  readonly #text: string;

  constructor(code: string, text: string, values?: Values) {
    this.code = code;
    this.#text = text;
    if (values) this.values = values;
  }

  /** In the words of a publication, or in our own where it has none. */
  inWords(messages: Messages, always: Always = {}, timeZone = 'UTC'): string {
    return fill(messages[this.code] ?? this.#text, { ...always, ...this.#inWords(messages, always, timeZone) });
  }

  /** What it says, apart from its words; values are in words by then. */
  toCode(messages: Messages = {}, always: Always = {}, timeZone = 'UTC'): Code {
    return { code: this.code, ...(this.values && { values: this.#inWords(messages, always, timeZone) }) };
  }

  #inWords(messages: Messages, always: Always, timeZone: string): Always {
    const inWords = (value: Value) => {
      if (value instanceof CodedText) return value.inWords(messages, always, timeZone);
      return value instanceof Date ? displayDate(value.toISOString(), timeZone) : value;
    };
    return Object.fromEntries(Object.entries(this.values ?? {}).map(([name, value]) => [name, inWords(value)]));
  }
}

/**
 * The texts of a feature, by their keys: `catalogue('api', API_TEXTS)('too_long', { n: 120 })` has the code
 * `api.too_long`.
 */
export const catalogue =
  <const Texts extends Readonly<Record<string, string>>>(feature: string, texts: Texts) =>
  <Key extends keyof Texts & string>(key: Key, ...[values]: ValuesFor<Texts[Key]>): CodedText =>
    new CodedText(`${feature}.${key}`, texts[key] ?? key, values);
