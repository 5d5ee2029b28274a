/**
 * The plugin in the oldest PHP that it is for, where this machine has one: elsewhere it runs in that of `start-php.ts`.
 * @module-tag long
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getWordPress } from './get-wordpress.ts';
import { configOf } from './open-wordpress.ts';

const PHP = ['php8.2', 'php'].find((name) => {
  const { stdout } = spawnSync(name, ['-r', 'echo PHP_VERSION_ID >= 80200 && extension_loaded("pdo_sqlite") ? "fit" : "";'], {
    encoding: 'utf8',
  });
  return stdout === 'fit';
});
if (PHP === undefined)
  console.warn(
    'No php 8.2 or newer with pdo_sqlite on this machine: the plugin was not tried in it (Debian: apt-get install php-cli php-sqlite3)',
  );

const MINUTE = 60_000;
const WHOLE = 'At low water the road is dry.';
const ROUTER = `<?php
$file = __DIR__ . rawurldecode((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (is_file($file)) return false;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
require __DIR__ . '/index.php';`;

describe.runIf(PHP !== undefined)('in this machine’s own PHP', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'newsstand-own-php-'));
  const errors = path.join(folder, 'errors.log');
  const strict = ['-d', 'error_reporting=-1', '-d', 'log_errors=1', '-d', 'display_errors=0', '-d', `error_log=${errors}`];
  let php: ChildProcess;
  let api: Server;
  let site = '';
  let authorization: string | undefined;

  beforeAll(async () => {
    const files = await getWordPress(path.resolve(import.meta.dirname, '../../../.data/wordpress'));
    cpSync(files, folder, { recursive: true });
    cpSync(path.resolve(import.meta.dirname, '../newsstand'), path.join(folder, 'wp-content/plugins/newsstand'), { recursive: true });
    api = createServer(({ url = '', headers }, response) => {
      authorization = headers.authorization;
      const html = url.startsWith('/api/html/product/mug') ? '<article><h2>Enamel Mug</h2><p>$18.00</p></article>' : null;
      const entitled = headers.cookie === 'sid=subscriber';
      response.writeHead(url.startsWith('/api/html/') && html === null ? 404 : 200, {
        'content-type': html ? 'text/html' : 'application/json',
      });
      response.end(html ?? JSON.stringify({ entitled, expires: new Date(Date.now() + MINUTE).toISOString(), cart: 1 }));
    });
    const port = await listen(api);
    const free = createServer();
    site = `http://127.0.0.1:${await listen(free)}`;
    free.close();
    writeFileSync(path.join(folder, 'wp-config.php'), configOf(site, `${folder}/`));
    writeFileSync(path.join(folder, 'router.php'), ROUTER);
    writeFileSync(
      path.join(folder, 'make.php'),
      `<?php require __DIR__ . '/wp-load.php';
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      update_option('permalink_structure', '/%postname%/');
      activate_plugin('newsstand/newsstand.php');
      update_option('newsstand', ['calls' => 'plugin', 'loader' => 'http://127.0.0.1:${port}', 'api' => 'http://127.0.0.1:${port}']);
      Newsstand\\create_pages();
      $id = wp_insert_post(['post_status' => 'publish', 'post_name' => 'tides', 'post_title' => 'Tides', 'post_content' => '<p>The road floods.</p><!--more--><p>${WHOLE}</p>']);
      update_post_meta($id, Newsstand\\FOR_SUBSCRIBERS, '1');
      echo 'made';`,
    );
    const made = spawnSync(PHP ?? '', [...strict, path.join(folder, 'make.php')], { encoding: 'utf8' });
    expect(made.stdout).toBe('made');
    php = spawn(PHP ?? '', [...strict, '-S', site.replace('http://', ''), '-t', folder, path.join(folder, 'router.php')], {
      stdio: 'ignore',
    });
    await vi.waitFor(async () => expect((await get('/')).status).toBe(200), { timeout: MINUTE, interval: 200 });
  }, 5 * MINUTE);
  afterAll(async () => {
    php.kill();
    await once(php, 'exit');
    api.close();
    rmSync(folder, { recursive: true });
  });

  const listen = async (server: Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  /**
   * Read to its end: Node's `fetch` breaks down, in nobody's test, where PHP closes a connection whose answer still
   * waits.
   */
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(site + address, { headers, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  const text = async (address: string, headers: Record<string, string> = {}) => (await get(address, headers)).text;

  test('a product has its page, and what is not sold any more has none', async () => {
    const page = await text('/store/product/mug/');
    expect(page).toContain('data-widget="checkout.product" data-when="visible" data-slug="mug"');
    expect(page).toContain('$18.00');
    expect((await get('/store/product/gone/')).status).toBe(404);
  });

  test('a post for subscribers is whole for them alone', async () => {
    expect(await text('/tides/', { cookie: 'sid=subscriber' })).toContain(WHOLE);
    for (const cookie of ['', 'sid=stranger']) expect(await text('/tides/', { cookie })).not.toContain(WHOLE);
  });

  test('calls go to the API, without the password of a guarded site', async () => {
    const answer = await get('/api/cart', { authorization: 'Basic eDp5' });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { cart: 1 }]);
    expect(authorization).toBeUndefined();
  });

  test('login and mailing list have forms that need no script', async () => {
    expect(await text('/login/')).toContain('<form method="post" action="/api/forms/login">');
    expect(await text('/mailing-list/')).toContain('<form method="post" action="/api/forms/list">');
  });

  test('PHP has no complaint about the plugin', () => {
    const message = readFileSync(errors, { encoding: 'utf8', flag: 'a+' }).split('\n');
    expect(message.filter((line) => line.includes('plugins/newsstand/'))).toEqual([]);
  });
});
