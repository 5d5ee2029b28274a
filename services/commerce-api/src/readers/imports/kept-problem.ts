import { ImportMistake } from '@newsstand/contracts/desk-imports';
import { Code } from '@newsstand/contracts/refusal';
import * as v from 'valibot';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { toldBy } from '../../publication/texts/catalogue.ts';
import { words } from '../../publication/texts/words.ts';

/**
 * What is wrong with a field of a row, as it is kept: its code with values, which is worded for whoever asks. `text` is
 * what the release before reads, and all that it wrote.
 */
export const KeptProblem = v.object({ field: v.string(), text: v.string(), ...v.partial(Code).entries });
export type KeptProblem = v.InferOutput<typeof KeptProblem>;

/** What several rows are told, as it is kept. */
export const KeptMistake = v.object({ ...ImportMistake.entries, ...KeptProblem.entries });

type Published = Parameters<typeof words>[1];

export const keptOf = (field: string, told: CodedText, published: Published): KeptProblem => ({
  field,
  ...told.toCode(),
  text: words(told, published),
});

/** In the publication's words of now; of what the release before kept, or a later one, in those of then. */
export function wordProblem({ code, values, text }: Pick<KeptProblem, 'code' | 'values' | 'text'>, published: Published): string {
  const told = code === undefined ? null : toldBy({ code, values });
  return told === null ? text : words(told, published);
}
