import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPTIONS, optionsOf } from '@newsstand/contracts/widget-options';
import { WIDGETS } from '@newsstand/contracts/widget';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** The options of each widget, by a list that names them: `option` finds one in what is behind a widget's name. */
const optionsIn = (file: string, row: RegExp, option: RegExp): Record<string, string[]> =>
  Object.fromEntries(
    [...readFileSync(path.join(root, file), 'utf8').matchAll(row)].map(([, name = '', options = '']) => [
      name,
      [...options.matchAll(option)].map(([, each = '']) => each).toSorted(),
    ]),
  );

test('a widget takes the same options from an author in WordPress as from any page, and the guide lists each', () => {
  const plugin = optionsIn(
    'integrations/wordpress/newsstand/includes/widgets.php',
    /^ {4}'([\w.-]+)' => \['[^']*', '\w+', \[([^\]]*)\]\],/gm,
    /'([\w-]+)'/g,
  );
  const guide = optionsIn('docs/guide-embed.md', /^\| `([\w-]+\.[\w-]+)` \| [^|]*\| ([^|]*)\|/gm, /`([\w-]+)`/g);
  expect(Object.keys(plugin)).toEqual(expect.arrayContaining([...WIDGETS]));
  // The account's other sections stand in one row.
  expect(Object.keys(guide).length).toBeGreaterThan(20);
  for (const [name, options] of Object.entries(guide)) expect([name, plugin[name]]).toEqual([name, options]);
});

test('the guide lists the options of each widget that its console knows, and no other', () => {
  const guide = readFileSync(path.join(root, 'docs/guide-embed.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| ((?:`[\w-]+\.[\w-]+`(?:, )?)+) \| [^|]*\| ([^|]*)\|.*<img/gm)];
  const listed = rows.flatMap(([, names = '', options = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [
      name,
      [...options.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each).toSorted(),
    ]),
  );
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(WIDGETS.map((name) => [name, optionsOf(name).toSorted()])));
  for (const name of Object.keys(OPTIONS)) expect(guide).toMatch(new RegExp(`\`(data-)?${name}\``));
});
