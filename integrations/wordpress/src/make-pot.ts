// `node integrations/wordpress/src/make-pot.ts`: newsstand/languages/newsstand.pot, the words of the plugin for translators.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PLUGIN = path.resolve(import.meta.dirname, '../newsstand');
export const POT = path.join(PLUGIN, 'languages/newsstand.pot');
/** A call of WordPress's that asks for a translation, in PHP as in JavaScript. */
const CALL = /\b(?:esc_html_|esc_attr_)?_[_e]\(\s*'((?:[^'\\]|\\.)*)'\s*,\s*'newsstand'/g;
/** Titles that stand in a table, and are translated where they are shown (blocks.php). */
const TITLE = /^ {4}'[a-z-]+\.[a-z-]+' => \['((?:[^'\\]|\\.)*)'/gm;

/** The template: each text once, with the files in which it stands. */
export function makePot(): string {
  const found = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{php,js}', { cwd: PLUGIN }).toSorted()) {
    const source = readFileSync(path.join(PLUGIN, file), 'utf8');
    for (const [, text = ''] of [...source.matchAll(CALL), ...source.matchAll(TITLE)]) {
      const said = text.replaceAll(/\\(['\\])/g, '$1');
      found.set(said, (found.get(said) ?? new Set<string>()).add(file));
    }
  }
  const head = ['msgid ""', 'msgstr ""', '"Project-Id-Version: Newsstand\\n"', '"Content-Type: text/plain; charset=UTF-8\\n"', ''];
  const entries = [...found].map(([text, files]) =>
    [`#: ${[...files].join(' ')}`, `msgid ${JSON.stringify(text)}`, 'msgstr ""', ''].join('\n'),
  );
  return [...head, ...entries].join('\n');
}

if (import.meta.main) {
  mkdirSync(path.dirname(POT), { recursive: true });
  writeFileSync(POT, makePot());
}
