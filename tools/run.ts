import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';

/**
 * Runs a command to its end in the repository's root and gives its exit code; what it prints goes to the terminal, or
 * is kept when `quiet`.
 */
export function run(command: string, args: string[], options: { quiet?: boolean; env?: Record<string, string>; cwd?: string } = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    });
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A server that runs until `stop`; its output is in a log file. */
export type Service = { name: string; child: ChildProcess; log: string; stop(): Promise<void> };

/** Starts one of the product's own servers (a .ts file) under this Node. */
export function startService(name: string, file: string, env: Record<string, string>, logDir: string, onExit: () => void): Service {
  const preload = path.join(root, 'tools/die-with-parent.mjs');
  return supervise(name, process.execPath, ['--import', preload, path.resolve(root, file)], env, logDir, onExit);
}

/** Starts a command that runs until it is stopped, such as a dev server. */
export function startCommand(
  name: string,
  command: string,
  args: string[],
  logDir: string,
  onCrash: (name: string, log: string) => void,
  env: Record<string, string> = {},
): Service {
  // npm does not hand a signal on to what it started, such as a dev server that would keep its port.
  const service = supervise(name, command, args, env, logDir, () => onCrash(name, service.log), true);
  return service;
}

/** A log keeps what earlier starts said, until it is this long. */
const LONG_LOG = 5 * 1024 * 1024;

function supervise(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  logDir: string,
  onExit: () => void,
  wholeGroup = false,
): Service {
  mkdirSync(logDir, { recursive: true });
  const log = path.join(logDir, `${name}.log`);
  const isLong = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LONG_LOG;
  const out = createWriteStream(log, { flags: isLong ? 'w' : 'a' });
  out.write(`--- ${name} started at ${new Date().toISOString()}\n`);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group: Ctrl-C reaches the tool alone, which then stops its services in order.
    detached: true,
  });
  child.stdout?.pipe(out);
  child.stderr?.pipe(out);
  const end = (signal: NodeJS.Signals) =>
    wholeGroup && child.pid !== undefined && process.platform !== 'win32' ? process.kill(-child.pid, signal) : child.kill(signal);
  let stopping = false;
  child.on('exit', () => {
    if (!stopping) onExit();
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      const killer = setTimeout(() => end('SIGKILL'), 10_000);
      child.once('exit', () => {
        clearTimeout(killer);
        resolve();
      });
      end('SIGTERM');
    });
  return { name, child, log, stop };
}

/** Waits until a URL answers with a status below 500, at most `timeoutMs`. */
export async function waitFor(url: string, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      if (response.status < 500) return;
    } catch {
      // not listening yet
    }
    if (Date.now() > end) throw new Error(`${url} did not answer within ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
