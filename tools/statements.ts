// npm run statements: writes docs/specification-statements.md, every sentence of the specification with the tests that
// bear its id.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { quotedTitles } from './quoted-tests.ts';
import { root } from './root.ts';
import { CI, LONG } from './tally.ts';
import { allTests, type TestCall } from './test-calls.ts';

const PAGE = 'docs/specification-statements.md';

/**
 * A sentence of the specification, shortened where it is long. `otherwise`: what of it is deliberately not as it says,
 * and why.
 */
const Sentence = v.strictObject({ id: v.string(), sentence: v.string(), otherwise: v.optional(v.pipe(v.string(), v.minLength(20))) });
export type Sentence = v.InferOutput<typeof Sentence>;

export const sentences = (): Sentence[] =>
  v.parse(v.array(Sentence), JSON.parse(readFileSync(path.join(import.meta.dirname, 'sentences.json'), 'utf8')));

const SECTIONS = [
  'What the product does and for whom',
  'Screens and routes',
  'Entities and their fields',
  'States and transitions',
  'Validation rules',
  'Roles and permissions',
  'The calls it makes',
  'Error catalogue',
  'Business constants and limits',
];

/**
 * What is wrong with the sentences, with the ids that tests bear, and with the page that is made of both; null if
 * nothing.
 */
export function statementProblems(): string | null {
  const [all, tests] = [sentences(), allTests()];
  const page = readFileSync(path.join(root, PAGE), 'utf8');
  const problems = [
    ...orderProblems(all),
    ...tagProblems(all, tests),
    ...reasonProblems(all, tests),
    ...(page === statementsPage(all, tests) ? [] : [`${PAGE} is not what the tests say: npm run statements writes it.`]),
  ];
  return problems.length === 0 ? null : problems.join('\n');
}

/**
 * An id has its section, its group and its number in the group, and stands in that order; no section is without a
 * sentence.
 */
export function orderProblems(all: readonly Sentence[]): string[] {
  let before = { section: 1, group: '', number: 0 };
  const misplaced = all.filter(({ id }) => {
    const [, section = '', group = '', number = ''] = /^§([1-9])\.([a-z-]+)\.(\d+)$/.exec(id) ?? [];
    const here = { section: Number(section), group, number: Number(number) };
    const isSame = here.section === before.section && group === before.group;
    const follows = here.number === (isSame ? before.number + 1 : 1) && here.section >= before.section;
    before = here;
    return group === '' || !follows;
  });
  const ids = all.map(({ id }) => id);
  return [
    ...misplaced.map(({ id }) => `'${id}' is no id of its place (§section.group.number, in order).`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice.`),
    ...SECTIONS.flatMap((_, index) => (ids.some((id) => id.startsWith(`§${index + 1}.`)) ? [] : [`Section ${index + 1} has no sentence.`])),
  ];
}

/**
 * A tag that is no sentence's id, and a sentence that no test bears which every change runs, and that is not said to be
 * otherwise.
 */
export function tagProblems(all: readonly Sentence[], tests: readonly TestCall[]): string[] {
  const ids = new Set(all.map(({ id }) => id));
  const borne = new Set(tests.flatMap(({ tags }) => tags));
  const borneAlways = new Set(tests.filter(({ tags }) => !tags.includes(LONG)).flatMap(({ tags }) => tags));
  return [
    ...tests.flatMap(({ file, title, tags }) =>
      tags
        .filter((tag) => tag !== LONG && tag !== CI && !ids.has(tag))
        .map((tag) => `${file}: '${title}' bears ${tag}, which is no sentence of the specification.`),
    ),
    ...all
      .filter(({ id, otherwise }) => otherwise === undefined && !borne.has(id))
      .map(({ id, sentence }) => `${id} has no test: ${sentence}`),
    ...[...borne]
      .filter((tag) => tag !== LONG && tag !== CI && !borneAlways.has(tag))
      .map((tag) => `${tag} has tests in npm run test:long alone, which no change runs.`),
  ];
}

/** A test that a reason quotes by its title, or by a part of it, and nobody wrote. */
export const reasonProblems = (all: readonly Sentence[], tests: readonly TestCall[]): string[] =>
  all.flatMap(({ id, otherwise = '' }) =>
    quotedTitles(otherwise)
      .filter((quoted) => !tests.some(({ title }) => title.includes(quoted)))
      .map((quoted) => `${id}: no test is called '${quoted}', which its reason names.`),
  );

/**
 * The texts that a sentence quotes word for word: '…' that begin as texts do. Names of files, fields and codes do not.
 */
export function quotedTexts(sentence: string): string[] {
  return Array.from(sentence.matchAll(/(?<![\p{L}\d])'(\s?[A-Z0-9(][^']*(?:'(?=\p{L})[^']*)*)'(?!\p{L})/gu), ([, text = '']) =>
    text.trim(),
  );
}

export function statementsPage(all: readonly Sentence[], tests: readonly TestCall[]): string {
  const sections = SECTIONS.map((title, index) => {
    const rows = all.filter(({ id }) => id.startsWith(`§${index + 1}.`)).map((sentence) => rowOf(sentence, tests));
    return `## ${index + 1}. ${title}\n| id | sentence | status | tests |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# The specification, sentence by sentence
Written by \`npm run statements\` from [the sentences](../tools/sentences.json) and from the tests that bear their ids as tags; do not edit it. The tests of a sentence run with \`npx vitest run --tags-filter='§5.address.*'\` and \`npx playwright test -g @§8\`.

${all.length} sentences: ${count(all, tests, 'asserted')} asserted, ${count(all, tests, 'in part otherwise')} in part otherwise, ${count(all, tests, 'otherwise')} otherwise, ${count(all, tests, 'no test')} without a test.

${sections.join('\n')}`;
}

type Status = 'asserted' | 'in part otherwise' | 'otherwise' | 'no test';

function statusOf({ id, otherwise }: Sentence, tests: readonly TestCall[]): Status {
  const isBorne = tests.some(({ tags }) => tags.includes(id));
  if (otherwise === undefined) return isBorne ? 'asserted' : 'no test';
  return isBorne ? 'in part otherwise' : 'otherwise';
}

const count = (all: readonly Sentence[], tests: readonly TestCall[], status: Status): number =>
  all.filter((sentence) => statusOf(sentence, tests) === status).length;

function rowOf(sentence: Sentence, tests: readonly TestCall[]): string {
  const bearing = tests.filter(({ tags }) => tags.includes(sentence.id)).map(({ file, title }) => `[${escaped(title)}](../${file})`);
  const cells = [sentence.otherwise === undefined ? [] : [escaped(sentence.otherwise)], bearing].flat();
  return `| ${sentence.id} | ${escaped(sentence.sentence)} | ${statusOf(sentence, tests)} | ${cells.join('<br>')} |`;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('[', '\\[').replaceAll(']', '\\]').replaceAll('\n', ' ');

if (import.meta.main) writeFileSync(path.join(root, PAGE), statementsPage(sentences(), allTests()));
