/** For an example: with two of what is many, and each text as `textOf` has it. */
export function shortened(value: unknown, textOf: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map((each) => shortened(each, textOf));
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each, textOf)]));
}
