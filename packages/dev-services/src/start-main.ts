import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What Node has compiled of these programs before, where it is kept. */
export const COMPILED: Record<string, string> =
  process.env['NODE_COMPILE_CACHE'] === undefined ? {} : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/** Starts one of this folder's programs, for tests; `line` is the line by which it says that it is ready. */
export async function startMain(file: string, env: Record<string, string>): Promise<{ child: ChildProcess; line: string }> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program], { env: { ...COMPILED, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error(`${file} ended before it was ready`);
}
