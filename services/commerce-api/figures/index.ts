import { accessFigures } from './access-figures.ts';
import { accountFigures, accountStatements } from './account-figures.ts';
import { statementFigures } from './api-figures.ts';
import { renewalFigures } from './renewal-figures.ts';
import { costFigures } from './cost-figures.ts';
import { deskFigures } from './desk-figures.ts';
import { mailFigures } from './mail-figures.ts';
import { checkOutStatements, paymentFigures } from './payment-figures.ts';

/** How many statements the hot paths are: the same whenever it is right. In groups that are measured together. */
export const figures = [statementFigures, checkOutStatements, accountStatements];

/** What a clock measures. */
export const timings = [costFigures, paymentFigures, accessFigures, accountFigures, renewalFigures, mailFigures, deskFigures];

if (import.meta.main) {
  for (const group of [...figures, ...timings]) for (const { name, value, unit } of await group()) console.log(name, value, unit);
}
