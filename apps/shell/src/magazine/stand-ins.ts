import * as v from 'valibot';

const Answer = v.object({ stand_ins: v.array(v.string()) });
const MINUTE = 60_000;
const PATIENCE = 1000;

/**
 * Which stand-ins the API uses on this machine, asked at most once a minute and never waited for: a page shows what is known.
 * An API that is down says nothing, and its pages work all the same.
 */
export const createStandIns = (apiUrl: string) => {
  let known: readonly string[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;

  const ask = async () => {
    const response = await fetch(`${apiUrl}/api/page/front`, { signal: AbortSignal.timeout(PATIENCE) });
    const parsed = v.safeParse(Answer, await response.json());
    if (parsed.success) known = parsed.output.stand_ins;
  };

  return (): readonly string[] => {
    if (Date.now() - askedAt > MINUTE) {
      askedAt = Date.now();
      ask().catch(() => {
        askedAt = Date.now() - MINUTE + 5 * PATIENCE;
      });
    }
    return known;
  };
};
