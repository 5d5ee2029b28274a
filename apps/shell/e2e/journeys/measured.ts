import { test } from '@playwright/test';

type Measured = { name: string; value: number; unit: string; limit: { max: number } };

/** What a test measured on its way is a figure too: `npm run figures` prints the worst that any of them said. */
export const measured = (figure: Measured): void => {
  test.info().annotations.push({ type: 'figure', description: JSON.stringify(figure) });
};
