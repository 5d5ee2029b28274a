import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromAnotherOne, inTurn } from './parts.ts';
import { nothing } from './tally.ts';

const PARTS = path.join(import.meta.dirname, 'parts.ts');
const PASSED = '{ passed: 1, failed: 0, skipped: 0, failures: [], secondTries: [] }';

/** Runs parts in a process of their own: what it printed, what it said last, and how it ended. */
async function runScript(script: string): Promise<{ printed: string; last: string; code: number | null }> {
  const whole = `import { atLeastOne, runParts } from ${JSON.stringify(PARTS)};
    const passed = ${PASSED};
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', whole], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let [printed, last] = ['', ''];
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.on('message', (line) => (last = String(line).trim()));
  const [code] = await once(child, 'close');
  return { printed, last, code: typeof code === 'number' ? code : null };
}

test('the count is the last line of a run, also where something speaks while the process ends', async () => {
  const { printed, last } = await runScript(`
    process.on('exit', () => console.log('ObjectRef is not unref'));
    await runParts([{ name: 'one', perform: async () => ({ ...passed, passed: 3 }) }]);`);
  expect(last).toBe('3 passed, 0 failed');
  expect(printed.trim().split('\n').at(-1)).toBe('ObjectRef is not unref');
});

test('of parts in turn the next one comes also where one broke down, which counts as failed', async () => {
  const broken = { name: 'one', perform: () => Promise.reject(new Error('no browser')) };
  const good = { name: 'two', perform: async () => ({ ...nothing(), passed: 2 }) };
  expect(await inTurn([broken, good])).toMatchObject({ passed: 2, failed: 1, failures: [{ title: 'one', error: 'Error: no browser' }] });
});

test('no part is always the last: each commit begins with another one, and the same commit with the same', () => {
  const parts = ['one', 'two', 'three'].map((name) => ({ name, perform: async () => nothing() }));
  const order = (commit: number) => fromAnotherOne(commit, parts).map(({ name }) => name);
  expect([6, 7, 8, 8].map(order)).toEqual([
    ['one', 'two', 'three'],
    ['two', 'three', 'one'],
    ['three', 'one', 'two'],
    ['three', 'one', 'two'],
  ]);
});

test(
  'of the other parts one comes at any time; one more that would begin too late is left out, which is said',
  { tags: ['ci'] },
  async () => {
    const { printed, last } = await runScript(`
    const part = (name) => ({ name, perform: async () => { await wait(300); return passed; } });
    await runParts([part('the first'), ...atLeastOne(0.004, [part('at any time'), part('too late')])]);`);
    expect(last).toBe('2 passed, 0 failed');
    expect(printed).toContain('== too late: left out, for want of time');
  },
);

test('an error that nobody waits for is one of the part in which it came, and the others go on', async () => {
  const { printed, last, code } = await runScript(`
    const astray = async () => { void Promise.reject(new Error('PHP is gone')); await wait(100); return passed; };
    await runParts([{ name: 'one', perform: astray }, { name: 'two', perform: async () => passed }]);`);
  expect(last).toBe('2 passed, 1 failed');
  expect(code).toBe(1);
  expect(printed).toContain('== one: 1 passed, 1 failed');
});
