import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WIDGETS } from '@newsstand/contracts/widget';
import { expect, test } from 'vitest';
import { root } from './root.ts';
import { PICTURES, STATES } from './widget-pictures.ts';

test('the guide’s table has every widget of the contract, each with its picture', () => {
  const [, table = ''] = readFileSync(path.join(root, 'docs/guide-embed.md'), 'utf8').split('## The widgets');
  const rows = table.slice(0, table.indexOf('\n## ')).split('\n');
  for (const name of WIDGETS) {
    const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    expect(row, name).toContain(`<img src="pictures/widgets/${name}.jpg"`);
    expect(existsSync(path.join(PICTURES, `${name}.jpg`)), name).toBe(true);
  }
});

test('a picture is taken of every widget, and of nothing else', () => {
  const taken = Object.entries(STATES).flatMap(([remote, states]) => Object.keys(states).map((widget) => `${remote}.${widget}`));
  expect(taken.toSorted()).toEqual([...WIDGETS].toSorted());
});
