import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';

const APPS = path.resolve(import.meta.dirname, '../..');

/** What each remote's first widget costs a cold page today, and the most that it may. */
const LIMITS = { 'mailing-list': 84_700, checkout: 95_500, login: 92_300, account: 105_850, subscribe: 104_750 };

/**
 * `first-widget-script` weighs what every widget needs (loader, platform, glue) with one button, as
 * design/architecture.md measured it. These are the product's own: loader, platform and the remote's entry, packed, in
 * bytes; what a page of its own needs besides is a chunk of its own.
 */
export const productWeights = async (): Promise<Figure[]> => {
  await promisify(execFile)('turbo', ['run', 'build', '--output-logs=errors-only'], { cwd: path.dirname(APPS) });
  const packed = async (file: string) => (await readFile(path.join(APPS, `${file}.br`))).byteLength;
  const shell = (await packed('shell/dist/loader.js')) + (await packed('shell/dist/platform.js'));
  return Promise.all(
    Object.entries(LIMITS).map(async ([name, max]) => ({
      name: `${name}-cold-script`,
      value: shell + (await packed(`${name}-mf/dist/entry.js`)),
      unit: 'bytes',
      limit: { max },
    })),
  );
};
