import { expect, test } from 'vitest';
import { START, codeFlow, type CodeFlow } from './code-flow.ts';

const sent = codeFlow(START, { type: 'sent', email: 'ada@example.org', token: 'one' });

test('a code that was sent is asked for next', () => {
  expect(sent).toMatchObject({ stage: 'verify', sentTo: 'ada@example.org', token: 'one', kept: false });
  // The other tabs' address may be another by now: the code went where it went.
  expect(codeFlow(sent, { type: 'typed', email: 'bo@example.org' })).toMatchObject({ sentTo: 'ada@example.org', email: 'bo@example.org' });
});

test('a new code takes the place of the one before', () => {
  expect(codeFlow(sent, { type: 'sent', email: 'ada@example.org', token: 'two' })).toMatchObject({ stage: 'verify', token: 'two' });
});

test('a reader who mistyped the address goes back to it and corrects it', () => {
  expect(codeFlow(sent, { type: 'other-address' })).toEqual({ ...START, email: 'ada@example.org' });
});

test('who is logged in leaves no code behind that would be asked for after logging out', () => {
  expect(codeFlow(sent, { type: 'logged-in' })).toEqual(START);
});

test(
  'after too many attempts the address and the token are gone, every field is new, and a new code is offered',
  { tags: ['§4.login.5'] },
  () => {
    const tooMany = { type: 'too-many-attempts', email: 'ada@example.org' } as const;
    const cleared: CodeFlow = { stage: 'request', round: 1, email: '', usedUp: 'ada@example.org' };
    expect(codeFlow(sent, tooMany)).toEqual(cleared);
    expect(codeFlow(cleared, tooMany)).toEqual({ ...cleared, round: 2 });
    expect(codeFlow(cleared, { type: 'sent', email: 'ada@example.org', token: 'two' })).toMatchObject({ usedUp: null, round: 1 });
  },
);
