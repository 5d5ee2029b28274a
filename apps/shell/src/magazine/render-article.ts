import { micromark } from 'micromark';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';

export type RenderedArticle = {
  /** Safe HTML: micromark drops raw HTML and dangerous addresses. */
  html: string;
  /** The opening paragraphs, for readers who may not read it all. */
  opening: string;
  contents: { id: string; title: string }[];
  minutes: number;
};

const WORDS_PER_MINUTE = 230;
const OPENING_BLOCKS = 3;

/**
 * An article's Markdown (`##` headings, `[^1]` footnotes) as HTML whose headings can be linked to. Titles in `contents`
 * are HTML text.
 */
export const renderArticle = (markdown: string): RenderedArticle => {
  const contents: RenderedArticle['contents'] = [];
  const html = micromark(markdown, {
    extensions: [gfmFootnote()],
    htmlExtensions: [gfmFootnoteHtml({ label: 'Notes', labelAttributes: '', clobberPrefix: '' })],
  })
    .replaceAll(/<h2>(.*?)<\/h2>/g, (_, title: string) => {
      const id = headingId(title, contents.length);
      contents.push({ id, title });
      return `<h2 id="${id}">${title}</h2>`;
    })
    .replaceAll(/<p>(<img [^>]*?)title="([^"]*)"( \/>)<\/p>/g, '<figure>$1loading="lazy"$3<figcaption>$2</figcaption></figure>')
    .replaceAll(/(?<=^|>)[^<]+/g, curlyQuotes);
  return { html, opening: opening(html), contents, minutes: Math.max(1, Math.round(markdown.split(/\s+/).length / WORDS_PER_MINUTE)) };
};

const headingId = (title: string, index: number) => {
  const words = title
    .replaceAll(/<[^>]*>|&[a-z]+;/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `part-${index + 1}${words ? `-${words.join('-')}` : ''}`;
};

/** The same with something of the page's own before the part whose heading has these words, or at the end. */
export const beforePart = ({ html, contents }: RenderedArticle, words: string, inserted: string): string => {
  const part = contents.find(({ id }, index) => id === headingId(words, index));
  const notes = html.indexOf('<section data-footnotes');
  const at = part ? html.indexOf(`<h2 id="${part.id}">`) : notes === -1 ? html.length : notes;
  return html.slice(0, at) + inserted + html.slice(at);
};

/** Whole blocks only, without the footnotes that they would refer to. */
const opening = (html: string) =>
  (html.match(/<(p|h2|blockquote|figure)[ >][\s\S]*?<\/\1>/g) ?? [])
    .slice(0, OPENING_BLOCKS)
    .join('\n')
    .replaceAll(/<sup>[\s\S]*?<\/sup>/g, '')
    // A heading that nothing follows would only tease.
    .replace(/\s*<h2[^>]*>[^\n]*<\/h2>$/, '');

/** Typewriter quotes in a piece of text between tags, as a printer sets them. */
const curlyQuotes = (text: string) =>
  text
    .replaceAll(/(^|[\s([{—–-])&quot;(?=\S)/g, '$1“')
    .replaceAll('&quot;', '”')
    .replaceAll(/(^|[\s([{“—–-])'(?=\S)/g, '$1‘')
    .replaceAll("'", '’');
