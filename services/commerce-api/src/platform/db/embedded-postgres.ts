import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { postgresBinaries, reachableDirectory, unprivilegedUser } from './postgres-paths.ts';

const OWNER = 'newsstand-owner.pid';

export type EmbeddedPostgres = {
  /** The server's `postgres` database; put another name behind the last slash for another one. */
  url: string;
  /** Checkpoints and ends the server; does nothing while the process that started it still runs. */
  stop(): Promise<void>;
};

type Options = {
  port: number;
  /**
   * More `-c name=value` settings. Tests give up durability for speed; the default keeps every committed transaction.
   */
  settings?: Record<string, string>;
};

/**
 * Starts a real PostgreSQL from npm on `directory`, or attaches to the one that is running there: it outlives a killed
 * parent. Listens on 127.0.0.1 only.
 */
export async function startEmbeddedPostgres(directory: string, { port, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const data = reachableDirectory(resolve(directory));
  const running = await attach(data);
  if (running) return running;

  const binaries = postgresBinaries();
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(data, binaries.initdb);
  const settingFlags = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const server = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settingFlags], {
    ...unprivilegedUser(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C on the terminal must reach the API first, which then stops the database.
    detached: true,
  });
  await ready(server);
  own(data);
  return { url: urlOf(port), stop: () => stop(server) };
}

/** `postmaster.pid` names the process in line 1 and its port in line 4; a stale file names nobody who answers. */
async function attach(data: string): Promise<EmbeddedPostgres | undefined> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!isRunning(pid) || !(await answers(port))) return undefined;
  if (isOwned(data)) return { url: urlOf(port), stop: () => Promise.resolve() };
  // Its owner was killed: this process is responsible for it from now on.
  own(data);
  return { url: urlOf(port), stop: () => stopOrphan(pid, file) };
}

/** The process that will stop the server is named beside its data. */
function own(data: string): void {
  writeFileSync(join(data, OWNER), String(process.pid));
}

function isOwned(data: string): boolean {
  const file = join(data, OWNER);
  return existsSync(file) && isRunning(Number(readFileSync(file, 'utf8')));
}

function initialise(data: string, initdb: string): void {
  const user = unprivilegedUser();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const result = spawnSync(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${result.error?.message ?? result.stderr}`);
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Nobody reads the log after the start, but the pipe must be emptied.
      if (log.length < 10_000) log += text;
      if (text.includes('ready to accept connections')) done();
    });
    server.once('error', fail);
    server.once('exit', (code) => fail(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, and what was committed is on disk. */
function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    server.once('exit', () => done());
    server.kill('SIGINT');
  });
}

/** It is no child of this process, so nobody tells when it ends; but it takes its `postmaster.pid` away last. */
async function stopOrphan(pid: number, pidFile: string): Promise<void> {
  process.kill(pid, 'SIGINT');
  while (existsSync(pidFile)) await setTimeout(20);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

function urlOf(port: number): string {
  return `postgresql://postgres@127.0.0.1:${port}/postgres`;
}
