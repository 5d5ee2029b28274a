import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { nextMail } from './mailbox-client.ts';

const READER = 'reader@example.com';
let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
});
afterEach(() => mailbox.close());

const send = (to: string, subject = 'Your receipt', html = '<p>Thank <b>you</b></p>') =>
  createTransport(mailbox.smtpUrl).sendMail({
    from: 'Newsstand <shop@example.com>',
    to,
    subject,
    text: 'Thank you',
    html,
    attachments: [{ filename: 'receipt.txt', content: 'paid' }],
  });

test('a mail arrives with its subject, text, HTML and attachments', async () => {
  const waiting = mailbox.next(READER);
  await send(READER);
  expect(await waiting).toMatchObject({
    from: 'shop@example.com',
    to: [READER],
    subject: 'Your receipt',
    text: expect.stringContaining('Thank you'),
    html: expect.stringContaining('<p>Thank <b>you</b></p>'),
    headers: { from: 'Newsstand <shop@example.com>' },
    attachments: [{ filename: 'receipt.txt', type: 'text/plain', size: 4 }],
  });
});

test('a picture that comes with a mail is seen in it', async () => {
  const cid = 'gift-1.png@example.com';
  await createTransport(mailbox.smtpUrl).sendMail({
    from: 'Newsstand <shop@example.com>',
    to: READER,
    subject: 'Your gift',
    html: `<img src="cid:${cid}" alt="The code">`,
    attachments: [{ filename: 'gift-1.png', content: Buffer.from('picture'), contentType: 'image/png', cid }],
  });
  const { id } = await mailbox.next(READER);
  const shown = await (await fetch(`${mailbox.url}/mail/${id}/html`)).text();
  expect(shown).toContain(`<img src="data:image/png;base64,${Buffer.from('picture').toString('base64')}" alt="The code">`);
});

test('waiting takes the next mail to the address, in any case, after the one already read', async () => {
  await send(READER, 'first');
  await send('other@example.com', 'not for the reader');
  const first = await mailbox.next('READER@example.com');
  const second = mailbox.next(READER, { after: first.id });
  await send(READER, 'second');
  expect((await second).subject).toBe('second');
});

test('a test in another process waits over HTTP', async () => {
  const waiting = nextMail(mailbox.url, READER);
  await send(READER);
  const mail = await waiting;
  expect(mail.subject).toBe('Your receipt');
  await expect(nextMail(mailbox.url, READER, { after: mail.id, timeout: 20 })).rejects.toThrow(
    'No mail to reader@example.com within 20 ms.',
  );
});

test('a sender that is killed in the middle of a mail leaves the mailbox running', async () => {
  const { hostname, port } = new URL(mailbox.smtpUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await once(socket, 'data');
  for (const command of ['EHLO killed.example', 'MAIL FROM:<shop@example.com>']) {
    socket.write(`${command}\r\n`);
    await once(socket, 'data');
  }
  const closed = once(socket, 'close');
  socket.resetAndDestroy();
  await closed;
  await send(READER);
  expect((await mailbox.next(READER)).subject).toBe('Your receipt');
});

test('a mail that never comes is an error that names the reader', async () => {
  await expect(mailbox.next(READER, { timeout: 10 })).rejects.toThrow('No mail to reader@example.com');
});

test('a refused address bounces, here and over HTTP', async () => {
  mailbox.refuse(READER);
  await expect(send(READER)).rejects.toMatchObject({ responseCode: 550 });
  await fetch(`${mailbox.url}/api/refuse`, { method: 'POST', body: JSON.stringify({ address: 'gone@example.com' }) });
  await expect(send('gone@example.com')).rejects.toMatchObject({ responseCode: 550 });
  expect(mailbox.list()).toEqual([]);
});

test('the page shows the mail, and its HTML cannot run', async () => {
  await send(READER, '<script>alert(1)</script>', '<script>alert(2)</script>');
  const list = await (await fetch(mailbox.url)).text();
  expect(list).toContain('&lt;script&gt;alert(1)');
  const page = await (await fetch(`${mailbox.url}/mail/1`)).text();
  expect(page).toContain('sandbox=');
  expect(page).not.toContain('<script>alert');
  const html = await fetch(`${mailbox.url}/mail/1/html`);
  expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await (await fetch(`${mailbox.url}/mail/1/source`)).text()).toContain('MIME-Version');
  expect((await fetch(`${mailbox.url}/mail/9`)).status).toBe(404);
});

test('mails outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  const options = { smtpPort: 0, httpPort: 0, stateFile: join(folder, 'mails.sqlite') };
  await mailbox.close();
  mailbox = await startMailbox(options);
  await send(READER, 'kept');
  await mailbox.close();
  mailbox = await startMailbox(options);
  expect(mailbox.list().map((mail) => mail.subject)).toEqual(['kept']);
  rmSync(folder, { recursive: true });
});
