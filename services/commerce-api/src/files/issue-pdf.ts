import Pdf from 'pdfkit';
import type { ArticleBlock, Span } from './article-text.ts';
import type { Edition, EditionArticle, EditionPicture } from './edition.ts';
import { drawRule, INK, QUIET } from './pdf-page.ts';

type Doc = InstanceType<typeof Pdf>;

/** A5, in points. */
const [WIDTH, HEIGHT] = [419.53, 595.28];
const MARGIN = 48;
const COLUMN = WIDTH - 2 * MARGIN;
const RED = '#a8321f';
const SUPERSCRIPT = ['¹', '²', '³'];

/**
 * An issue as a PDF of A5 pages, with bookmarks: its cover, its contents, and the articles that are there of it. The
 * same edition makes the same bytes.
 */
export function drawIssue(edition: Edition): Promise<Buffer> {
  const doc = new Pdf({
    size: [WIDTH, HEIGHT],
    margins: { top: MARGIN, bottom: MARGIN + 14, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${edition.magazine} ${edition.number}: ${edition.title}`,
      Author: edition.magazine,
      Subject: edition.summary,
      CreationDate: new Date(edition.released),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  drawCover(doc, edition);
  drawContents(doc, edition);
  for (const article of edition.articles) drawArticle(doc, article);
  drawColophon(doc, edition);
  drawFolios(doc, edition);
  doc.end();
  return done;
}

function drawCover(doc: Doc, { cover }: Edition): void {
  doc.outline.addItem('Cover');
  const scale = Math.max(WIDTH / cover.width, HEIGHT / cover.height);
  const [width, height] = [cover.width * scale, cover.height * scale];
  doc.image(Buffer.from(cover.bytes), (WIDTH - width) / 2, (HEIGHT - height) / 2, { width, height });
}

function drawContents(doc: Doc, { magazine, number, season, title, summary, contents }: Edition): void {
  doc.addPage();
  doc.outline.addItem('Contents');
  doc.font('Helvetica-Bold').fontSize(8).fillColor(RED).text(`${magazine} ${number} · ${season}`.toUpperCase(), { characterSpacing: 1.2 });
  doc.moveDown(0.6).font('Times-Bold').fontSize(30).fillColor(INK).text(title, { lineGap: -4 });
  doc.moveDown(0.4).font('Times-Italic').fontSize(13).fillColor(QUIET).text(summary, { lineGap: 2 });
  doc.moveDown(1.6).font('Helvetica-Bold').fontSize(8).fillColor(RED).text('IN THIS ISSUE', { characterSpacing: 1.2 });
  doc.moveDown(0.6);
  for (const line of contents) {
    rule(doc);
    doc.font('Times-Roman').fontSize(13).fillColor(INK).text(line, { lineGap: 2 }).moveDown(0.4);
  }
  rule(doc);
}

function drawArticle(doc: Doc, article: EditionArticle): void {
  doc.addPage();
  doc.outline.addItem(article.title);
  if (article.hero) drawHero(doc, article.hero);
  doc.font('Helvetica-Bold').fontSize(8).fillColor(RED).text(article.kicker.toUpperCase(), { characterSpacing: 1.2 });
  doc.moveDown(0.5).font('Times-Bold').fontSize(24).fillColor(INK).text(article.title, { lineGap: -3 });
  doc.moveDown(0.4).font('Times-Italic').fontSize(12.5).fillColor(QUIET).text(article.standfirst, { lineGap: 2 });
  doc.moveDown(0.6).font('Helvetica').fontSize(8.5).fillColor(INK).text(`By ${article.author}`);
  doc.moveDown(1.2);
  for (const block of article.blocks) drawBlock(doc, block);
  if (article.notes.length > 0) drawNotes(doc, article.notes);
  doc.moveDown(1).font('Times-Italic').fontSize(9).fillColor(QUIET).text(article.author_note, { lineGap: 1.5 });
}

/** Across the whole page, at its head; one that is upright leaves room for the words below it. */
function drawHero(doc: Doc, { bytes, width, height }: EditionPicture): void {
  const scale = Math.min(WIDTH / width, (HEIGHT * 0.55) / height);
  doc.image(Buffer.from(bytes), (WIDTH - width * scale) / 2, 0, { width: width * scale, height: height * scale });
  doc.x = MARGIN;
  doc.y = height * scale + 22;
}

function drawBlock(doc: Doc, { type, spans }: ArticleBlock): void {
  if (type === 'heading') {
    // A heading stays with the lines that follow it.
    if (doc.y > HEIGHT - MARGIN - 90) doc.addPage();
    doc.moveDown(0.6).font('Times-Bold').fontSize(14).fillColor(INK).text(plain(spans));
    doc.moveDown(0.3);
    return;
  }
  doc.fontSize(10.5).fillColor(INK);
  drawSpans(doc, spans, { lineGap: 2.6 });
  doc.moveDown(0.55);
}

function drawNotes(doc: Doc, notes: Span[][]): void {
  doc.moveDown(0.6);
  rule(doc);
  for (const [index, spans] of notes.entries()) {
    doc.fontSize(8.5).fillColor(QUIET);
    drawSpans(doc, [{ text: `${index + 1}. `, em: false }, ...spans], { lineGap: 1.5 });
    doc.moveDown(0.3);
  }
}

function drawSpans(doc: Doc, spans: Span[], options: { lineGap: number }): void {
  for (const [index, { text, em, note }] of spans.entries()) {
    const words = note === undefined ? text : (SUPERSCRIPT[note - 1] ?? ` (${note})`);
    doc.font(em ? 'Times-Italic' : 'Times-Roman').text(words, { ...options, continued: index < spans.length - 1 });
  }
}

function drawColophon(doc: Doc, { magazine, tagline, about }: Edition): void {
  doc.addPage();
  doc.outline.addItem('Colophon');
  doc.font('Times-Bold').fontSize(18).fillColor(INK).text(magazine);
  doc.moveDown(0.2).font('Times-Italic').fontSize(12).fillColor(QUIET).text(tagline).moveDown(1);
  for (const paragraph of about) doc.font('Times-Roman').fontSize(10).fillColor(INK).text(paragraph, { lineGap: 2.4 }).moveDown(0.6);
}

/** At the foot of every page but the cover. */
function drawFolios(doc: Doc, { magazine, number, title }: Edition): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 1; page < count; page++) {
    doc.switchToPage(page);
    // Below the text's own margin, where a text would begin another page.
    doc.page.margins.bottom = 0;
    doc.font('Helvetica').fontSize(7.5).fillColor(QUIET);
    doc.text(`${magazine} ${number} · ${title}`, MARGIN, HEIGHT - 36, { width: COLUMN / 2, lineBreak: false });
    doc.text(String(page + 1), MARGIN, HEIGHT - 36, { width: COLUMN, align: 'right', lineBreak: false });
  }
}

/** A line across the column, and some air below it. */
function rule(doc: Doc): void {
  drawRule(doc);
  doc.moveDown(0.4);
}

function plain(spans: Span[]): string {
  return spans.map(({ text }) => text).join('');
}
