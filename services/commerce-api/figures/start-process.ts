import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import manifest from '../package.json' with { type: 'json' };
import { canMeasure, processorTime } from './processor-time.ts';

export type Started = {
  origin: string;
  /** Milliseconds from the start of the process until it said that it listens. */
  coldStart: number;
  /** Milliseconds of the processor until then; 0 where the system does not tell. */
  startProcessor: number;
  pid: number;
  /** Halts it and lets it go on, so that what it does by itself is not counted as another's. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** As `npm run build` makes it, and `npm start` has it. */
export const SERVICE = join(import.meta.dirname, '../dist/server.mjs');

const Listening = v.object({ port: v.number() });

/** V8's options with which `npm start` has the service: it is measured as it runs (decision 008). */
const options = /(?<=^node ).*(?= dist\/server\.mjs$)/.exec(manifest.scripts.start)?.[0].split(' ') ?? [];

/**
 * Starts one of our servers on a free port, and waits until its log says that it listens; a `cold` start is one without
 * what an earlier process compiled.
 */
export async function startProcess(file: string, env: Record<string, string>, { cold = false } = {}): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [...options, file], {
    env: { ...process.env, PORT: '0', ...(cold && { NODE_DISABLE_COMPILE_CACHE: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    if (!line.includes('is listening')) continue;
    const coldStart = performance.now() - began;
    const startProcessor = canMeasure ? processorTime([child.pid ?? 0]) : 0;
    // Its log goes on; a full pipe would stop it.
    child.stdout.resume();
    return {
      origin: `http://127.0.0.1:${v.parse(Listening, JSON.parse(line)).port}`,
      coldStart,
      startProcessor,
      pid: child.pid ?? 0,
      pause: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
      stop: async () => {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${file} ended before it listened`);
}
