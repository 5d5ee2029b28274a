/** Everything that is wrong with an invoice that staff wrote, one line each: the file, the field, what it must be. */
export class InvoiceError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The invoice cannot be written:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'InvoiceError';
    this.problems = problems;
  }
}
