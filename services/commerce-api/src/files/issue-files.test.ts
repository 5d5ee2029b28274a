// @module-tag ci
import { Resvg } from '@resvg/resvg-js';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { loadPublication } from '../publication/load-publication.ts';
import { readEdition, type Edition } from './edition.ts';
import { packIssue } from './issue-epub.ts';
import { drawIssue } from './issue-pdf.ts';

const { publicationDir } = readConfig({});
const { issues, articles } = await loadPublication(publicationDir);
const released = issues.filter((issue) => issue.released !== null);

/** Pictures are drawn once for all the tests of an issue. */
const editions = new Map<string, Promise<Edition>>();

function editionOf(slug: string): Promise<Edition> {
  const edition = editions.get(slug) ?? freshEdition(slug);
  editions.set(slug, edition);
  return edition;
}

async function freshEdition(slug: string): Promise<Edition> {
  const edition = await readEdition(publicationDir, slug);
  if (edition === null) throw new Error(`there is no issue ${slug}`);
  return edition;
}

const words = (markup: string) => markup.replaceAll(/\s+/g, ' ');
const textIn = (file: Uint8Array | undefined) => (file ? strFromU8(file) : '');
/**
 * What a strict reader of XML has to say: null for what is well-formed. The one that reads the drawings refuses a tag
 * left open, an unknown entity or prefix, an attribute twice; of a page that is well-formed it says only that there is
 * no drawing in it.
 */
function unreadable(markup: string): string | null {
  try {
    const { width, height } = new Resvg(markup);
    return `is a drawing of ${width} by ${height}`;
  } catch (error) {
    const message = String(error);
    return message.endsWith('the document does not have a root node') ? null : message;
  }
}
/** The one element of that name, and what it holds. */
function only(markup: string, name: string): { attributes: string; text: string } {
  const found = Array.from(markup.matchAll(new RegExp(`<${name}(?=[ >])([^>]*)>([^<]*)</`, 'g')));
  expect(found, name).toHaveLength(1);
  return { attributes: found[0]?.[1] ?? '', text: found[0]?.[2] ?? '' };
}

describe.each(released.map(({ number, slug, title }) => ({ number, slug, title })))('issue $number, $title', ({ number, slug, title }) => {
  const own = articles.filter((article) => article.issue === number);

  test('is a PDF with its cover, its contents and its articles, each with a bookmark', async () => {
    const pdf = await drawIssue(await editionOf(slug));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
    const document = await loading.promise;
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: `Exclave ${number}: ${title}`, Author: 'Exclave' });
    const outline = await document.getOutline();
    expect(outline.map((item) => item.title)).toEqual(['Cover', 'Contents', ...own.map((article) => article.title), 'Colophon']);
    const pages: string[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const { items } = await (await document.getPage(page)).getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }
    expect(pages.length).toBeGreaterThanOrEqual(3 + own.length);
    expect(pages[1]).toContain(title);
    // No page is left over: each has words on it, but for the cover.
    expect(pages.slice(1).filter((page) => page.length < 80)).toEqual([]);
    for (const { author } of own) expect(pages.join(' ')).toContain(`By ${author}`);
    await loading.destroy();
  });

  test('is an EPUB whose parts are all there, in order, and well-formed', async () => {
    const epub = packIssue(await editionOf(slug));
    // The type stands unpacked at the very beginning, where reading programs look for it.
    expect(Buffer.from(epub.subarray(30, 58)).toString('latin1')).toBe('mimetypeapplication/epub+zip');
    expect(Buffer.from(epub.subarray(8, 10)).readUInt16LE()).toBe(0);
    const files = unzipSync(epub);
    const names = Object.keys(files);
    const container = textIn(files['META-INF/container.xml']);
    expect(container).toContain('full-path="OEBPS/package.opf"');
    const opf = textIn(files['OEBPS/package.opf']);
    expect(opf).toContain(`<dc:title>Exclave ${number}: ${title}</dc:title>`);
    const items = new Map(
      Array.from(opf.matchAll(/<item id="([^"]+)" href="([^"]+)"/g), ([, id = '', href = '']) => [id, `OEBPS/${href}`]),
    );
    const besides = ['mimetype', 'META-INF/container.xml', 'OEBPS/package.opf'];
    expect([...items.values()].toSorted()).toEqual(names.filter((name) => !besides.includes(name)).toSorted());
    const spine = Array.from(opf.matchAll(/<itemref idref="([^"]+)"/g), ([, id = '']) => id);
    expect(spine).toEqual(['cover', 'issue', ...own.map((_, index) => `article-${index + 1}`), 'colophon']);
    expect(spine.every((id) => items.has(id))).toBe(true);
    expect(opf).toMatch(/properties="nav"/);
    for (const name of names.filter((each) => /\.(?:xhtml|opf|xml)$/.test(each))) {
      const markup = textIn(files[name]);
      expect(unreadable(markup), name).toBe(null);
      for (const [, target = ''] of markup.matchAll(/(?:src|href)="([^"#:]+)(?:#[^"]*)?"/g)) {
        if (name !== 'META-INF/container.xml') expect(names, `${name} names ${target}`).toContain(`OEBPS/${target}`);
      }
      for (const [, note = ''] of markup.matchAll(/href="#([^"]+)"/g)) expect(markup, name).toContain(`id="${note}"`);
    }
    for (const [index, article] of own.entries()) {
      const last = article.markdown.split('\n\n').findLast((part) => !part.startsWith('[^')) ?? '';
      const ending = words(last.replaceAll(/\*|\[\^\w+\]/g, ''))
        .trim()
        .slice(-60)
        .replaceAll('"', '&quot;');
      expect(words(textIn(files[`OEBPS/article-${index + 1}.xhtml`])).replaceAll(/<\/?em>|<sup>.*?<\/sup>/g, '')).toContain(ending);
    }
  });
});

test('an EPUB says what reading programs ask for: one name for good, its title, its language, when it was changed, and its contents', async () => {
  const files = unzipSync(packIssue(await editionOf('low-water')));
  const opf = textIn(files['OEBPS/package.opf']);
  // EPUB 3.3, 5.4: exactly one date of change, to the second in UTC; the identifier is the one that the package names.
  const identifier = only(opf, 'dc:identifier');
  expect(identifier.text).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  const named = /<package[^>]* unique-identifier="([^"]+)"/.exec(opf)?.[1];
  expect(identifier.attributes).toBe(` id="${named}"`);
  expect(only(opf, 'dc:title').text).toContain('Low Water');
  expect(only(opf, 'dc:language').text).toBe('en');
  expect(only(opf, 'meta property="dcterms:modified"').text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const nav = textIn(files['OEBPS/nav.xhtml']);
  const [, list = ''] = /<nav epub:type="toc"[^>]*>.*?<ol>(.*?)<\/ol><\/nav>/s.exec(nav) ?? [];
  const contents = Array.from(list.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g), ([, href, title]) => [href, title]);
  const spine = Array.from(opf.matchAll(/<itemref idref="([^"]+)"/g), ([, id = '']) => `${id}.xhtml`);
  expect(contents.map(([href]) => href)).toEqual(spine);
  expect(contents.map(([, title]) => title)).toEqual(expect.arrayContaining(['Cover', 'Low Water', 'Colophon']));
});

test.each(['<p>left open', 'bread & butter', '&nbsp;', '<p lang="en" lang="de"/>', '<epub:p/>', 'more < less'])(
  'a page that holds %s would be found, and not reach a reading program',
  (body) => {
    expect(unreadable(`<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`)).toMatch(/failed/);
  },
);

test('the same issue makes the same bytes, so that a download that was begun can go on', async () => {
  const [one, other] = [await freshEdition('low-water'), await freshEdition('low-water')];
  expect(Buffer.compare(packIssue(one), packIssue(other))).toBe(0);
  const drawn = await Promise.all([one, other, one, other].map(drawIssue));
  expect(drawn.map((file) => file.equals(drawn[0] ?? Buffer.of()))).toEqual([true, true, true, true]);
});

test('an issue that is not out is not made', { tags: ['§2.account.9'] }, async () => {
  const next = issues.find((issue) => issue.released === null);
  expect(await readEdition(publicationDir, next?.slug ?? 'none')).toBe(null);
  expect(await readEdition(publicationDir, 'no-such-issue')).toBe(null);
});
