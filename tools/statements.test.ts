import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allTexts } from './messages.ts';
import { root } from './root.ts';
import { orderProblems, quotedTexts, reasonProblems, type Sentence, sentences, statementsPage, tagProblems } from './statements.ts';
import { allTests } from './test-calls.ts';

const bearing = (title: string, ...tags: string[]) => ({ file: 'a.test.ts', title, tags });
const REASON = 'because it is better so';

/** Nine sections of one sentence each, with others in place of some. */
const nine = (others: Record<number, Sentence[]> = {}): Sentence[] =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((section) => others[section] ?? [{ id: `§${section}.a.1`, sentence: 'A sentence.' }]);

test('sentences in their places are accepted', () => {
  expect(orderProblems(nine({ 4: ['§4.a.1', '§4.a.2', '§4.b.1'].map((id) => ({ id, sentence: 'x' })) }))).toEqual([]);
});

test.each<[string, string[], string]>([
  ['an id that stands twice', ['§4.a.1', '§4.a.1'], '§4.a.1 stands twice.'],
  ['an id out of its order', ['§4.a.2'], "'§4.a.2' is no id of its place (§section.group.number, in order)."],
  ['an id of no shape', ['4.1'], "'4.1' is no id of its place (§section.group.number, in order)."],
  ['a section without a sentence', [], 'Section 4 has no sentence.'],
])('%s is reported', (_what, ids, problem) => {
  expect(orderProblems(nine({ 4: ids.map((id) => ({ id, sentence: 'x' })) }))).toContain(problem);
});

test('a sentence without a test or a reason is reported, and so is a tag that is no sentence', () => {
  const all: Sentence[] = [
    { id: '§1.a.1', sentence: 'Asserted.' },
    { id: '§1.a.2', sentence: 'Forgotten.' },
    { id: '§1.a.3', sentence: 'Not so.', otherwise: REASON },
    { id: '§1.a.4', sentence: 'Asserted now and then.' },
  ];
  const tests = [bearing('shows it', '§1.a.1'), bearing('shows all of it', '§1.a.1', '§1.a.4', 'long'), bearing('shows nothing', '§1.b.1')];
  expect(tagProblems(all, tests)).toEqual([
    "a.test.ts: 'shows nothing' bears §1.b.1, which is no sentence of the specification.",
    '§1.a.2 has no test: Forgotten.',
    '§1.a.4 has tests in npm run test:long alone, which no change runs.',
  ]);
});

test('a reason that names a test which nobody wrote is reported', () => {
  const otherwise = "a reader's cart knows no people: 'shows it', 'shows it no more'";
  expect(reasonProblems([{ id: '§1.a.1', sentence: 'Not so.', otherwise }], [bearing('shows it to Ana')])).toEqual([
    "§1.a.1: no test is called 'shows it no more', which its reason names.",
  ]);
});

test('the page says of each sentence how it stands, with its reason and its tests', () => {
  const first: Sentence[] = [
    { id: '§1.a.1', sentence: 'One | two.' },
    { id: '§1.a.2', sentence: 'In part.', otherwise: REASON },
    { id: '§1.a.3', sentence: 'Not so.', otherwise: REASON },
  ];
  const page = statementsPage(nine({ 1: first }), [bearing('a [b]', '§1.a.1'), bearing('shows it', '§1.a.1', '§1.a.2')]);
  expect(page).toContain('11 sentences: 1 asserted, 1 in part otherwise, 1 otherwise, 8 without a test.');
  expect(page.split('\n').filter((line) => line.startsWith('| §1.'))).toEqual([
    '| §1.a.1 | One \\| two. | asserted | [a \\[b\\]](../a.test.ts)<br>[shows it](../a.test.ts) |',
    `| §1.a.2 | In part. | in part otherwise | ${REASON}<br>[shows it](../a.test.ts) |`,
    `| §1.a.3 | Not so. | otherwise | ${REASON} |`,
  ]);
});

// Reads every test of the repository, which takes its time on a busy machine.
test(
  'every text that the specification quotes is one of a catalogue, word for word and no more',
  { tags: ['ci'], timeout: 60_000 },
  async () => {
    const sources = globSync(['packages/contracts/src/*.ts', 'apps/shell/src/**/*.{ts,js}'], {
      cwd: root,
      exclude: ['**/*.test.ts'],
    }).map((file) => readFileSync(path.join(root, file), 'utf8'));
    const written = sources.flatMap((source) =>
      Array.from(source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g), ([, ...texts]) => texts.join('')),
    );
    const texts = [...Object.values(await allTexts()), ...written].map(plain);
    // What begins with a blank follows other words.
    const there = new Set([...texts, ...texts.map((text) => text.replace(/^\{\} /, ''))]);
    const borne = new Set(allTests().flatMap(({ tags }) => tags));
    const quoted = sentences()
      .filter(({ id }) => borne.has(id))
      .flatMap(({ sentence }) => quotedTexts(sentence));
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((text) => !spellingsOf(text).some((each) => there.has(each)))).toEqual([]);
  },
);

/** A text with {} for whatever a page fills in. */
const plain = (text: string): string => text.replaceAll(/\$?\{[^}]*\}/g, '{}').replaceAll("\\'", "'");

/**
 * How the product may write what is quoted: '...' stands for what is filled in, and what is in brackets may stand
 * without them.
 */
function spellingsOf(quoted: string): string[] {
  const wanted = plain(quoted).replace('...', '{}');
  return [wanted, wanted.replace(/^\((.*)\)$/, '$1')];
}
