// A real WordPress in this process, with the plugin: PHP as WebAssembly, the database in SQLite, its files in folders
// of this machine.
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { HTTPMethod, PHP, PHPResponse } from '@php-wasm/universal';
import * as v from 'valibot';
import { startPhp } from './start-php.ts';

export type WordPress = {
  /** What WordPress answers a browser. */
  fetch(request: Request): Promise<Response>;
  /** Runs PHP with WordPress loaded; answers what it prints, and throws where PHP complains. */
  run(code: string): Promise<string>;
  close(): void;
};

const Asked = v.object({
  url: v.string(),
  method: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
  timeout: v.number(),
});

const here = path.resolve(import.meta.dirname, '..');
const SITE = '/site';
const TYPES: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
};
const SECRETS = [
  'AUTH_KEY',
  'SECURE_AUTH_KEY',
  'LOGGED_IN_KEY',
  'NONCE_KEY',
  'AUTH_SALT',
  'SECURE_AUTH_SALT',
  'LOGGED_IN_SALT',
  'NONCE_SALT',
];

export type WordPressOptions = {
  /** WordPress as getWordPress leaves it. */
  files: string;
  /** Where this site keeps what is its own. */
  data: string;
  /** What it takes for its address. */
  url: string;
  /** With a page cache before all else (try/page-cache.php). */
  isCached?: boolean;
};

export async function openWordPress({ files, data, url, isCached = false }: WordPressOptions): Promise<WordPress> {
  const own = (name: string): string => {
    const folder = path.join(data, name);
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      const first = path.join(files, 'wp-content', name);
      if (existsSync(first)) cpSync(first, folder, { recursive: true });
    }
    return folder;
  };
  const folders: Record<string, string> = {
    [SITE]: files,
    [`${SITE}/wp-content/database`]: own('database'),
    [`${SITE}/wp-content/uploads`]: own('uploads'),
    [`${SITE}/wp-content/mu-plugins`]: path.join(here, 'try/mu-plugins'),
    [`${SITE}/wp-content/themes/plain`]: path.join(here, 'try/themes/plain'),
    [`${SITE}/wp-content/plugins/newsstand`]: path.join(here, 'newsstand'),
  };
  const php = await startPhp(folders);
  php.writeFile('/page-cache.php', readFileSync(path.join(here, 'try/page-cache.php')));
  // Where the web server's requests come from, and not for what is run from here.
  const cache = isCached ? "if (isset($_SERVER['REQUEST_URI'])) require '/page-cache.php';\n" : '';
  php.writeFile(
    '/wp-config.php',
    configOf(url, `${SITE}/`).replace('<?php\n', (begin) => begin + cache),
  );
  answerQuestions(php);

  let before: Promise<unknown> = Promise.resolve();
  // One after the other: there is one PHP.
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = before.then(work, work);
    before = next.catch(() => null);
    return next;
  };

  const fetch = async (request: Request): Promise<Response> => {
    const asked = new URL(request.url);
    const pathname = decoded(asked.pathname).replace(/\/$/, '/index.php');
    const file = fileOf(folders, SITE + pathname);
    if (file !== null && !file.endsWith('.php')) return staticFile(file);
    const script = file === null ? '/index.php' : pathname;
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const target = asked.pathname + asked.search;
    return inTurn(async () => {
      const answer = await php.run({
        scriptPath: SITE + script,
        relativeUri: target,
        protocol: asked.protocol.slice(0, -1),
        // A method that WordPress does not know is as good as any other.
        method: request.method as HTTPMethod,
        headers: { ...Object.fromEntries(request.headers), host: asked.host },
        ...(body && { body }),
        $_SERVER: {
          REQUEST_URI: target,
          REQUEST_METHOD: request.method,
          QUERY_STRING: asked.search.slice(1),
          SCRIPT_NAME: script,
          SCRIPT_FILENAME: SITE + script,
          PHP_SELF: script,
          DOCUMENT_ROOT: SITE,
          HTTP_HOST: asked.host,
          SERVER_NAME: asked.hostname,
          SERVER_PORT: asked.port,
          SERVER_PROTOCOL: 'HTTP/1.1',
          REMOTE_ADDR: '127.0.0.1',
        },
      });
      return responseOf(answer, request.method);
    });
  };
  return {
    fetch,
    run: (code) =>
      inTurn(async () => {
        const { text, errors, exitCode } = await php.run({ code: `<?php require '${SITE}/wp-load.php'; ${code}` });
        if (errors !== '' || exitCode !== 0) throw new Error(`PHP says: ${errors}${text}`);
        return text;
      }),
    close: () => php.exit(),
  };
}

/** `root`: the folder of WordPress, as PHP sees it. */
export const configOf = (url: string, root: string): string => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', '');
define('DB_PASSWORD', '');
define('DB_HOST', '');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', '${url}');
define('WP_SITEURL', WP_HOME);
${SECRETS.map((name) => `define('${name}', '${name} of a site on this machine');`).join('\n')}
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_DEBUG', false);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', '${root}');
require_once ABSPATH . 'wp-settings.php';
`;

/** The file of this machine that has such a name in PHP's world; null where there is none. */
function fileOf(folders: Record<string, string>, name: string): string | null {
  if (name.split('/').includes('..')) return null;
  const [at, from] = Object.entries(folders).findLast(([folder]) => name.startsWith(`${folder}/`)) ?? [];
  if (at === undefined || from === undefined) return null;
  const file = path.join(from, name.slice(at.length));
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

const staticFile = (file: string): Response =>
  new Response(readFileSync(file), { headers: { 'content-type': TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream' } });

const responseOf = ({ httpStatusCode, headers, bytes }: PHPResponse, method: string): Response => {
  const list = Object.entries(headers).flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  const hasBody = method !== 'HEAD' && ![204, 304].includes(httpStatusCode);
  return new Response(hasBody ? new Uint8Array(bytes) : null, { status: httpStatusCode, headers: list });
};

/**
 * PHP, who asks it and, in tests, whom it asks are one thread here: on a busy machine an answer takes longer than the
 * two seconds a site has for it.
 */
const MORE_PATIENCE = 10;

/** What PHP asks by http (try/mu-plugins/asks-through-node.php). */
function answerQuestions(php: PHP): void {
  php.onMessage(async (message) => {
    const { url, method, headers, body, timeout } = v.parse(Asked, JSON.parse(message));
    const sent = Buffer.from(body, 'base64');
    const signal = AbortSignal.timeout(timeout * 1000 * MORE_PATIENCE);
    const hasBody = sent.length > 0 && method !== 'GET' && method !== 'HEAD';
    try {
      const answer = await fetch(url, { method, headers, redirect: 'manual', signal, ...(hasBody && { body: sent }) });
      return JSON.stringify({
        status: answer.status,
        headers: [...answer.headers],
        body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      });
    } catch (error) {
      return JSON.stringify({ error: String(error instanceof Error ? (error.cause ?? error) : error) });
    }
  });
}

/** An address that was cut within an escape names no file: WordPress says what becomes of it. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
