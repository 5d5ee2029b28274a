// @module-tag ci
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeskIssue, KeptUpload } from '@newsstand/contracts/desk-issues';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { answerOf } from '../../../test/reader.ts';
import { openS3, S3_KEY, type S3Server } from '../../../test/s3-server.ts';
import { deliver, makeSubscriber, subscribe, subscriberAt } from '../../../test/subscriber.ts';
import { fileStore } from '../../files/file-store.ts';
import { readConfig } from '../../platform/config/config.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { applyFiles } from '../../main/apply-files.ts';
import { hashFiles } from '../../publication/hash-files.ts';

const ISSUE = 15;
const pdf = (words: string) => Buffer.from(`%PDF-1.7\n% ${words.padEnd(2000, '.')}\nstartxref\n9\n%%EOF\n`);
const CONTAINER = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>';
/** The same bytes, whenever it is made. */
const epub = (type = 'application/epub+zip') =>
  Buffer.from(
    zipSync(
      {
        mimetype: [strToU8(type), { level: 0 }],
        'META-INF/container.xml': [strToU8(CONTAINER), { level: 0 }],
        'book.opf': [strToU8('<package/>'), { level: 0 }],
      },
      { mtime: new Date(2026, 0, 1) },
    ),
  );
const picture = (shade: number, width = 600) =>
  sharp({ create: { width, height: 800, channels: 3, background: { r: shade, g: 90, b: 120 } } });

let bucket: S3Server | null = null;
const bucketAt = ({ endpoint }: S3Server) => ({ FILES: `s3://magazine/desk?endpoint=${encodeURIComponent(endpoint)}`, ...S3_KEY });

/** A folder of one's own, and a bucket of a server that speaks S3 and looks at each signature. */
const STORES = {
  'a folder': async () => ({ FILES: await mkdtemp(join(tmpdir(), 'files-')) }),
  'a bucket': async () => {
    bucket = await openS3('magazine');
    return bucketAt(bucket);
  },
};

describe.each(Object.entries(STORES))('kept in %s', (_where, open) => {
  let service: DeskApp;
  let edith: Browser;
  beforeAll(async () => {
    service = await createDeskTestApp({ env: await open() });
  });
  beforeEach(async () => {
    await service.deps.db.$executeRaw`delete from rate_limit`;
    edith = await service.as('editor');
  });
  afterAll(async () => {
    await service.close();
    await bucket?.close();
    const { files } = service.deps.config;
    if (files.type === 'folder') await rm(files.dir, { recursive: true });
  });

  const upload = (bytes: Uint8Array, format: string, who = edith) => sendRaw(who, `/api/desk/files?format=${format}`, bytes);
  const keep = async (bytes: Uint8Array, format: string) => v.parse(KeptUpload, await (await upload(bytes, format)).json());
  const issueOf = async () => v.parse(DeskIssue, await (await edith.get(`/api/desk/issues/${ISSUE}`)).json());
  const versionOf = async (format: string) => (await issueOf()).files.find((file) => file.format === format)?.version ?? '';
  const put = async (hash: string, format: string, more: object = {}) =>
    edith.post(`/api/desk/issues/${ISSUE}/files`, { action: uuidv7(), version: await versionOf(format), format, hash, alt: '', ...more });
  const undo = (action: string) => edith.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() });
  async function links() {
    const { browser, id } = await makeSubscriber(service);
    await deliver(service, await subscribe(service, id), [ISSUE]);
    const { issues } = await subscriberAt(browser);
    const url = (format: string) => issues[0]?.downloads.find((download) => download.format === format)?.url ?? 'no link';
    return { browser, pdf: url('pdf'), epub: url('epub') };
  }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('an uploaded PDF is what who holds the issue downloads, whole and in parts, at every replica; who begun with the one before goes on with it', async () => {
    const { browser, pdf: url } = await links();
    const [first, second] = [pdf('set at the desk'), pdf('set again, a little longer'.repeat(9))];
    const kept = await keep(first, 'pdf');
    expect(kept).toMatchObject({ type: 'application/pdf', size: first.length, width: null });
    expect((await issueOf()).made).toContain('pdf');
    // Nobody is given it by being there.
    expect((await bytesOf(await browser.get(url))).equals(first)).toBe(false);
    expect((await put(kept.hash, 'pdf')).status).toBe(200);
    expect((await issueOf()).files.find(({ format }) => format === 'pdf')).toMatchObject({ from: 'desk', size: first.length, by: 'Edith' });
    const whole = await browser.get(url);
    const etag = whole.headers.get('etag') ?? '';
    expect([whole.headers.get('content-length'), (await bytesOf(whole)).equals(first)]).toEqual([String(first.length), true]);
    const other = await service.replica();
    expect((await bytesOf(await browser.at(other.app).get(url, { Range: 'bytes=100-199' }))).equals(first.subarray(100, 200))).toBe(true);
    expect((await put((await keep(second, 'pdf')).hash, 'pdf')).status).toBe(200);
    const rest = await browser.at(other.app).get(url, { Range: 'bytes=100-', 'If-Range': etag });
    expect([rest.status, (await bytesOf(rest)).equals(first.subarray(100))]).toEqual([206, true]);
    expect((await bytesOf(await browser.get(url))).equals(second)).toBe(true);
    expect((await service.browser().get(url)).status).toBe(404);
    await other.close();
  });

  test('it is taken back to the one before, and then to what the publication has, but not where another was put there since', async () => {
    const { browser, pdf: url } = await links();
    const hashes = [await keep(pdf('one'), 'pdf'), await keep(pdf('two'), 'pdf')].map(({ hash }) => hash);
    const actions = [uuidv7(), uuidv7()];
    for (const [index, action] of actions.entries()) expect((await put(hashes[index] ?? '', 'pdf', { action })).status).toBe(200);
    expect((await undo(actions[0] ?? '')).status).toBe(409);
    expect((await undo(actions[1] ?? '')).status).toBe(200);
    expect((await bytesOf(await browser.get(url))).equals(pdf('one'))).toBe(true);
    const history = await service.deps.db.staffAction.findMany({ where: { subject: `${ISSUE} pdf` }, orderBy: { at: 'desc' }, take: 2 });
    expect(history.map(({ verb, undoes }) => [verb, undoes])).toEqual([
      ['uploadIssueFile', actions[1]],
      ['uploadIssueFile', null],
    ]);
  });

  test('of two who put a file there at once one does, and the other is told', async () => {
    const [one, other] = [await keep(epub(), 'epub'), await keep(Buffer.concat([epub()]), 'epub')];
    expect(one.hash).toBe(other.hash);
    const version = await versionOf('epub');
    const another = (await keep(epub('application/epub+zip\n'), 'epub')).hash;
    const answers = await Promise.all([one.hash, another].map((hash) => put(hash, 'epub', { version })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const second = await answers.find(({ status }) => status === 409)?.text();
    expect(second).toContain('Edith changed this file meanwhile.');
    const now = await service.deps.db.issueUpload.count({ where: { issue: ISSUE, format: 'epub', replaced: null } });
    expect(now).toBe(1);
  });

  test('the same bytes are kept once', async () => {
    const twice = await Promise.all([keep(pdf('the same'), 'pdf'), keep(pdf('the same'), 'pdf'), keep(pdf('the same'), 'pdf')]);
    expect(new Set(twice.map(({ hash }) => hash)).size).toBe(1);
    expect(await service.deps.db.file.count({ where: { hash: twice[0]?.hash ?? '' } })).toBe(1);
  });

  test('a cover is shown wherever the issue is, with its words and size, also before the issue is out; it stays through publication:apply, until it is taken back; then all is as the files have it, and they were never touched', async () => {
    const { db, config } = service.deps;
    const catalogue = async () => ({
      folder: await hashFiles(config.publicationDir),
      issues: await db.issue.findMany({ orderBy: { number: 'asc' } }),
      goods: await db.good.findMany({ orderBy: [{ type: 'asc' }, { ref: 'asc' }] }),
    });
    const before = await catalogue();
    const webp = await picture(200).webp().toBuffer();
    const kept = await keep(webp, 'cover');
    expect(kept).toMatchObject({ type: 'image/webp', width: 600, height: 800 });
    expect((await put(kept.hash, 'cover')).status).toBe(422);
    const action = uuidv7();
    expect((await put(kept.hash, 'cover', { action, alt: 'A red door' })).status).toBe(200);
    const cover = { source: `/api/art/f/${kept.hash}.webp`, width: 600, height: 800, alt: 'A red door' };
    const shown = async () => (await service.deps.db.issue.findFirstOrThrow({ where: { number: ISSUE } })).cover;
    expect(await shown()).toEqual(cover);
    await applyFiles(service.deps);
    expect(await shown()).toEqual(cover);
    const images = await service.deps.db.good.findMany({ where: { type: 'print-issue', ref: 'iss:15' }, select: { image: true } });
    expect(images.map(({ image }) => image)).toEqual(images.map(() => cover));
    const art = await service.browser().get(cover.source);
    expect([art.headers.get('content-type'), art.headers.get('cache-control'), (await bytesOf(art)).equals(webp)]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
      true,
    ]);
    const out = { where: { number: ISSUE } };
    const { released } = await service.deps.db.issue.findFirstOrThrow(out);
    await service.deps.db.issue.updateMany({ ...out, data: { released: new Date(Date.now() + 86_400_000) } });
    expect((await service.browser().get(cover.source)).status).toBe(200);
    await service.deps.db.issue.updateMany({ ...out, data: { released } });
    expect((await undo(action)).status).toBe(200);
    expect(await shown()).toMatchObject({ source: expect.stringMatching(/^\/api\/art\/covers\//) });
    expect(await catalogue()).toEqual(before);
    await applyFiles(service.deps);
    expect(await catalogue()).toEqual(before);
  });

  test('no file of the store is art but a cover', async () => {
    const { hash } = await keep(pdf('a secret'), 'pdf');
    expect((await put(hash, 'pdf')).status).toBe(200);
    expect((await service.browser().get(`/api/art/f/${hash}.webp`)).status).toBe(404);
    expect((await service.browser().get(`/api/art/f/${'0'.repeat(64)}.jpg`)).status).toBe(404);
  });

  test.each([
    ['half of a PDF', 'pdf', () => pdf('x').subarray(0, 900), 422, 'The file is a PDF without its end.'],
    ['a page in a PDF’s place', 'pdf', () => Buffer.from('<html>'), 422, 'The file is not a PDF.'],
    ['a zip of anything', 'epub', () => epub('text/plain'), 422, 'The file is not an EPUB.'],
    [
      'a drawing',
      'cover',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      422,
      'The file is not a JPEG, PNG, WebP or AVIF.',
    ],
    [
      'half of a photograph',
      'cover',
      async () => (await picture(9).png().toBuffer()).subarray(0, 300),
      422,
      'The file cannot be read: it is damaged, or not all of a picture."',
    ],
    ['a cover of 3 MB', 'cover', () => Buffer.alloc(3_000_000), 413, 'It is larger than 2 MB.'],
  ])('%s is refused, and leaves nothing', async (_title, format, make, status, problem) => {
    const [kept, parts] = [await service.deps.db.file.count(), await foldersOfUploads()];
    const answer = await upload(await make(), format);
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([status, expect.stringContaining(problem)]);
    expect(await service.deps.db.file.count()).toBe(kept);
    await nothingIsLeftBut(parts);
  });

  test('an upload that breaks off is refused, and leaves nothing', async () => {
    const parts = await foldersOfUploads();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(pdf('the beginning'));
        controller.error(new Error('gone'));
      },
    });
    const answer = await sendRaw(edith, '/api/desk/files?format=pdf', body);
    expect(await answerOf(answer)).toEqual([400, { errors: 'The file did not arrive whole. Nothing was changed: send it again.' }]);
    await nothingIsLeftBut(parts);
  });

  test('a form of another page uploads nothing, and no JSON is a file', async () => {
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await sendRaw(edith, '/api/desk/files?format=pdf', pdf('x'), { 'Content-Type': type });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    expect((await upload(pdf('x'), 'pdf', await service.as('circulation'))).status).toBe(403);
  });

  test('what is not there, or is of another kind, becomes no file of an issue', async () => {
    expect((await put('0'.repeat(64), 'pdf')).status).toBe(422);
    expect((await put((await keep(pdf('x'), 'pdf')).hash, 'epub')).status).toBe(422);
    const body = { action: uuidv7(), version: '', format: 'pdf', hash: '0'.repeat(64), alt: '' };
    expect((await edith.post('/api/desk/issues/99999/files', body)).status).toBe(404);
  });
});

test.each([
  ['a folder that is not there', { FILES: '/dev/null/files' }],
  ['a bucket that does not answer', { FILES: 's3://magazine?endpoint=http%3A%2F%2F127.0.0.1%3A1', ...S3_KEY }],
])('whoever uploads a file to %s is told that it is the store, and what to do', async (_where, env) => {
  const service = await createDeskTestApp({ env });
  const edith = await service.as('editor');
  const answer = await sendRaw(edith, '/api/desk/files?format=pdf', pdf('x'));
  expect(await answerOf(answer)).toEqual([
    503,
    { errors: expect.stringMatching(/^The store of files .* nothing was changed.* developer/) },
  ]);
  expect(service.logs.some((line) => line.includes('the store of files'))).toBe(true);
  expect(await service.deps.db.file.count()).toBe(0);
  await service.close();
});

test('a bucket whose key is wrong keeps nothing, and says so', async () => {
  const server = await openS3('magazine');
  const config = readConfig({ ...bucketAt(server), FILES_SECRET: 'not the secret' });
  const path = join(tmpdir(), `${uuidv7()}.pdf`);
  await writeFile(path, pdf('x'));
  await expect(fileStore(config).keep('1'.repeat(64), path, 'application/pdf')).rejects.toThrow('403');
  await server.close();
  await rm(path);
});

test('a file is sent to a bucket again that is busy, or hangs up, and not for ever', async () => {
  const server = await openS3('magazine');
  const store = fileStore(readConfig(bucketAt(server)));
  const path = join(tmpdir(), `${uuidv7()}.pdf`);
  const bytes = pdf(uuidv7());
  await writeFile(path, bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  server.failing.push({ method: 'PUT', as: 503 }, { method: 'PUT', as: 'hang up' });
  await store.keep(hash, path, 'application/pdf');
  expect([server.failing, await store.has(hash)]).toEqual([[], true]);
  const other = hash.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  server.failing.push(...Array.from({ length: 4 }, () => ({ method: 'PUT', as: 503 as const })));
  await expect(store.keep(other, path, 'application/pdf')).rejects.toThrow('503');
  expect([server.failing.length, await store.has(other)]).toEqual([1, false]);
  await server.close();
  await rm(path);
});

test('a store that gives another part than it was asked for is not read', async () => {
  const server = createServer((_request, response) => response.end('all of it')).listen(0);
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const config = readConfig({ FILES: `s3://magazine?endpoint=${encodeURIComponent(endpoint)}`, FILES_KEY_ID: 'a', FILES_SECRET: 'b' });
  await expect(fileStore(config).read('1'.repeat(64), { first: 1, last: 2 })).rejects.toThrow('answered 200');
  server.close();
});

test.each([
  [{ FILES: 's3://magazine' }, 'FILES_KEY_ID is missing'],
  [{ FILES: 'ftp://magazine' }, 'FILES must be a folder'],
  [
    { FILES: 's3://magazine?endpoint=http://s3.example', FILES_KEY_ID: 'a', FILES_SECRET: 'b' },
    'must have an endpoint that begins with https://',
  ],
])('a start with %j is refused', (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem);
});

const foldersOfUploads = async () => (await readdir(tmpdir())).filter((entry) => entry.startsWith('newsstand-upload-'));
/** Another process of this machine may have uploads of its own, which come and go. */
const nothingIsLeftBut = (before: string[]) =>
  expect.poll(async () => (await foldersOfUploads()).filter((entry) => !before.includes(entry))).toEqual([]);

/** A file as a browser sends it: the body itself. */
async function sendRaw(who: Browser, path: string, body: Uint8Array | ReadableStream, headers: Record<string, string> = {}) {
  return who.sendBytes(path, body, { 'Content-Type': 'application/octet-stream', ...headers });
}
