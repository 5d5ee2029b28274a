import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';

/** Those that every reader of PDFs has, and what letters they have. */
export const BUILT_IN: ReadonlySet<string> = new Set(['Times-Roman', 'Times-Bold']);
const IN_BUILT_IN = /^[\u{20}-\u{7e}\u{a0}-\u{ff}‘’“”–—…•€×]*$/u;

const file = (bold: boolean) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/DejaVuSerif${bold ? '-Bold' : ''}.ttf`);

/**
 * The built-in face, or where a text has letters that it has not, DejaVu. What that has not either becomes empty boxes
 * (`unprintable`).
 */
export function pdfFont(text: string, bold: boolean): string {
  if (IN_BUILT_IN.test(text)) return bold ? 'Times-Bold' : 'Times-Roman';
  return file(bold);
}

let dejavu: Font | undefined;

function isInDejavu(letter: string): boolean {
  dejavu ??= openSync(file(false));
  return dejavu.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** Without emoji that no face has: they say nothing that a post or a receipt would need. */
export const withoutEmoji = (text: string): string =>
  IN_BUILT_IN.test(text)
    ? text
    : text
        .replaceAll(/[\u{fe0f}\u{200d}]/gu, '')
        .replaceAll(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu, (emoji) => (isInDejavu(emoji) ? emoji : ''))
        .replaceAll(/ {2,}/g, ' ')
        .trim();

/**
 * The letters of a text that no PDF here can write, as those of Chinese, Japanese, Korean, and of Hebrew and Arabic,
 * whose words would stand in the wrong order as well.
 */
export const unprintable = (text: string): string =>
  IN_BUILT_IN.test(text) ? '' : [...withoutEmoji(text)].filter((letter) => !/\p{Cc}/u.test(letter) && !isInDejavu(letter)).join('');
