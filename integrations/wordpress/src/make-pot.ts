// `node integrations/wordpress/src/make-pot.ts`: newsstand/languages/newsstand.pot, the words of the plugin for
// translators.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PLUGIN = path.resolve(import.meta.dirname, '../newsstand');
export const POT = path.join(PLUGIN, 'languages/newsstand.pot');
/** A call of WordPress's that asks for a translation, in PHP as in JavaScript. */
const CALL = /\b(?:esc_html|esc_attr)?_[_e]\(\s*'((?:[^'\\]|\\.)*)'\s*,\s*'newsstand'/g;
/** The same of a text that is another for one and for several. */
const PLURAL = /\b_n\(\s*'((?:[^'\\]|\\.)*)'\s*,\s*'((?:[^'\\]|\\.)*)'/g;
/** Titles that stand in a table, and are translated where they are used (blocks.php, shop-pages.php). */
const TITLE = /^ {4}'[a-z-]+(?:[./][a-z-]+)*' => \['((?:[^'\\]|\\.)*)'/gm;

/** The template: each text once, with the files in which it stands. */
export function makePot(): string {
  const found = new Map<string, { files: Set<string>; several?: string }>();
  for (const file of globSync('**/*.{php,js}', { cwd: PLUGIN }).toSorted()) {
    const source = readFileSync(path.join(PLUGIN, file), 'utf8');
    for (const [, text = '', several] of [...source.matchAll(CALL), ...source.matchAll(PLURAL), ...source.matchAll(TITLE)]) {
      const phrase = unescaped(text);
      const known = found.get(phrase) ?? { files: new Set(), ...(several !== undefined && { several: unescaped(several) }) };
      found.set(phrase, known);
      known.files.add(file);
    }
  }
  const head = ['msgid ""', 'msgstr ""', '"Project-Id-Version: Newsstand\\n"', '"Content-Type: text/plain; charset=UTF-8\\n"', ''];
  const entries = [...found].map(([text, { files, several }]) => {
    const words = several === undefined ? ['msgstr ""'] : [`msgid_plural ${JSON.stringify(several)}`, 'msgstr[0] ""', 'msgstr[1] ""'];
    const format = /%(?:\d\$)?[sd]/.test(text) ? ['#, php-format'] : [];
    return [`#: ${[...files].join(' ')}`, ...format, `msgid ${JSON.stringify(text)}`, ...words, ''].join('\n');
  });
  return [...head, ...entries].join('\n');
}

const unescaped = (text: string): string => text.replaceAll(/\\(['\\])/g, '$1');

if (import.meta.main) {
  mkdirSync(path.dirname(POT), { recursive: true });
  writeFileSync(POT, makePot());
}
