import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

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
