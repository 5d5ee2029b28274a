import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DEFAULT_PORTS, isFree, portNames, type Ports, wantedPorts } from './ports.ts';
import { root } from './root.ts';

// Each pick is a process of its own, which a machine that others use takes seconds to start.
vi.setConfig({ testTimeout: 120_000 });

/** More than three products pick. The last says that they are this suite's, to another that runs beside it. */
const ROOM = 50;
/** Beside the pages of browser tests of another run (port-shift.ts). */
let base = 9800;
let guard: Server | null = null;
const defaults: Ports = { ...DEFAULT_PORTS };

beforeAll(async () => {
  guard = await guardOf(base);
  for (; guard === null; guard = await guardOf(base)) base += ROOM;
  for (const [index, name] of portNames().entries()) defaults[name] = base + index;
});
afterAll(() => guard?.close());

/** Keeps the room from this port on; null where somebody is in it. */
async function guardOf(first: number): Promise<Server | null> {
  const server = createServer();
  const isKept = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(first + ROOM - 1, '127.0.0.1', () => resolve(true));
  });
  if (!isKept) return null;
  const free = await Promise.all(Array.from({ length: ROOM - 1 }, (_, index) => isFree(first + index)));
  if (free.every(Boolean)) return server;
  server.close();
  return null;
}

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

test.each(['127.0.0.1', '::1', '::'])('a port on which something listens at %s is not picked', { tags: ['ci'] }, async (host) => {
  const other = createServer().listen(base, host);
  await once(other, 'listening');
  try {
    expect(await pick()).not.toContain(base);
  } finally {
    other.close();
  }
});

test('the magazine and the desk begin at the ports that were asked for, and all else at its usual one', () => {
  expect(wantedPorts({ PORT: '4700', DESK_PORT: '4740', POSTGRES_PORT: '1' })).toEqual({ ...DEFAULT_PORTS, magazine: 4700, desk: 4740 });
  expect(wantedPorts({ PORT: '' })).toEqual(DEFAULT_PORTS);
  for (const none of ['0', 'http', '80.5', '60000', '-1'])
    expect(() => wantedPorts({ DESK_PORT: none })).toThrow(`DESK_PORT is "${none}": it takes a port from 1 to 45535`);
});

test('what a product had picked is free again when it has ended', async () => {
  expect(Math.min(...(await pick()))).toBe(base);
});
