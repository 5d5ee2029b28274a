import { expect, test } from 'vitest';
import { START, codeFlow, type CodeFlow } from './code-flow.ts';

const sent = codeFlow(START, { type: 'sent', email: 'ada@example.org', token: 'one' });

test('a code that was sent is asked for next', () => {
  expect(sent).toEqual({ stage: 'verify', round: 0, email: 'ada@example.org', token: 'one' });
});

test('a reader who mistyped the address goes back to it and corrects it', () => {
  expect(codeFlow(sent, { type: 'other-address' })).toEqual({ stage: 'request', round: 0, email: 'ada@example.org' });
});

test('who is logged in leaves no code behind that would be asked for after logging out', () => {
  expect(codeFlow(sent, { type: 'logged-in' })).toEqual(START);
});

test('after too many attempts the address and the token are gone, and every field is new', () => {
  const cleared: CodeFlow = { stage: 'request', round: 1, email: '' };
  expect(codeFlow(sent, { type: 'too-many-attempts' })).toEqual(cleared);
  expect(codeFlow(cleared, { type: 'too-many-attempts' })).toEqual({ ...cleared, round: 2 });
});
