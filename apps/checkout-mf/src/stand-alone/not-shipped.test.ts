// @module-tag ci
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What only the stand-alone page says: the pretended API, order, card form and bank. */
const MARKERS = ['stand-alone:order', '3D Secure', 'fakeApi', 'hostileSheet'];
/** What the stand-alone pages share: their menu, and the hostile sheet. */
const SHARED = ['alone-menu', 'Comic Sans'];
const remote = path.join(import.meta.dirname, '../..');
const dist = mkdtempSync(path.join(tmpdir(), 'checkout-dist-'));
const textOf = (pattern: string, cwd: string) =>
  globSync(pattern, { cwd })
    .map((file) => readFileSync(path.join(cwd, file), 'utf8'))
    .join('\n');

beforeAll(() => {
  execFileSync('npx', ['rspack', 'build', '--output-path', dist], { cwd: remote, env: { ...process.env, NODE_ENV: 'production' } });
}, 60_000);
afterAll(() => rmSync(dist, { recursive: true }));

test('what is deployed holds nothing of the stand-alone page', () => {
  const source = textOf('*.ts*', import.meta.dirname);
  const built = textOf('*.js', dist);
  expect(built).toContain('Proceed to Payment');
  for (const marker of MARKERS) {
    expect(source).toContain(marker);
    expect(built).not.toContain(marker);
  }
  expect(built).not.toContain('fixture');
  for (const shared of SHARED) expect(built).not.toContain(shared);
});

test('what is deployed takes no script from a developer’s machine, and keeps no policy where the page’s scripts find it', () => {
  const built = textOf('*.js', dist);
  expect(built).toContain('js.stripe.com');
  for (const allowance of ['localhost', '127.0.0.1', '[::1]', 'newsstandScripts']) expect(built).not.toContain(allowance);
});

test('a page that only counts the cart fetches nothing of check-out, store or receipt', () => {
  const { preload } = JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8'));
  const wave = preload.map((file: string) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
  expect(wave).toContain('/api/cart');
  for (const later of ['/api/cart/checkout', '/api/bot-check', '/api/receipts', '/api/store', 'confirmPayment', 'Postal code']) {
    expect(textOf('*.js', dist)).toContain(later);
    expect(wave).not.toContain(later);
  }
});
