import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromAnotherOne, inTurn } from './parts.ts';
import { nothing } from './tally.ts';

const PARTS = path.join(import.meta.dirname, 'parts.ts');

test('the count is the last line of a run, also where something speaks while the process ends', async () => {
  const script = `import { runParts } from ${JSON.stringify(PARTS)};
    process.on('exit', () => console.log('ObjectRef is not unref'));
    await runParts([{ name: 'one', perform: async () => ({ passed: 3, failed: 0, skipped: 0, failures: [], secondTries: [] }) }]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [[last]] = await Promise.all([once(child, 'message'), once(child, 'close')]);
  expect(String(last).trim()).toBe('3 passed, 0 failed');
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

test('a part that would begin too late is left out, which is said; one that has begun is finished', async () => {
  const script = `import { runParts, until } from ${JSON.stringify(PARTS)};
    const part = (name) => ({ name, perform: async () => { await new Promise((done) => setTimeout(done, 300)); return { passed: 1, failed: 0, skipped: 0, failures: [], secondTries: [] }; } });
    await runParts([part('the first'), ...until(0.004, [part('too late')])]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [[last]] = await Promise.all([once(child, 'message'), once(child, 'close')]);
  expect(String(last).trim()).toBe('1 passed, 0 failed');
  expect(printed).toContain('== too late: left out, for want of time');
});
