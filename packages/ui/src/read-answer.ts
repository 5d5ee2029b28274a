import * as v from 'valibot';

/**
 * The one way in which remotes read what the API says. Remotes and API are deployed apart: an answer of another age
 * degrades by its part (`tolerate.ts`, which is fetched only then). What comes back without success cannot be used at
 * all.
 */
export const readAnswer = async <S extends v.GenericSchema>(schema: S, answer: unknown): Promise<v.SafeParseResult<S>> => {
  const parsed = v.safeParse(schema, answer);
  if (parsed.success) return parsed;
  // Where the file does not come, the answer is read as strictly as it was written.
  return import('./tolerate.ts').then(
    ({ tolerate }) => tolerate(schema, answer),
    () => parsed,
  );
};
