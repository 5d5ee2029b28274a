import { createHash } from 'node:crypto';
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Span } from './article-text.ts';
import type { Edition, EditionArticle, EditionPicture } from './edition.ts';

/** The time of every file in the zip, which knows no time zones: the same bytes wherever it is packed. */
const NO_TIME = new Date(1980, 0, 1);

type Page = { id: string; title: string; body: string };

/**
 * An issue as an EPUB 3: its cover, its contents, and the articles that are there of it. The same edition makes the
 * same bytes.
 */
export function packIssue(edition: Edition): Uint8Array {
  const pages: Page[] = [
    { id: 'cover', title: 'Cover', body: `<figure class="cover">${image('cover', edition.cover)}</figure>` },
    { id: 'issue', title: edition.title, body: issueBody(edition) },
    ...edition.articles.map((article, index) => ({
      id: `article-${index + 1}`,
      title: article.title,
      body: articleBody(article, index + 1),
    })),
    { id: 'colophon', title: 'Colophon', body: colophonBody(edition) },
  ];
  const files: Zippable = {
    // First and unpacked, so that the first bytes of the file say what it is (EPUB 3.3, 4.2.2).
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(CONTAINER),
    'OEBPS/package.opf': strToU8(packageOf(edition, pages)),
    'OEBPS/nav.xhtml': strToU8(navOf(edition, pages)),
    'OEBPS/style.css': strToU8(STYLE),
    [`OEBPS/${fileOf('cover', edition.cover)}`]: [edition.cover.bytes, { level: 0 }],
  };
  for (const page of pages) files[`OEBPS/${page.id}.xhtml`] = strToU8(document(page.title, page.body));
  for (const { number, hero } of heroesOf(edition)) files[`OEBPS/${fileOf(`hero-${number}`, hero)}`] = [hero.bytes, { level: 0 }];
  return zipSync(files, { mtime: NO_TIME });
}

/** The pictures, each by the number of its article. */
function heroesOf({ articles }: Edition): { number: number; hero: EditionPicture }[] {
  return articles.flatMap(({ hero }, index) => (hero ? [{ number: index + 1, hero }] : []));
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const STYLE = `body { font-family: serif; line-height: 1.5; margin: 0 5%; }
h1, h2 { line-height: 1.15; }
figure { margin: 0 0 1.5em; }
img { max-width: 100%; }
.cover { text-align: center; margin: 0; }
.kicker { color: #a8321f; font-family: sans-serif; font-size: 0.75em; letter-spacing: 0.1em; text-transform: uppercase; }
.standfirst { color: #6b6358; font-size: 1.15em; font-style: italic; }
.notes, .author { color: #6b6358; font-size: 0.85em; }
`;

function packageOf(edition: Edition, pages: Page[]): string {
  const items = pages.map(({ id }) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`);
  const heroes = heroesOf(edition).map(({ number, hero }) => pictureItem(`hero-${number}`, `hero-${number}`, hero));
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${identifierOf(edition)}</dc:identifier>
    <dc:title>${text(`${edition.magazine} ${edition.number}: ${edition.title}`)}</dc:title>
    <dc:language>en</dc:language>
    <dc:publisher>${text(edition.magazine)}</dc:publisher>
    <dc:description>${text(edition.summary)}</dc:description>
    <dc:date>${edition.released}</dc:date>
    <meta property="dcterms:modified">${edition.released}T00:00:00Z</meta>
    <meta name="cover" content="cover-image"/>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="style" href="style.css" media-type="text/css"/>
    ${pictureItem('cover-image', 'cover', edition.cover, ' properties="cover-image"')}
    ${[...items, ...heroes].join('\n    ')}
  </manifest>
  <spine>
    ${pages.map(({ id }) => `<itemref idref="${id}"/>`).join('\n    ')}
  </spine>
</package>
`;
}

/** The same for an issue for good, so that a reading program knows a newer file for the same book. */
function identifierOf({ magazine, slug }: Edition): string {
  const digest = createHash('sha256').update(`${magazine}\0${slug}`).digest('hex');
  return `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

function navOf({ title }: Edition, pages: Page[]): string {
  const entries = pages.map((page) => `<li><a href="${page.id}.xhtml">${text(page.title)}</a></li>`);
  return document(title, `<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>${entries.join('')}</ol></nav>`);
}

function document(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${text(title)}</title><link rel="stylesheet" href="style.css"/></head>
<body>${body}</body>
</html>
`;
}

function issueBody({ magazine, number, season, title, summary, contents }: Edition): string {
  return `<p class="kicker">${text(`${magazine} ${number} · ${season}`)}</p><h1>${text(title)}</h1><p class="standfirst">${text(summary)}</p>
<h2>In this issue</h2><ul>${contents.map((line) => `<li>${text(line)}</li>`).join('')}</ul>`;
}

function articleBody({ title, kicker, standfirst, author, author_note, hero, blocks, notes }: EditionArticle, number: number): string {
  const body = blocks.map(({ type, spans }) => (type === 'heading' ? `<h2>${inline(spans)}</h2>` : `<p>${inline(spans)}</p>`));
  const ends = notes.map((spans, index) => `<li epub:type="endnote" id="note-${index + 1}">${inline(spans)}</li>`);
  const figure = hero ? `<figure>${image(`hero-${number}`, hero)}</figure>` : '';
  return `<article>${figure}<p class="kicker">${text(kicker)}</p><h1>${text(title)}</h1>
<p class="standfirst">${text(standfirst)}</p><p class="author">By ${text(author)}</p>
${body.join('\n')}
${ends.length > 0 ? `<section epub:type="endnotes" class="notes"><h2>Notes</h2><ol>${ends.join('')}</ol></section>` : ''}
<p class="author">${text(author_note)}</p></article>`;
}

function colophonBody({ magazine, tagline, about }: Edition): string {
  return `<h1>${text(magazine)}</h1><p class="standfirst">${text(tagline)}</p>${about.map((paragraph) => `<p>${text(paragraph)}</p>`).join('')}`;
}

function inline(spans: Span[]): string {
  return spans
    .map(({ text: words, em, note }) => {
      if (note !== undefined) return `<sup><a epub:type="noteref" href="#note-${note}">${note}</a></sup>`;
      return em ? `<em>${text(words)}</em>` : text(words);
    })
    .join('');
}

const fileOf = (name: string, { type }: EditionPicture): string => `${name}.${type === 'jpeg' ? 'jpg' : type}`;

function pictureItem(id: string, name: string, picture: EditionPicture, properties = ''): string {
  return `<item id="${id}" href="${fileOf(name, picture)}" media-type="image/${picture.type}"${properties}/>`;
}

function image(name: string, picture: EditionPicture): string {
  return `<img src="${fileOf(name, picture)}" alt="${text(picture.alt)}"/>`;
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
