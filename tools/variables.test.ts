import { expect, test } from 'vitest';
import { readNames, variablesReference } from './variables.ts';

test('what must be set beyond one machine is marked, and a stand-in’s secret is not shown', () => {
  const reference = variablesReference();
  expect(reference).toMatch(/^\| `ACCESS_SECRET` \| the stand-in’s; \*\*required\*\* \| /m);
  expect(reference).toMatch(/^\| `ENTITLEMENT_SECRET` \| the stand-in’s; \*\*required\*\* \| /m);
  expect(reference).toMatch(/^\| `OPENATHENS_CONNECT` \| {2}\| /m);
  expect(reference).not.toMatch(/machine-only|\/home|\/work|\/tmp/);
});

test('a variable that is read past a schema is found', () => {
  const text = `process.env.ONE; process.env['TWO']; env['THREE'] ?? ''; env.FOUR; fromEnvironment('FIVE'); environment["SIX"]; env.mode; process.env['PATH']`;
  expect(readNames(text)).toEqual(['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'PATH']);
});
