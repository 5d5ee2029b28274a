// @module-tag ci
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import Pdf from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../test/reader.ts';
import { deliver, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { applyFiles } from '../main/apply-files.ts';
import { readConfig } from '../platform/config/config.ts';
import { loadPublication } from '../publication/load-publication.ts';

let dir: string;
let service: TestApp;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'publication-'));
  await cp(readConfig({}).publicationDir, dir, { recursive: true });
  service = await createTestApp({ env: { PUBLICATION_DIR: dir } });
});
afterAll(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

const CONTAINER = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>';
const epub = (parts: Record<string, string> = {}) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({ mimetype: 'application/epub+zip', 'META-INF/container.xml': CONTAINER, 'book.opf': '<package/>', ...parts }).map(
          ([name, text]) => [name, [strToU8(text), { level: 0 }] as const],
        ),
      ),
    ),
  );

/** An EPUB with one part that is 40 MB once it is unpacked. */
const bomb = (part: string) => {
  const parts = { mimetype: 'application/epub+zip', 'META-INF/container.xml': CONTAINER, 'book.opf': '<package/>' };
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(name === part ? text.padEnd(40_000_000) : text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 9 }));
};

function pdf(words: string): Promise<Buffer> {
  const doc = new Pdf();
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  doc.text(words).end();
  return done;
}

async function nameFiles(files: Record<string, string>): Promise<void> {
  const path = join(dir, 'issues.json');
  const issues: { number: number; files?: object }[] = JSON.parse(await readFile(path, 'utf8'));
  for (const issue of issues) if (issue.number === 15) issue.files = files;
  await writeFile(path, JSON.stringify(issues));
}

async function links(): Promise<{ browser: Awaited<ReturnType<typeof makeSubscriber>>['browser']; pdf: string; epub: string }> {
  const { browser, id } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id), [15]);
  const { issues } = await subscriberAt(browser);
  const url = (format: string) => issues[0]?.downloads.find((download) => download.format === format)?.url ?? 'no link';
  return { browser, pdf: url('pdf'), epub: url('epub') };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a magazine’s own PDF is what a reader downloads, whole and in parts; the EPUB that it has not is made of its texts', async () => {
  const own = await pdf('Set by the magazine itself');
  await writeFile(join(dir, 'files/issue-15.pdf'), own);
  await nameFiles({ pdf: 'files/issue-15.pdf' });
  await applyFiles(service.deps);
  const { browser, ...url } = await links();

  const whole = await browser.get(url.pdf);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(own.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': expect.stringMatching(/^attachment; filename="exclave-15-[\w-]+\.pdf"$/),
  });
  expect((await bytesOf(whole)).equals(own)).toBe(true);
  const etag = whole.headers.get('etag') ?? '';
  const other = await service.replica();
  const rest = await browser.at(other.app).get(url.pdf, { Range: 'bytes=100-', 'If-Range': etag });
  expect([rest.status, rest.headers.get('content-range'), rest.headers.get('etag')]).toEqual([
    206,
    `bytes 100-${own.length - 1}/${own.length}`,
    etag,
  ]);
  expect((await bytesOf(rest)).equals(own.subarray(100))).toBe(true);
  expect((await browser.get(url.pdf, { 'If-None-Match': etag })).status).toBe(304);
  expect((await browser.get(url.pdf, { Range: `bytes=${own.length}-` })).status).toBe(416);

  expect((await bytesOf(await browser.get(url.epub))).subarray(0, 2).toString()).toBe('PK');
  expect((await service.deps.db.issueFile.findMany({ select: { format: true } })).map(({ format }) => format)).toEqual(['epub']);
  await other.close();
});

test('it is for the same readers: a link that was passed on, or has no signature, opens nothing', async () => {
  const { pdf: url } = await links();
  for (const path of [url, url.replace(/signature=[^&]*/, 'signature=x'), url.replace(/\?.*/, '')]) {
    expect(await answerOf(await service.browser().get(path))).toEqual([404, { errors: 'Not found.' }]);
  }
});

test('another file in its place is another download, from its beginning', async () => {
  const { browser, pdf: url } = await links();
  const etag = (await browser.get(url)).headers.get('etag') ?? '';
  const corrected = await pdf('Set again, without the mistake');
  await writeFile(join(dir, 'files/issue-15.pdf'), corrected);
  const again = await browser.get(url, { Range: 'bytes=100-', 'If-Range': etag });
  expect([again.status, (await bytesOf(again)).equals(corrected)]).toEqual([200, true]);
});

test('a magazine’s own EPUB is given out, and the one of its texts again where the file has gone from the machine', async () => {
  const own = epub();
  await writeFile(join(dir, 'files/issue-15.epub'), own);
  await nameFiles({ epub: 'files/issue-15.epub' });
  await applyFiles(service.deps);
  const { browser, ...url } = await links();
  const whole = await browser.get(url.epub);
  expect([whole.headers.get('content-type'), (await bytesOf(whole)).equals(own)]).toEqual(['application/epub+zip', true]);
  await rm(join(dir, 'files/issue-15.epub'));
  const made = await bytesOf(await browser.get(url.epub));
  expect([made.subarray(0, 2).toString(), made.equals(own)]).toEqual(['PK', false]);
  expect(service.logs.some((line) => line.includes('files/issue-15.epub'))).toBe(true);
  // The PDF is not named any more: it is made of the texts.
  expect((await bytesOf(await browser.get(url.pdf))).length).toBeGreaterThan(10_000);
});

test.each([
  ['a PDF that is not there', 'pdf', null, 'is not there'],
  ['a PDF that is none', 'pdf', () => Promise.resolve(Buffer.from('<html>Log in</html>')), 'is not a PDF'],
  ['half of a PDF', 'pdf', async () => (await pdf('half')).subarray(0, 500), 'is a PDF without its end'],
  ['an EPUB that is a PDF', 'epub', () => pdf('other'), 'is not an EPUB, or not all of one'],
  ['half of an EPUB', 'epub', () => Promise.resolve(epub().subarray(0, 150)), 'is not an EPUB, or not all of one'],
  ['a zip of anything', 'epub', () => Promise.resolve(epub({ mimetype: 'text/plain' })), 'is not an EPUB'],
  [
    'an EPUB without its parts',
    'epub',
    () => Promise.resolve(epub({ 'META-INF/container.xml': '<container full-path="none.opf"/>' })),
    'is an EPUB without its parts',
  ],
  ['an EPUB whose list of parts unfolds to gigabytes', 'epub', () => Promise.resolve(bomb('book.opf')), 'is an EPUB without its parts'],
  ['one whose container does', 'epub', () => Promise.resolve(bomb('META-INF/container.xml')), 'is an EPUB without its parts'],
  ['one whose type does', 'epub', () => Promise.resolve(bomb('mimetype')), 'is not an EPUB'],
  [
    'an EPUB that unpacks beside its folder',
    'epub',
    () => Promise.resolve(epub({ '../../.profile': 'x' })),
    'holds a file that would be unpacked outside of its folder',
  ],
  [
    'an EPUB that unpacks anywhere',
    'epub',
    () => Promise.resolve(epub({ 'C:\\\\boot.ini': 'x' })),
    'holds a file that would be unpacked outside of its folder',
  ],
])('%s is refused when the publication is checked', async (_title, format, make, problem) => {
  await rm(join(dir, `files/checked.${format}`), { force: true });
  if (make) await writeFile(join(dir, `files/checked.${format}`), await make());
  await nameFiles({ [format]: `files/checked.${format}` });
  await expect(loadPublication(dir)).rejects.toThrow(
    `issues.json: issues[14].files.${format} is "files/checked.${format}", which ${problem}`,
  );
});

test('a folder where a file should be is told as that', async () => {
  await mkdir(join(dir, 'files/folder.pdf'), { recursive: true });
  await nameFiles({ pdf: 'files/folder.pdf' });
  await expect(loadPublication(dir)).rejects.toThrow('issues.json: issues[14].files.pdf is "files/folder.pdf", which is a folder');
});

test.each([
  [{ pdf: 'files/issue-15.epub' }, 'must be a path like "files/issue-01.pdf"'],
  [{ epub: '../secret.epub' }, 'must be a path like "files/issue-01.epub"'],
])('files of %j are no files of an issue', async (files, problem) => {
  await nameFiles(files);
  await expect(loadPublication(dir)).rejects.toThrow(problem);
});

test('links in its folder are followed inside of it; what one has outside of it is refused when it is checked, and given to nobody', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(outside, 'secret.pdf'), await pdf('a secret'));
  await writeFile(join(outside, 'secret.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await mkdir(join(dir, 'files'), { recursive: true });
  await symlink(join(outside, 'secret.pdf'), join(dir, 'files/linked.pdf'));
  await symlink(outside, join(dir, 'art/linked'));
  await symlink('issue-01.svg', join(dir, 'art/covers/inside.svg'));
  const art = async (path: string) => (await service.browser().get(`/api/art/${path}`)).status;
  expect(await Promise.all([art('covers/inside.svg'), art('linked/secret.svg'), art('linked')])).toEqual([200, 404, 404]);

  await nameFiles({ pdf: 'files/linked.pdf' });
  await expect(loadPublication(dir)).rejects.toThrow('issues[14].files.pdf is "files/linked.pdf", which leads out of the publication');
  // One that was a file when it was checked, and is such a link by now: the issue is made of its texts.
  const { pdf: url, browser } = await links();
  await rm(join(dir, 'files/linked.pdf'));
  await writeFile(join(dir, 'files/linked.pdf'), await pdf('our own'));
  await applyFiles(service.deps);
  expect((await bytesOf(await browser.get(url))).equals(await readFile(join(dir, 'files/linked.pdf')))).toBe(true);
  await rm(join(dir, 'files/linked.pdf'));
  await symlink(join(outside, 'secret.pdf'), join(dir, 'files/linked.pdf'));
  const given = await browser.get(url);
  expect(given.status).toBe(200);
  expect((await bytesOf(given)).equals(await readFile(join(outside, 'secret.pdf')))).toBe(false);
  await rm(outside, { recursive: true });
});
