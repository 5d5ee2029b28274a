import type { Code } from '@newsstand/contracts/refusal';
import { fill } from '@newsstand/contracts/fill';

type Value = string | number | CodedText;
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
 * `messages` override it, and what stands in its {placeholders}: a value that is in words itself is a text of its own.
 * As JSON it is code and values. Only `catalogue` makes one, so that a code without a text does not compile.
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
  inWords(messages: Messages, always: Always = {}): string {
    return fill(messages[this.code] ?? this.#text, { ...always, ...this.#inWords(messages, always) });
  }

  /** What it says, apart from its words; values are in words by then. */
  toCode(messages: Messages = {}, always: Always = {}): Code {
    return { code: this.code, ...(this.values && { values: this.#inWords(messages, always) }) };
  }

  #inWords(messages: Messages, always: Always): Always {
    const values = Object.entries(this.values ?? {});
    return Object.fromEntries(values.map(([name, value]) => [name, value instanceof CodedText ? value.inWords(messages, always) : value]));
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
