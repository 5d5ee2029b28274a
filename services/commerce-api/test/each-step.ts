import { test } from 'vitest';

/**
 * A test for each step at which a process may be killed: one with every run, or with every change (`ci`), and the
 * others with `npm run test:long`. Each starts services and lets them die, for seconds.
 */
export const eachStep = (
  { quick = [], ci = [], long }: { quick?: string[]; ci?: string[]; long: string[] },
  title: string,
  perform: (step: string) => Promise<void>,
): void => {
  test.each(quick)(title, perform, 180_000);
  test.each(ci)(title, { tags: ['ci'], timeout: 180_000 }, perform);
  test.each(long)(title, { tags: ['long'], timeout: 180_000 }, perform);
};
