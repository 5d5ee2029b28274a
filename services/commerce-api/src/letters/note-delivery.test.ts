import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLetter } from '../../test/letter.ts';
import { codeFor, makeAccount } from '../../test/reader.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { codeOf } from '../platform/secrets.ts';
import { openMailer, type Mailer } from './mailer.ts';

let service: TestApp;
let mailbox: Mailbox;
let mailer: Mailer;
beforeAll(async () => {
  service = await createTestApp({ env: { MAIL_RETURN: 'bounces@magazine.example' } });
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  mailer = openMailer(mailbox.smtpUrl);
});
afterAll(async () => {
  mailer.close();
  await mailbox.close();
  await service.close();
});

/** Asks for a code, and hands its letter to the mail server. */
async function mailCode(email: string, server = mailer): Promise<{ ticket: string }> {
  await service.browser().post('/api/access/signin', { email });
  const { id, subject } = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email }, orderBy: { id: 'desc' } });
  await sendLetter(service.deps, server, id);
  return { ticket: subject };
}
const isFailing = async (email: string) => (await service.deps.db.account.findFirstOrThrow({ where: { email } })).emailFailing !== null;

test('a code arrives in the mailbox, in text and in HTML', async () => {
  const { email } = await makeAccount(service);
  const { ticket } = await mailCode(email);
  const mail = await mailbox.next(email);
  const code = codeOf(service.deps.config.access.secret, ticket);
  expect(mail.subject).toBe('Your code to log in to Exclave');
  expect(mail.text).toContain(code);
  expect(mail.html).toContain(code);
});

test('an address whose mail is refused for good is failing, until a letter is taken again', async () => {
  const { email } = await makeAccount(service);
  mailbox.refuse(email);
  await expect(mailCode(email)).rejects.toThrow('550');
  expect(await isFailing(email)).toBe(true);

  const restarted = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const other = openMailer(restarted.smtpUrl);
  await mailCode(email, other);
  expect(await isFailing(email)).toBe(false);
  other.close();
  await restarted.close();
});

test('a mail server that is away says nothing about the address', async () => {
  const { email } = await makeAccount(service);
  const away = openMailer('smtp://127.0.0.1:1');
  await expect(mailCode(email, away)).rejects.toThrow('ECONNREFUSED');
  expect(await isFailing(email)).toBe(false);
  away.close();
});

/** What a mail server writes that could not deliver after all (RFC 3464). */
const report = (action: string, status: string) =>
  [
    'Content-Type: multipart/report; report-type=delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    `Action: ${action}`,
    `Status: ${status}`,
    '',
  ].join('\r\n');

async function comeBack(to: string, message = report('failed', '5.1.1')): Promise<void> {
  const response = await service.app.request(`/api/webhooks/bounces?to=${encodeURIComponent(to)}`, { method: 'POST', body: message });
  expect(response.status).toBe(204);
}

test('a letter that comes back to its signed address makes the address failing, until a mailed code is used', async () => {
  const { email } = await makeAccount(service);
  await mailCode(email);
  const { from } = await mailbox.next(email);
  expect(from).toMatch(/^bounces\+[0-9a-f]{32}-[0-9a-f]{32}@magazine\.example$/);
  await comeBack(from.toUpperCase());
  expect(await isFailing(email)).toBe(true);

  // The mail server takes the next one as it took the last: that says nothing.
  const browser = service.browser();
  const { token }: { token: string } = await (await browser.post('/api/access/signin', { email })).json();
  const { id } = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email }, orderBy: { id: 'desc' } });
  await sendLetter(service.deps, mailer, id);
  expect(await isFailing(email)).toBe(true);
  expect((await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, email) })).status).toBe(200);
  expect(await isFailing(email)).toBe(false);
});

test('a bounce that nobody signed, a delay and a holiday change nothing', async () => {
  const { email } = await makeAccount(service);
  await mailCode(email);
  const { from } = await mailbox.next(email);
  await comeBack(from.replace(/-[0-9a-f]{4}/, '-0000'));
  await comeBack(from, report('delayed', '4.4.1'));
  await comeBack(from, 'Subject: I am away\r\n\r\nUntil Monday.');
  await comeBack('bounces@magazine.example');
  expect(await isFailing(email)).toBe(false);
});
