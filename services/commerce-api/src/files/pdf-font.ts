import { createRequire } from 'node:module';

const font = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/** Those that every reader of PDFs has. */
export const BUILT_IN: ReadonlySet<string> = new Set(['Times-Roman', 'Times-Bold']);

/** The built-in face, or where a text has letters which that has not, DejaVu. Chinese, Japanese, Korean and emoji are in neither: they become empty boxes. */
export function pdfFont(text: string, bold: boolean): string {
  if (/^[\u{20}-\u{7e}\u{a0}-\u{ff}‘’“”–—…•€×]*$/u.test(text)) return bold ? 'Times-Bold' : 'Times-Roman';
  return font(bold ? 'DejaVuSerif-Bold' : 'DejaVuSerif');
}
