// @module-tag ci
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { loadPublication } from '../publication/load-publication.ts';
import { readPicture } from '../publication/read-picture.ts';
import { readEdition, type Edition } from './edition.ts';
import { packIssue } from './issue-epub.ts';
import { drawIssue } from './issue-pdf.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'publication-'));
  await cp(readConfig({}).publicationDir, dir, { recursive: true });
});
afterAll(() => rm(dir, { recursive: true }));

/** The left half red, the right one blue: shows which way up it is, and whether its colours are right. */
function halves(width = 600, height = 400) {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([{ input: half, left: 0, top: 0 }]);
}
/** Nothing on the left, blue on the right. */
const halfThere = () =>
  sharp({ create: { width: 600, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).composite([
    { input: { create: { width: 300, height: 400, channels: 4, background: '#0000ff' } }, left: 300, top: 0 },
  ]);
const raw = async (picture: Sharp) => sharp(await picture.png().toBuffer());

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];
/** No ink is as blue as a screen. */
const PRINTED_BLUE = [28, 59, 139];
type Made = { name: string; title: string; file: () => Promise<Buffer>; left?: number[]; right?: number[]; upright?: boolean };
const made: Made[] = [
  { name: 'cover.png', title: 'a PNG', file: () => halves().png().toBuffer() },
  { name: 'cover.jpg', title: 'a JPEG', file: () => halves().jpeg().toBuffer() },
  { name: 'cover.webp', title: 'a WebP', file: () => halves().webp({ lossless: true }).toBuffer() },
  { name: 'cover.avif', title: 'an AVIF', file: () => halves().avif({ quality: 90 }).toBuffer() },
  {
    name: 'cmyk.jpg',
    title: 'a JPEG for print (CMYK)',
    file: async () => (await raw(halves())).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    right: PRINTED_BLUE,
  },
  {
    name: 'gray.png',
    title: 'a PNG in gray',
    file: async () => (await raw(halves())).toColourspace('b-w').png().toBuffer(),
    left: [127, 127, 127],
    right: [76, 76, 76],
  },
  { name: 'palette.png', title: 'a PNG of few colours', file: () => halves().png({ palette: true }).toBuffer() },
  { name: 'interlaced.png', title: 'an interlaced PNG', file: () => halves().png({ progressive: true }).toBuffer() },
  { name: 'deep.png', title: 'a PNG of 16 bits', file: async () => (await raw(halves())).toColourspace('rgb16').png().toBuffer() },
  { name: 'alpha.png', title: 'a PNG that is half transparent', file: () => halfThere().png().toBuffer(), left: WHITE },
  {
    name: 'alpha.webp',
    title: 'a WebP that is half transparent',
    file: () => halfThere().webp({ lossless: true }).toBuffer(),
    left: WHITE,
  },
  { name: 'alpha.avif', title: 'an AVIF that is half transparent', file: () => halfThere().avif({ quality: 90 }).toBuffer(), left: WHITE },
  {
    // As a camera writes what was taken upright: the pixels lie, and a note says how to turn them.
    name: 'turned.jpg',
    title: 'a JPEG that is to be turned',
    file: async () => (await raw(halves())).rotate(-90).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  },
  { name: 'huge.jpg', title: 'a JPEG of 48 million pixels', file: () => halves(8_000, 6_000).jpeg().toBuffer() },
];

async function withCover(name: string, file: Buffer): Promise<Edition> {
  await writeFile(join(dir, 'art', name), file);
  const path = join(dir, 'issues.json');
  const issues: { number: number; cover: { source: string } }[] = JSON.parse(await readFile(path, 'utf8'));
  for (const issue of issues) if (issue.number === 15) issue.cover.source = `art/${name}`;
  await writeFile(path, JSON.stringify(issues));
  const publication = await loadPublication(dir);
  const edition = await readEdition(dir, publication.issues.find(({ number }) => number === 15)?.slug ?? '');
  if (!edition) throw new Error('the issue is not there');
  return { ...edition, articles: edition.articles.map((article) => ({ ...article, hero: edition.cover })) };
}

/**
 * One of each way that a picture is taken in: as it is, with other colours, turned, and over a ground. The other
 * formats go the same ways.
 */
const EACH_TIME = new Set(['cover.png', 'cmyk.jpg', 'alpha.webp', 'turned.jpg']);
const tagged = made.map((one) => ({ ...one, tags: EACH_TIME.has(one.name) ? [] : ['long'] }));

describe.each(tagged)('a cover that is $title', ({ name, file, left = RED, right = BLUE, tags }) => {
  let edition: Edition;
  beforeAll(async () => {
    edition = await withCover(name, await file());
  });

  test('is in the PDF and the EPUB, upright and in its colours', { tags }, async () => {
    const { cover } = edition;
    const { data, info } = await sharp(cover.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([cover.width, cover.height, 3]);
    expect(Math.max(info.width, info.height)).toBeLessThanOrEqual(900);
    const at = (x: number) => [...data.subarray(3 * (Math.floor(info.height / 2) * info.width + x)).subarray(0, 3)];
    expectNear(at(Math.floor(info.width * 0.2)), left);
    expectNear(at(Math.floor(info.width * 0.8)), right);
  });

  test('opens in a reader of PDFs', { tags }, async () => {
    const loading = getDocument({ data: Uint8Array.from(await drawIssue(edition)), verbosity: 0 });
    const document = await loading.promise;
    const page = await document.getPage(1);
    const drawn = await page.getOperatorList();
    expect(drawn.fnArray.length).toBeGreaterThan(0);
    await loading.destroy();
  });

  test('is named in the EPUB as what it is', { tags }, async () => {
    const files = unzipSync(packIssue(edition));
    const type = edition.cover.type;
    const cover = `cover.${type === 'jpeg' ? 'jpg' : 'png'}`;
    expect(strFromU8(files['OEBPS/package.opf'] ?? new Uint8Array())).toContain(
      `href="${cover}" media-type="image/${type}" properties="cover-image"`,
    );
    expect(strFromU8(files['OEBPS/cover.xhtml'] ?? new Uint8Array())).toContain(`<img src="${cover}"`);
    expect((await sharp(files[`OEBPS/${cover}`]).metadata()).format).toBe(type);
  });
});

/** JPEG and CMYK come near a colour, and no nearer. */
function expectNear(colour: number[], wanted: number[]): void {
  const off = Math.max(...colour.map((channel, index) => Math.abs(channel - (wanted[index] ?? 0))));
  expect(off, `${colour.join()} for ${wanted.join()}`).toBeLessThan(60);
}

const drawing = (part: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="1500">${part}</svg>`;

const REFUSED: [title: string, name: string, file: () => Promise<Buffer>, reason: RegExp][] = [
  ['half of a JPEG', 'half.jpg', async () => (await halves().jpeg({ quality: 100 }).toBuffer()).subarray(0, 2_000), /cannot be read/],
  ['half of a PNG', 'half.png', async () => (await halves().png().toBuffer()).subarray(0, 300), /cannot be read/],
  ['half of an AVIF', 'half.avif', async () => (await halves().avif().toBuffer()).subarray(0, 200), /cannot be read/],
  ['text', 'text.webp', () => Promise.resolve(Buffer.from('a picture')), /cannot be read/],
  ['nothing', 'empty.png', () => Promise.resolve(Buffer.alloc(0)), /cannot be read/],
  ['a JPEG by a PNG’s name', 'other.png', () => halves().jpeg().toBuffer(), /is a picture of another format \(jpeg\) than its name says/],
  [
    'more than memory bears',
    'huge.png',
    () =>
      sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    /has more than 64 million pixels/,
  ],
  // The library that draws it would read these files of this machine into readers' PDFs.
  ...[
    `<image href="/etc/shot.png" width="9" height="9"/>`,
    `<image xlink:href='../../../../etc/shot.png' width="9" height="9"/>`,
    `<image id=">" href="&#47;etc/shot.png" width="9" height="9"/>`,
    `<filter id="f"><feImage href = "/etc/shot.svg"/></filter>`,
  ].map((part, index): (typeof REFUSED)[number] => [
    `a drawing that takes a picture from elsewhere (${index + 1})`,
    `elsewhere-${index}.svg`,
    () => Promise.resolve(Buffer.from(drawing(part))),
    /takes something from another file/,
  ]),
  ['a drawing that is none', 'broken.svg', () => Promise.resolve(Buffer.from('<svg width="1200" height="1500"><g>')), /cannot be drawn/],
];

test.each(REFUSED)('a cover that is %s is refused when the publication is checked, by its name', async (_title, name, file, reason) => {
  const checked = withCover(name, await file());
  await expect(checked).rejects.toThrow(reason);
  await expect(checked).rejects.toThrow(`issues.json: issues[14].cover.source is "art/${name}", which `);
});

test('a drawing that was changed on the machine since it was checked brings no other file into a download either', async () => {
  await writeFile(join(dir, 'art/changed.svg'), drawing(`<image href="${join(dir, 'art/covers/issue-01.svg')}" width="9" height="9"/>`));
  await expect(readPicture(dir, 'art/changed.svg')).rejects.toThrow('takes something from another file');
});

test('a drawing may use its own parts, hold a picture, and link to a page', async () => {
  const whole = `<defs><g id="g"/></defs><use href = "#g"/><image href="data:image/png;base64,AA==" width="9" height="9"/><a href="https://example.org"/>`;
  await writeFile(join(dir, 'art/whole.svg'), drawing(whole));
  expect(await readPicture(dir, 'art/whole.svg')).toMatchObject({ type: 'png', width: 900 });
});
