// @module-tag ci
import { PeopleExported } from '@newsstand/contracts/desk-export';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { apply, bring, bytesOf, check, readImport } from '../../../test/imports.ts';
import { becomeSecond } from '../../../test/open-second-publication.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  // Its levels are called Plain and Generous.
  await becomeSecond(service.deps);
  bob = await service.as('circulation');
});
afterAll(() => service.close());

const HEAD = 'no;name;email;address;city;postcode;country;plan;level;issues left\n';

test('levels are known in a file, and called in one that is taken, by the names that the publication gives them', async () => {
  const row = (no: number, level: string) =>
    `${no};Lerato Mokoena;l${no}@example.org;1 Church St;Prince Albert;6930;South Africa;P;${level};4\n`;
  const file = `${HEAD}${row(1, 'Generous')}${row(2, 'plain')}${row(3, '')}${row(4, 'Dear')}`;
  const id = await bring(bob, bytesOf(file), { source: 'other' });
  const found = await check(service, bob, id, { fields: { ...(await readImport(bob, id)).columns.fields, legacy_id: 'no' } });
  expect(found.mistakes.map(({ text }) => text)).toEqual(["The level 'Dear' is not known: write Plain or Generous."]);
  await apply(service, bob, found);
  const answer = await bob.post('/api/desk/exports', { action: uuidv7(), people: { of: 'readers', segment: 'running' } });
  const { csv } = v.parse(PeopleExported, await answer.json());
  expect(['Generous', 'Plain', 'Standard', 'Solidarity'].map((name) => csv.split(`,${name},`).length - 1)).toEqual([1, 2, 0, 0]);
});

test('a country that nothing is posted to, and a state that is none, are named: whoever mends a file has no list to choose from', async () => {
  const file = `no,name,address,city,state,postcode,country,issues left\n1,Jo,1 Elm St,Dayton,OH,45402,United States,4\n2,Bruce,2 Bay Rd,Sydney,ZZ,2000,Australia,4\n`;
  const id = await bring(bob, bytesOf(file), { source: 'places' });
  const found = await check(service, bob, id, { fields: { ...(await readImport(bob, id)).columns.fields, legacy_id: 'no' } });
  expect(found.mistakes.map(({ text }) => text).toSorted()).toEqual([
    "'ZZ' is no state of Australia.",
    "Nothing is posted to 'United States': no zone has that country.",
  ]);
});

test('the level of a plan is guessed by the publication’s own names', async () => {
  const plans = ['Karoo, Generous', 'Karoo, plain'].map(
    (plan, no) => `${no};Lerato;l@example.org;1 Church St;Prince Albert;6930;ZA;"${plan}";;4\n`,
  );
  const { columns } = await readImport(bob, await bring(bob, bytesOf(HEAD + plans.join('')), { source: 'other' }));
  expect(columns.plans.map(({ value, level }) => [value, level])).toEqual([
    ['Karoo, Generous', 'high'],
    ['Karoo, plain', 'low'],
  ]);
});
