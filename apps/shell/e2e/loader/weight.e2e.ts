import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeLoader } from '@newsstand/build/compose-loader';
import { compress } from '@newsstand/build/precompress';
import type { LoaderBuild } from '@newsstand/contracts/registry';
import { expect, test } from '@playwright/test';
import { weights } from '../../figures/weights.ts';
import { startSite } from './site.ts';

test('pages fetch no more of ours than the limits allow', { tag: '@ci' }, async ({ browser }) => {
  const site = await startSite();
  for (const { name, value, limit } of await weights(browser, site)) expect.soft(value, name).toBeLessThanOrEqual(limit?.max ?? Number.NaN);
  await site.close();
});

/**
 * Of what a build is named by no two are alike, and each remote has an origin of its own: as much as a registry can
 * weigh.
 */
const anyBuild = (name: string, file: string): LoaderBuild => [
  `http://127.0.0.1:${randomInt(10_000, 65_536)}/mf/${name}/${randomBytes(4).toString('hex')}/`,
  { [file]: `sha256-${randomBytes(32).toString('base64')}` },
];

test('the loader keeps within its 2.5 kB whatever the builds and their origins are called', async () => {
  const code = await readFile(path.join(import.meta.dirname, '../../dist/loader.js'), 'utf8');
  const remotes = ['checkout', 'mailing-list', 'login', 'subscribe', 'account'];
  const sizes = Array.from({ length: 15 }, async () => {
    const registry = {
      platform: anyBuild('shell', 'platform.js'),
      remotes: Object.fromEntries(remotes.map((name) => [name, anyBuild(name, 'entry.js')])),
    };
    return (await compress(Buffer.from(composeLoader(code, registry)))).br.length;
  });
  expect(Math.max(...(await Promise.all(sizes)))).toBeLessThanOrEqual(2500);
});
