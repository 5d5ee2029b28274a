// @module-tag ci
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './root.ts';
import { run } from './run.ts';

// A copy of the workspace's outline (package.json, turbo.json, lint rules) in which each test plants one file that
// breaks one rule.
let copy = '';
beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'newsstand-boundaries-'));
  const outline = [
    'package.json',
    'package-lock.json',
    'turbo.json',
    '.oxlintrc.json',
    ...globSync('{packages,apps,services,integrations}/*/{package,turbo}.json', { cwd: root }),
  ];
  for (const file of outline) cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function planted(file: string, text: string, command: [string, ...string[]]) {
  const target = path.join(copy, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${text}\n`);
  try {
    const [name, ...args] = command;
    return await run(path.join(root, 'node_modules/.bin', name), args, { quiet: true, cwd: copy });
  } finally {
    rmSync(target);
  }
}

test.each([
  ['contracts imports ui', 'packages/contracts/src/planted.ts', "import '@newsstand/ui/button';"],
  ['ui imports the service', 'packages/ui/src/planted.ts', "import '@newsstand/commerce-api/app';"],
  ['ui imports a remote', 'packages/ui/src/planted.ts', "import '@newsstand/checkout-mf/mount';"],
  ['a remote imports another remote', 'apps/checkout-mf/src/planted.ts', "import '@newsstand/mailing-list-mf/mount';"],
  ['a remote imports another remote by its folder', 'apps/checkout-mf/src/planted.ts', "import '../../mailing-list-mf/src/mount.tsx';"],
  ['a remote imports the service', 'apps/mailing-list-mf/src/planted.ts', "import '@newsstand/commerce-api/app';"],
  ['the service imports ui', 'services/commerce-api/src/shop/planted.ts', "import '@newsstand/ui/button';"],
  ['a stand-in imports the service', 'packages/dev-services/src/planted.ts', "import '@newsstand/commerce-api/app';"],
])('the boundaries between packages refuse it when %s', { timeout: 60_000 }, async (_rule, file, text) => {
  expect((await planted(file, text, ['turbo', 'boundaries'])).code).not.toBe(0);
});

test.each([
  [
    'contracts imports anything but valibot',
    'packages/contracts/src/planted.ts',
    "import { Hono } from 'hono';\nexport const app = new Hono();",
  ],
  ['the loader imports React', 'apps/shell/src/loader/planted.ts', "import { useState } from 'react';\nexport const state = useState;"],
  [
    'the reference magazine imports React',
    'apps/shell/src/magazine/planted.ts',
    "import { useState } from 'react';\nexport const state = useState;",
  ],
  [
    'a verb of the service knows Hono',
    'services/commerce-api/src/shop/cart/planted.ts',
    "import { Hono } from 'hono';\nexport const app = new Hono();",
  ],
  [
    'a rule of the service knows the database',
    'services/commerce-api/src/shop/cart/price-cart.ts',
    "import { PrismaClient } from '../../../generated/prisma/client.ts';\nexport const db = PrismaClient;",
  ],
  [
    'the service reads the environment outside its config',
    'services/commerce-api/src/shop/cart/planted.ts',
    "export const port = process.env['PORT'];",
  ],
  [
    'files import each other in a circle',
    'apps/checkout-mf/src/planted.ts',
    "import { self } from './planted.ts';\nexport const other = self;\nexport { other as self };",
  ],
])('the layers inside a package refuse it when %s', { timeout: 60_000 }, async (_rule, file, text) => {
  const { code, output } = await planted(file, text, ['oxlint', '--deny-warnings', file]);
  expect(output).toMatch(/no-restricted-imports|no-cycle|no-self-import|no-process-env/);
  expect(code).not.toBe(0);
});

test('an allowed import passes, so that the refusals above are the rules biting', { timeout: 60_000 }, async () => {
  const file = 'apps/checkout-mf/src/planted.ts';
  const text = "import { Cents } from '@newsstand/contracts/money';\nexport const cents = Cents;";
  expect((await planted(file, text, ['turbo', 'boundaries'])).output).toContain('no issues found');
  expect((await planted(file, text, ['oxlint', '--deny-warnings', file])).code).toBe(0);
});
