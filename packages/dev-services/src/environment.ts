import * as v from 'valibot';

export const Port = (fallback: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(65_535)), String(fallback));
export const Path = v.optional(v.pipe(v.string(), v.minLength(1)));

/** The environment as the schema wants it, or an error that names every variable that is wrong. */
export function readEnvironment<const T extends v.GenericSchema<Record<string, unknown>, unknown>>(schema: T): v.InferOutput<T> {
  const result = v.safeParse(schema, process.env);
  if (result.success) return result.output;
  throw new Error(result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'));
}

/** Closes once, at the first SIGTERM or SIGINT, and lets the process end by itself. */
export function closeOnSignal(close: () => Promise<void>): void {
  const stop = () => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    void close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
