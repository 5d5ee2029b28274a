// What the tests share that need the real service in processes of their own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import * as v from 'valibot';
import { readConfig } from '../src/platform/config/config.ts';
import { Browser } from './browser.ts';
import { NO_MAIL } from './no-mail.ts';
import { Reader } from './shop.ts';

export type Server = {
  url: string;
  /** The signal that ended it. */
  died: Promise<unknown>;
  kill(): Promise<void>;
  /** Asks it to stop, or wakes one that froze. */
  signal(name: 'SIGTERM' | 'SIGCONT'): void;
};

const Listening = v.object({ port: v.number() });

/**
 * Starts the service; it dies at the step `crashAt`, or freezes at `freezeAt`. Webhooks go to the one that was started
 * last.
 */
export async function startServer({
  databaseUrl,
  emulator,
  crashAt = '',
  freezeAt = '',
  env = {},
}: {
  databaseUrl: string;
  emulator: StripeEmulator;
  crashAt?: string;
  freezeAt?: string;
  env?: Record<string, string>;
}): Promise<Server> {
  const environment = {
    ...NO_MAIL,
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    STRIPE_API_BASE: emulator.url,
    TRUSTED_PROXIES: '1',
    ...env,
  };
  const program = join(import.meta.dirname, 'crash-server.ts');
  const stop = freezeAt === '' ? [crashAt, 'SIGKILL'] : [freezeAt, 'SIGSTOP'];
  // By its input it hears that the test's process is gone: what a test that failed leaves behind would hold up the end
  // of the whole run.
  const child = spawn(process.execPath, [program, JSON.stringify(environment), ...stop], { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await addressOf(child.stdout);
  emulator.control.setWebhook({ url: `${url}/api/webhooks/stripe`, secret: 'whsec_newsstand' });
  const died = once(child, 'exit').then(([, signal]) => signal);
  return { url, died, kill: () => kill(child, died), signal: (name) => child.kill(name) };
}

/** The service logs where it listens. Its other lines are read and forgotten, or its pipe would fill. */
function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((done, fail) => {
    createInterface({ input: output })
      .on('line', (line) => {
        const parsed = v.safeParse(Listening, JSON.parse(line));
        if (parsed.success) done(`http://127.0.0.1:${parsed.output.port}`);
      })
      .once('close', () => fail(new Error('the server ended before it listened')));
  });
}

async function kill(child: ChildProcess, died: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await died;
}

/** A reader in front of that process: a new one, or the one of before with the same cookies. */
export function readerAt({ url }: Server, emulator: StripeEmulator, before?: Reader): Reader {
  const browser = new Browser({ request: (path, init) => fetch(new URL(String(path), url), init) }, readConfig({}).publicUrl);
  for (const [name, value] of before?.browser.cookies ?? []) browser.cookies.set(name, value);
  return new Reader(browser, emulator);
}
