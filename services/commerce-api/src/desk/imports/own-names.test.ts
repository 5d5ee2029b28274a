// @module-tag ci
import { PeopleExported } from '@newsstand/contracts/desk-export';
import { RefusedTaken } from '@newsstand/contracts/desk-imports';
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

test('a country that nothing is posted to, a state and a postal code that are none, are named: whoever mends a file has no list to choose from', async () => {
  const file = `no,name,address,city,state,postcode,country,issues left\n1,Jo,1 Elm St,Dayton,OH,45402,United States,4\n2,Bruce,2 Bay Rd,Sydney,ZZ,2000,Australia,4\n3,Karoo,1 Church St,Prince Albert,,69,South Africa,4\n`;
  const id = await bring(bob, bytesOf(file), { source: 'places' });
  const found = await check(service, bob, id, { fields: { ...(await readImport(bob, id)).columns.fields, legacy_id: 'no' } });
  expect(found.mistakes.map(({ text }) => text).toSorted()).toEqual([
    "'ZZ' is no state of Australia.",
    'A postal code of this country has 4 digits, with any zeros in front.',
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

test('what is wrong with a row is said in the publication’s words of the day on which somebody asks', async () => {
  const { db, publication } = service.deps;
  const row = (no: number, left: string, copies: string) => `${no},Jo,jo${no}@example.org,D,${left},${copies}\n`;
  const file = `no,name,email,plan,issues left,copies\n${row(1, 'many', '1')}${row(2, 'some', '0')}${row(2, '3', '1')}${row(2, '2', '1')}`;
  const id = await bring(bob, bytesOf(file), { source: 'words' });
  await check(service, bob, id, { fields: { ...(await readImport(bob, id)).columns.fields, legacy_id: 'no' } });
  const say = async (messages: Record<string, string>) => {
    await db.$executeRaw`update publication set data = jsonb_set(data, '{messages}', ${JSON.stringify(messages)}::jsonb), revision = revision + 1`;
    await publication.now();
  };
  const told = async () => {
    const { mistakes } = await readImport(bob, id);
    const taken = await bob.post(`/api/desk/imports/${id}/refused`, { action: uuidv7() });
    const rows = v.parse(RefusedTaken, await taken.json()).csv.split('\r\n');
    return [
      ...mistakes.map(({ text, rows: of }) => `${of.join()} ${text}`),
      ...rows.slice(1, -1).map((line) => line.slice(0, line.indexOf(','))),
    ];
  };
  await say({
    'desk.row_copies': '{typed} kopieë; skryf 1 tot {most}.',
    'desk.row_issues_left': '{typed} uitgawes.',
    'desk.row_number_twice': 'Sien ry {row}.',
  });
  const own = ['2,3 … uitgawes.', '3 0 kopieë; skryf 1 tot 500.', '5 Sien ry 4.'];
  expect((await told()).toSorted()).toEqual(
    [
      ...own,
      'Issues left: many uitgawes.',
      'Copies of each issue: 0 kopieë; skryf 1 tot 500. Issues left: some uitgawes.',
      'Number of the subscription: Sien ry 4.',
    ].toSorted(),
  );
  await say({});
  const ours = await told();
  expect(ours).toEqual(
    expect.arrayContaining(["2,3 '…' issues left: write a number from 1 to 80, or lifetime.", '5 Row 4 has the same number.']),
  );
  // The release before kept its words alone, and reads these alone.
  await db.$executeRaw`
    update import_row set problems = (select jsonb_agg(jsonb_build_object('field', p -> 'field', 'text', p -> 'text')) from jsonb_array_elements(problems) p)
    where import_id = ${id}::uuid and problems is not null`;
  await db.$executeRaw`
    update import set counts = jsonb_set(counts, '{mistakes}', (select jsonb_agg(m - 'code' - 'values') from jsonb_array_elements(counts -> 'mistakes') m)) where id = ${id}::uuid`;
  await say({ 'desk.row_copies': 'Not what was kept.' });
  expect(await told()).toEqual(ours);
});
