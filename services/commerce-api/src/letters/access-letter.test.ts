import { expect, test } from 'vitest';
import { codeOf, tokenOf } from '../platform/secrets.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { AccessLetterKind, accessLetter } from './access-letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';

const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
const now = new Date('2026-11-21T10:00:00Z');
const expires = '2026-11-21T10:10:00Z';

const PAYLOADS: Record<AccessLetterKind, object> = {
  code: { ticket: 'hash', expires },
  'first-code': { ticket: 'hash', expires },
  'no-account': { ticket: 'hash', expires },
  'no-account-by-post': { ticket: 'hash', nonce: 'nonce', expires },
  reset: { ticket: 'hash', nonce: 'nonce', email: 'ada+papers@example.org', expires },
  'password-set': { name: 'Ada <b>Reader</b>' },
  'password-changed': { name: 'Ada <b>Reader</b>' },
  'password-removed': { name: 'Ada <b>Reader</b>' },
  'new-sign-in': { name: 'Ada <b>Reader</b>', method: 'password', agent: 'Firefox on Linux', at: '2026-11-21T09:59:00Z' },
  welcome: { name: 'Ada <b>Reader</b>' },
};

const write = (kind: AccessLetterKind, messages: Record<string, string> = {}, at = now) =>
  accessLetter(kind, PAYLOADS[kind], { secret: 'secret', now: at, sender, say: wording(messages) });
const textOf = (kind: AccessLetterKind) => {
  const letter = write(kind);
  return letter === null ? '' : letterText(letter);
};

test.each(AccessLetterKind.options)('the letter %s says who writes and why, with nothing left unfilled, in text and in HTML', (kind) => {
  const letter = write(kind);
  if (letter === null) throw new Error('there is no letter');
  const [text, html] = [letterText(letter), letterHtml(letter)];
  for (const part of [text, html, letter.subject, letter.preheader]) {
    expect(part).not.toBe('');
    expect(part).not.toMatch(/\{\w+\}/);
  }
  expect(text).toContain('EXCLAVE');
  expect(html).not.toContain('<b>Reader');
  expect(html).not.toMatch(/\b(src|background)=|url\(/);
});

test('the code stands alone in its line, large in HTML, and is nowhere in the subject', () => {
  const code = codeOf('secret', 'hash');
  const letter = write('code');
  expect(textOf('code')).toContain(`\n    ${code}\n`);
  expect(letter && letterHtml(letter)).toContain(`>${code}</p>`);
  expect(letter?.subject + (letter?.preheader ?? '')).not.toContain(code);
});

test('the link sets a password on the login page, its token and whose it is behind the #', () => {
  const token = tokenOf('secret', 'nonce');
  expect(textOf('reset')).toContain(`https://magazine.example/login#reset=${token}&email=ada%2Bpapers%40example.org\n`);
});

test.each(['password-set', 'password-changed', 'password-removed', 'new-sign-in'] as const)(
  'the button of %s leads where a password is set, logged in or not',
  (kind) => {
    expect(textOf(kind)).toContain('https://magazine.example/login?redirect=%2Faccount%2Fsessions#reset\n');
  },
);

test('where nobody logs in with a password no letter speaks of one: it leads to where every browser can be logged out', () => {
  const world = { secret: 'secret', now, sender, say: wording({}), logins: ['email-code', 'google'] as const };
  const letter = accessLetter('new-sign-in', { ...PAYLOADS['new-sign-in'], method: 'google' }, world);
  const text = letter === null ? '' : letterText(letter);
  expect(text).toContain('https://magazine.example/account/sessions\n');
  expect(text).toContain('log out every other browser at once');
  expect(text).not.toMatch(/password/i);
});

test('a first password was set, and none was changed', () => {
  expect(write('password-set')?.subject).toBe('Your password for Exclave was set');
  expect(textOf('password-set')).not.toContain('changed');
});

test('a new sign-in says when, with which browser and how, and what to do', () => {
  const text = textOf('new-sign-in');
  for (const part of ['11.21.2026, 9:59 AM UTC', 'Firefox on Linux', 'Your password', 'help@example.org']) expect(text).toContain(part);
});

test('a letter whose code or link is dead by now is not sent', () => {
  expect(write('code', {}, new Date(expires))).toBeNull();
  expect(write('reset', {}, new Date(expires))).toBeNull();
  expect(write('welcome', {}, new Date('2027-01-01'))).not.toBeNull();
});

test("the publication's own wording is used where it has some", () => {
  expect(write('code', { 'mail.code_subject': 'Papers, please' })?.subject).toBe('Papers, please');
});
