import type { CodedText } from '../../platform/http/coded-text.ts';

/**
 * One thing that is wrong with an invoice that staff wrote: `told` is said at the desk, beside its field (none: of the
 * whole); `line` by the program, of the field in a file.
 */
export type InvoiceProblem = { field: string | null; told: CodedText; line: string };

/** What the program says as the desk does. */
export const problemOf = (field: string, told: CodedText, words = told.inWords({})): InvoiceProblem => ({
  field,
  told,
  line: `${field}: ${words}`,
});

/** Everything that is wrong with an invoice that staff wrote, one line each: the file, the field, what it must be. */
export class InvoiceError extends Error {
  readonly problems: readonly InvoiceProblem[];

  constructor(file: string, problems: readonly InvoiceProblem[]) {
    super(`The invoice cannot be written:\n${problems.map(({ line }) => `  ${file}: ${line}`).join('\n')}`);
    this.name = 'InvoiceError';
    this.problems = problems;
  }
}

/** As a form is told them: beside their fields, and what is of none of them, or of the whole, as `whole`. */
export function toldByField(
  problems: readonly InvoiceProblem[],
  whole: string,
  isOfForm: (field: string) => boolean = () => true,
): Record<string, CodedText[]> {
  const told = Map.groupBy(problems, ({ field }) => (field !== null && isOfForm(field) ? field : whole));
  return Object.fromEntries([...told].map(([field, of]) => [field, of.map((problem) => problem.told)]));
}
