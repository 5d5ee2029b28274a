import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { answerOf } from '../../test/reader.ts';
import { deliver, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { DAY } from '../platform/duration.ts';

let service: TestApp;
let now = new Date('2026-11-21T12:30:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

const NOT_FOUND = [404, { errors: 'Not found.' }];

async function reader(): Promise<{ browser: Browser; pdf: string; epub: string }> {
  const { browser, id } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id), [15]);
  const { issues } = await subscriberAt(browser);
  const url = (format: string) => issues[0]?.downloads.find((download) => download.format === format)?.url ?? 'no link';
  return { browser, pdf: url('pdf'), epub: url('epub') };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a reader downloads an issue that they received, as PDF and as EPUB', async () => {
  const { browser, pdf, epub } = await reader();
  const response = await browser.get(pdf);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': expect.stringMatching(/^attachment; filename="exclave-15-[\w-]+\.pdf"$/),
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
  });
  const bytes = await bytesOf(response);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const other = await browser.get(epub);
  expect(other.headers.get('content-type')).toBe('application/epub+zip');
  expect((await bytesOf(other)).subarray(0, 2).toString()).toBe('PK');
});

test('a PDF that is to be read is shown by the browser, which takes it for nothing else and frames it nowhere; an EPUB is saved', async () => {
  const { browser, pdf, epub } = await reader();
  const response = await browser.get(`${pdf}&read=1`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename="exclave-15-[\w-]+\.pdf"$/),
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-site',
  });
  expect((await browser.get(`${epub}&read=1`)).headers.get('content-disposition')).toMatch(/^attachment; /);
  const stranger = service.browser();
  expect((await stranger.get(`${pdf}&read=1`)).status).toBe(404);
});

test('a download that broke off goes on where it was, at another replica too', async () => {
  const { browser, pdf } = await reader();
  const other = await service.replica();
  const whole = await browser.get(pdf);
  const etag = whole.headers.get('etag') ?? '';
  const bytes = await bytesOf(whole);
  const begun = await browser.get(pdf, { Range: 'bytes=0-999' });
  expect([begun.status, begun.headers.get('content-range'), begun.headers.get('content-length')]).toEqual([
    206,
    `bytes 0-999/${bytes.length}`,
    '1000',
  ]);
  const rest = await browser.at(other.app).get(pdf, { Range: 'bytes=1000-', 'If-Range': etag });
  expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag]);
  expect(Buffer.concat([await bytesOf(begun), await bytesOf(rest)]).equals(bytes)).toBe(true);
  await other.close();
});

test('a download of what is another file by now begins again', async () => {
  const { browser, pdf } = await reader();
  const response = await browser.get(pdf, { Range: 'bytes=1000-', 'If-Range': '"what it was"' });
  expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
});

test('what the reader has already is not sent again, and what is not there is refused', async () => {
  const { browser, pdf } = await reader();
  const head = await browser.send('HEAD', pdf, undefined, {});
  const size = Number(head.headers.get('content-length'));
  expect([head.status, (await bytesOf(head)).length]).toEqual([200, 0]);
  expect(size).toBeGreaterThan(10_000);
  expect((await browser.get(pdf, { 'If-None-Match': head.headers.get('etag') ?? '' })).status).toBe(304);
  const beyond = await browser.get(pdf, { Range: `bytes=${size}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
});

test('a link works for a day, and then says what to do; a browser that follows it goes back to the account, where there is another', async () => {
  const { browser, pdf } = await reader();
  now = new Date(now.getTime() + DAY);
  expect((await browser.get(pdf)).status).toBe(200);
  now = new Date(now.getTime() + DAY / 24);
  expect(await answerOf(await browser.get(pdf))).toEqual([
    410,
    { errors: 'This link has expired. Please open your account page again, and download the issue from there.' },
  ]);
  const followed = await browser.get(pdf, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Sec-Fetch-Mode': 'navigate' });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, `${service.deps.config.publicUrl}/account#account-issues`]);
});

test('a browser that follows a link after its login has ended goes to the account, where one logs in; a program is told nothing', async () => {
  const { pdf } = await reader();
  const followed = await service.browser().get(pdf, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, `${service.deps.config.publicUrl}/account#account-issues`]);
  expect(await answerOf(await service.browser().get(pdf))).toEqual(NOT_FOUND);
});

test('a link that was passed on works for nobody else, logged in or not', async () => {
  const [ana, bo] = [await reader(), await makeSubscriber(service)];
  expect((await ana.browser.get(ana.pdf)).status).toBe(200);
  expect(await answerOf(await bo.browser.get(ana.pdf))).toEqual(NOT_FOUND);
  expect(await answerOf(await service.browser().get(ana.pdf))).toEqual(NOT_FOUND);
});

test('who follows a link that is another reader’s sees a page with the way to their own account', async () => {
  const [ana, bo] = [await reader(), await makeSubscriber(service)];
  const followed = await bo.browser.get(ana.pdf, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([followed.status, followed.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
  expect(followed.headers.get('cache-control')).toBe('private, no-store');
  const page = await followed.text();
  expect(page).toContain('There is nothing here for you to download.');
  expect(page).toContain(`<a href="${service.deps.config.publicUrl}/account#account-issues">`);
});

test.each([
  ['another issue', (url: string) => url.replace(/download\/[\w-]+/, 'download/low-water')],
  ['another format', (url: string) => url.replace('/pdf?', '/epub?')],
  ['a later end', (url: string) => url.replace(/expires=\d/, 'expires=2')],
  ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
  ['no end', (url: string) => url.replace(/expires=\d+&/, '')],
])('a link that was changed to %s is not there', async (_to, changed) => {
  const { browser, pdf } = await reader();
  expect(changed(pdf)).not.toBe(pdf);
  expect(await answerOf(await browser.get(changed(pdf)))).toEqual(NOT_FOUND);
});

test('ten readers who are the first to ask have it made once', { tags: ['ci'] }, async () => {
  await service.deps.db.issueFile.deleteMany();
  const { browser, pdf } = await reader();
  const etags = await Promise.all(Array.from({ length: 10 }, async () => (await browser.get(pdf)).headers.get('etag')));
  expect(new Set(etags).size).toBe(1);
  expect(await service.deps.db.issueFile.count()).toBe(1);
});
