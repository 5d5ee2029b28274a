import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Figure } from './measure-group.ts';
import { dataDir } from './root.ts';

/** Where the last run of the journeys left what it measured on its way. */
export const JOURNEY_FIGURES = path.join(dataDir, 'journey-figures.json');

/** The journeys that measure. */
export const MEASURING_JOURNEYS = ['pages.e2e', 'hostile.e2e'];

const Annotations = v.array(v.object({ type: v.string(), description: v.optional(v.string()) }));
const Spec = v.object({ tests: v.array(v.object({ results: v.array(v.object({ annotations: v.optional(Annotations, []) })) })) });
type Suite = { specs?: v.InferOutput<typeof Spec>[] | undefined; suites?: Suite[] | undefined };
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
});
const Report = v.object({ suites: v.array(Suite) });

/**
 * What tests measured, by a Playwright report: they say it in an annotation of the type `figure`, as JSON. Of a test
 * that ran twice the last run counts.
 */
export function figuresIn(report: unknown): Figure[] {
  const specsOf = ({ specs = [], suites = [] }: Suite): v.InferOutput<typeof Spec>[] => [...specs, ...suites.flatMap(specsOf)];
  const tests = v
    .parse(Report, report)
    .suites.flatMap(specsOf)
    .flatMap((spec) => spec.tests);
  const noted = tests.flatMap(({ results }) => results.at(-1)?.annotations ?? []);
  return worstOf(noted.filter(({ type }) => type === 'figure').map(({ description }) => v.parse(Figure, JSON.parse(description ?? ''))));
}

/** A figure of several pages is the worst of them. */
export function worstOf(figures: readonly Figure[]): Figure[] {
  const worst = new Map<string, Figure>();
  for (const figure of figures) if (figure.value >= (worst.get(figure.name)?.value ?? 0)) worst.set(figure.name, figure);
  return [...worst.values()];
}

/** What the journeys measured before; throws where they did not. */
export const journeyFigures = (): Figure[] =>
  v.parse(v.pipe(v.array(Figure), v.minLength(1, 'the journeys measured nothing')), JSON.parse(readFileSync(JOURNEY_FIGURES, 'utf8')));
