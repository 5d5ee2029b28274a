import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';
import { floorProblems, floors, readRooms } from './floors.ts';

const rooms = readRooms(
  '| room | owns |\n| --- | --- |\n| `platform` | the ground |\n| `ledger` | what is owned |\n| `shop` | what is sold |\n',
);

test('the rooms are those of the table, from the ground up', () => {
  expect(rooms).toEqual(['platform', 'ledger', 'shop']);
});

test.each([
  ['a value from upstairs', "import { sell } from '../shop/sell.ts';", 'which is upstairs: ledger stands below shop'],
  ['a type from upstairs', "import type { Cart } from '../shop/sell.ts';", 'which is upstairs'],
  ['something passed on from upstairs', "export { sell } from '../shop/sell.ts';", 'which is upstairs'],
  ['all of it', "export * from '../shop/sell.ts';", 'which is upstairs'],
  ['something from upstairs when it is needed', "const { sell } = await import('../shop/sell.ts');", 'which is upstairs'],
  ['what is for tests', "import { openShop } from '../../test/shop.ts';", 'which is for tests'],
])('a file of the service may not import %s', (_what, text, problem) => {
  expect(floorProblems(rooms, [{ file: 'ledger/planted.ts', text }])).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ['its own room', "import { add } from './add.ts';"],
  ['a room below', "import { open } from '../platform/db/db.ts';"],
  ['what is generated beside the source', "import { Prisma } from '../../generated/prisma/client.ts';"],
  ['a package', "import * as v from 'valibot';"],
])('a file of the service may import %s', (_what, text) => {
  expect(floorProblems(rooms, [{ file: 'ledger/planted.ts', text }])).toEqual([]);
});

test('a file that is in no room is found, too', () => {
  expect(floorProblems(rooms, [{ file: 'attic/planted.ts', text: '' }])).toEqual(['attic/planted.ts is in no room of src/README.md.']);
});

test('nothing in the service is imported from upstairs', async () => {
  expect(await floors()).toBeNull();
});

const src = path.join(root, 'services/commerce-api/src');

test.each(readRooms(readFileSync(path.join(src, 'README.md'), 'utf8')))('the page of %s names what is there', (room) => {
  const page = readFileSync(path.join(src, room, 'README.md'), 'utf8');
  const named = Array.from(page.matchAll(/`([a-z-]+\/)?([a-z-]+\.ts|)`/g), ([, folder = '', file = '']) => folder + file);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((file) => !existsSync(path.join(src, room, file)))).toEqual([]);
});
