import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_PORTS, portNames, type Ports } from './ports.ts';
import { root } from './root.ts';

/** Where no product runs. */
const BASE = 9300;
const defaults: Ports = { ...DEFAULT_PORTS };
for (const [index, name] of portNames().entries()) defaults[name] = BASE + index;

const running: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
});

/** What one `npm start` picks, which then goes on without listening yet, as while it builds. */
async function pick(): Promise<number[]> {
  const program = `import { choosePorts } from ${JSON.stringify(path.join(root, 'tools/ports.ts'))};
    console.log(JSON.stringify((await choosePorts(${JSON.stringify(defaults)})).ports));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout })) return Object.values<number>(JSON.parse(line));
  throw new Error('no ports were picked');
}

test('three products that are started in the same moment have ports of their own', async () => {
  const picked = (await Promise.all([pick(), pick(), pick()])).flat();
  expect(picked).toHaveLength(3 * portNames().length);
  expect(new Set(picked).size).toBe(picked.length);
});

test.each(['127.0.0.1', '::1', '::'])('a port on which something listens at %s is not picked', async (host) => {
  const other = createServer().listen(BASE, host);
  await once(other, 'listening');
  try {
    expect(await pick()).not.toContain(BASE);
  } finally {
    other.close();
  }
});

test('what a product had picked is free again when it has ended', async () => {
  expect(Math.min(...(await pick()))).toBe(BASE);
});
