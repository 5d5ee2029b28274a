import * as v from 'valibot';

export const Figure = v.object({
  name: v.string(),
  value: v.number(),
  unit: v.string(),
  limit: v.optional(v.object({ max: v.optional(v.number()), min: v.optional(v.number()) })),
});
export type Figure = v.InferOutput<typeof Figure>;

/**
 * A machine that does something else for a moment slows one side of a comparison: a timing that breaks its limit is
 * measured again before it counts.
 */
const TRIES = 4;

/**
 * The units of what a clock measures, by itself or against another. Everything else is the same whenever it is right:
 * it is measured once.
 */
const isTiming = ({ unit }: Figure): boolean => /^(ms|%|x|ratio|x_of_\w+|per_second|\w+\/s|known above unknown, .+)$/.test(unit);

/** Measures one group; `say` hears what is measured again. */
export async function measureGroup(group: (...args: unknown[]) => unknown, say: (line: string) => void): Promise<Figure[]> {
  let measured = v.parse(v.array(Figure), await group());
  for (let tries = 1; tries < TRIES && measured.every((figure) => within(figure) || isTiming(figure)); tries += 1) {
    const over = measured.filter((figure) => !within(figure));
    if (over.length === 0) break;
    say(`${over.map(line).join(', ')}: over the limit, measured again …`);
    const again = v.parse(v.array(Figure), await group());
    // A timing is as good as its best; anything else that is wrong the second time is wrong.
    measured = measured.map((figure) => {
      const second = again.find(({ name }) => name === figure.name) ?? figure;
      return within(isTiming(figure) ? figure : second) ? figure : second;
    });
  }
  return measured;
}

export const within = ({ value, limit }: Figure): boolean =>
  value <= (limit?.max ?? Number.POSITIVE_INFINITY) && value >= (limit?.min ?? Number.NEGATIVE_INFINITY);

/** `name value unit`, as `npm run figures` prints it. */
export const line = ({ name, value, unit }: Figure): string => `${name} ${Number.isInteger(value) ? value : value.toFixed(3)} ${unit}`;
