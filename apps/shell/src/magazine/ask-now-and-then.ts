import * as v from 'valibot';

const PATIENCE = 1000;
const RETRY = 5 * PATIENCE;

/**
 * What another server says, asked when it is older than `age` (ms) and never waited for: a page shows what is known.
 * A server that is down changes nothing, and pages work all the same.
 */
export const askNowAndThen = <S extends v.GenericSchema>(url: string, schema: S, age: number): (() => v.InferOutput<S> | null) => {
  let known: v.InferOutput<S> | null = null;
  let next = Number.NEGATIVE_INFINITY;

  const ask = async (): Promise<void> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    const parsed = v.safeParse(schema, await response.json());
    if (parsed.success) known = parsed.output;
  };

  return () => {
    if (Date.now() >= next) {
      next = Date.now() + age;
      ask().catch(() => {
        next = Date.now() + RETRY;
      });
    }
    return known;
  };
};
