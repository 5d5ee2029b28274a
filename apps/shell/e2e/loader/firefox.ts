import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A Firefox of this machine's own: Playwright drives a build of its own alone. */
export const FIREFOX = [process.env['FIREFOX'] ?? '', '/usr/bin/firefox-esr'].find((path) => existsSync(path));

type Reply = { id?: number; method?: string; params?: Record<string, unknown>; result?: Record<string, unknown>; message?: string };
type Listener = (params: Record<string, unknown>) => void;

/** The little of Firefox that these tests need, by WebDriver BiDi. */
export type Firefox = {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, as a string. */
  evaluate(expression: string): Promise<string>;
  /**
   * Answers what is asked for under this address's ending with this script, or with an error, until what it returns is
   * called.
   */
  forge(ending: string, script: string, status?: number): Promise<() => Promise<unknown>>;
  /** What the console said. */
  shown: string[];
  close(): Promise<void>;
};

export const startFirefox = async (path: string): Promise<Firefox> => {
  const profile = await mkdtemp(join(tmpdir(), 'newsstand-firefox-'));
  const running = spawn(path, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(running, 'exit');
  const socket = new WebSocket(`${await addressIn(running.stderr)}/session`);
  await once(socket, 'open');
  const { send, listen } = speak(socket);
  await send('session.new', { capabilities: {} });
  const shown: string[] = [];
  listen('log.entryAdded', ({ text }) => shown.push(String(text)));
  await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const context = Array.isArray(contexts) ? String(contexts[0].context) : '';
  return {
    shown,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => {
      const target = { context };
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `String(${expression})`,
        target,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return String(Object(result).value);
    },
    forge: async (ending, script, status = 200) => {
      let isOver = false;
      listen('network.beforeRequestSent', (params) => {
        const { request, url }: { request: string; url: string } = Object(params['request']);
        if (params['isBlocked'] !== true || isOver) return;
        const headers = Object.entries({ 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).map(([name, value]) => ({
          name,
          value: { type: 'string', value },
        }));
        const forged = { request, statusCode: status, headers, body: { type: 'string', value: script } };
        void (url.endsWith(ending) ? send('network.provideResponse', forged) : send('network.continueRequest', { request }));
      });
      const { intercept } = await send('network.addIntercept', { phases: ['beforeRequestSent'] });
      return () => {
        isOver = true;
        return send('network.removeIntercept', { intercept });
      };
    },
    close: async () => {
      socket.close();
      running.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

const addressIn = async (output: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface(output)) {
    const [, address] = /WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('Firefox did not say where it listens');
};

const speak = (socket: WebSocket) => {
  const waiting = new Map<number, (reply: Reply) => void>();
  const listeners: { method: string; listener: Listener }[] = [];
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    for (const { method, listener } of listeners) if (method === reply.method) listener(reply.params ?? {});
  });
  let last = 0;
  const send = (method: string, params: unknown): Promise<Record<string, unknown>> => {
    const id = (last += 1);
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, fail) => {
      waiting.set(id, ({ result, message }) => (result ? done(result) : fail(new Error(`${method}: ${message}`))));
    });
  };
  return { send, listen: (method: string, listener: Listener) => void listeners.push({ method, listener }) };
};
