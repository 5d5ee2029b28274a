import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** It draws on a screen: on one that nobody sees. */
const XVFB = '/usr/bin/Xvfb';
/** Safari's engine on this machine, by its WebDriver: Playwright's own build of it is not to be had everywhere. */
export const WEBKIT = [process.env['WEBKIT_DRIVER'] ?? '', '/usr/bin/WebKitWebDriver'].find((path) => existsSync(path) && existsSync(XVFB));

/** The little of WebKit that these tests need. */
export type WebKit = {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, as a string. */
  evaluate(expression: string): Promise<string>;
  close(): Promise<void>;
};

/** A browser that nobody has used: nothing is in its cache. */
export const startWebKit = async (path: string): Promise<WebKit> => {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(path, [`--port=${port}`], { env: { ...process.env, DISPLAY: screen.name }, stdio: 'ignore' });
  const exited = once(driver, 'exit');
  const call = async (method: string, address: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const { value }: { value: unknown } = await answer.json();
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  const stop = async () => {
    driver.kill();
    await exited;
    await screen.close();
  };
  try {
    for (let tries = 0; !(await call('GET', '/status').catch(() => null)); tries += 1) {
      if (tries === 100) throw new Error('WebKitWebDriver does not answer');
      await pause(100);
    }
    const { sessionId }: { sessionId?: string } = Object(await call('POST', '/session', { capabilities: {} }));
    const session = `/session/${sessionId}`;
    return {
      goto: async (url) => void (await call('POST', `${session}/url`, { url })),
      evaluate: async (expression) =>
        String(await call('POST', `${session}/execute/sync`, { script: `return String(${expression})`, args: [] })),
      close: async () => {
        await call('DELETE', session);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const startScreen = async (): Promise<{ name: string; close(): Promise<void> }> => {
  const running = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(running, 'exit');
  const [number] = await once(running.stdout, 'data');
  return {
    name: `:${String(number).trim()}`,
    close: async () => {
      running.kill();
      await exited;
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: { port: number } = Object(server.address());
  server.close();
  await once(server, 'close');
  return port;
};
