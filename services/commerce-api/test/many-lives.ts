import type { Parameters as Wishes } from 'fast-check';

/** So many lives share a database: each step of one looks at all of the books, which must not take longer with each. */
const TOGETHER = 25;

/**
 * How many random lives are lived, by `LIVES`, and from which seed, by `SEED`: that of a life that failed finds it
 * again.
 */
const wished = (name: 'LIVES' | 'SEED'): number | null => {
  const value = Number(process.env[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

export type Lives = Required<Pick<Wishes, 'seed' | 'numRuns'>>;

/**
 * Random lives, some at a time, each with a seed of its own that is said: `open` makes what they live in anew.
 * `LIVES=10000 SEED=7 npx vitest run … -t 'many lives'` lives so many, which takes hours.
 */
export async function manyLives(
  usual: number,
  open: () => Promise<() => Promise<unknown>>,
  live: (some: Lives) => Promise<void>,
): Promise<void> {
  const all = wished('LIVES') ?? usual;
  const first = wished('SEED') ?? Math.floor(Math.random() * 1_000_000);
  for (let lived = 0; lived < all; lived += TOGETHER) {
    const some = { seed: first + lived / TOGETHER, numRuns: Math.min(TOGETHER, all - lived) };
    const close = await open();
    try {
      await live(some);
    } catch (error) {
      throw new Error(`a life failed after ${lived} others: SEED=${some.seed} LIVES=${some.numRuns} finds it again`, { cause: error });
    } finally {
      await close();
    }
    process.stderr.write(`${lived + some.numRuns} of ${all} lives, seed ${some.seed}\n`);
  }
}

/** For as many lives as are wished, ten seconds each. */
export const timeFor = (usual: number): number => Math.max(3_600_000, (wished('LIVES') ?? usual) * 10_000);
