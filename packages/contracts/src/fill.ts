/**
 * Puts values into the {placeholders} of a text; a placeholder without a value stays as it is. A value that ends with a
 * full stop, such as `Acme Inc.`, ends the sentence that it stands last in.
 */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}(\.?)/g, (placeholder, name: string, stop: string) =>
    name in values ? `${values[name]}${stop}`.replace(/\.\.$/, '.') : placeholder,
  );
