import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { openPhp } from '../../../test/php.ts';
import { logInWith, makeAccount } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';
import { listen } from '../../platform/http/listen.ts';
import type { Running } from '../../platform/running.ts';

const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/guide-embed.md'), 'utf8');
const ARTICLE = '/articles/tides';
const SECRET = 'the secret of worker and CMS';
const WHOLE = 'The whole of it.';

/** What the guide's modules export. */
type MayRead = (cookie: string | undefined, path: string) => Promise<boolean>;
type Worker = { fetch(request: Request, variables: Record<string, string>): Promise<Response> };
type ReadToken = (token: string, path: string, now?: number) => { entitled: boolean } | null;

let service: TestApp;
let server: Running;
let php: Awaited<ReturnType<typeof openPhp>>;
let cms: Server;
let apiUrl: string;
let cmsUrl: string;
let inNode: MayRead;
let readToken: ReadToken;
let worker: Worker;
const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
const before = { ...process.env };

/** A block of the guide, by the name in its first line. */
function block(language: string, name: string): string {
  const found = GUIDE.split(`\`\`\`${language}\n`).find((part) => part.slice(0, 40).includes(`// ${name}\n`));
  if (found === undefined) throw new Error(`The guide has no ${name}`);
  return found.slice(0, found.indexOf('```'));
}

function load(name: string): Promise<unknown> {
  const file = path.join(folder, name);
  writeFileSync(file, block('js', name));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** In a world that has what every edge host has, and nothing of Node's. */
function loadAtTheEdge(name: string): Worker {
  const world = createContext({ fetch, Request, Response, Headers, URL, URLSearchParams, AbortSignal });
  return runInContext(block('js', name).replace('export default', 'globalThis.worker ='), world);
}

beforeAll(async () => {
  service = await createTestApp();
  const { port, stop } = await listen(service.app, { port: 0, host: '127.0.0.1' });
  server = { stop };
  // Where a CMS reaches it, which is not what it calls itself in what it signs.
  apiUrl = `http://127.0.0.1:${port}`;
  const { apiUrl: ENTITLEMENT_ISSUER, entitlementSecret: ENTITLEMENT_SECRET } = service.deps.config.access;
  expect(ENTITLEMENT_ISSUER).not.toBe(apiUrl);
  Object.assign(process.env, { API_URL: apiUrl, ENTITLEMENT_ISSUER, ENTITLEMENT_SECRET });
  ({ mayRead: inNode } = (await load('may-read.mjs')) as { mayRead: MayRead });
  ({ readToken } = (await load('read-token.mjs')) as { readToken: ReadToken });
  worker = loadAtTheEdge('worker.mjs');
  php = await openPhp({ API_URL: apiUrl });
  cms = createServer(({ headers }, response) => {
    response.setHeader('cache-control', 'public, max-age=600');
    response.end(headers['x-whole-article'] === SECRET ? WHOLE : 'Its beginning.');
  });
  await new Promise<void>((resolve) => cms.listen(0, '127.0.0.1', resolve));
  const address = cms.address();
  cmsUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(async () => {
  process.env = before;
  rmSync(folder, { recursive: true });
  php.close();
  cms.close();
  await server.stop();
  await service.close();
});

/** The guide's PHP in a page of a CMS's. */
const inPhp: MayRead = async (cookie, article) => {
  const source = block('php', 'may-read.php').replace('<?php', '');
  const given = cookie === undefined ? '' : `$_SERVER['HTTP_COOKIE'] = base64_decode('${Buffer.from(cookie).toString('base64')}');`;
  const path64 = Buffer.from(article).toString('base64');
  return (await php.run(`${given}${source} echo json_encode(may_read(base64_decode('${path64}')));`)) === 'true';
};

const HAS_PHP = spawnSync('php', ['-r', 'echo extension_loaded("curl");'], { encoding: 'utf8' }).stdout === '1';
const inOwnPhp: MayRead = async (cookie, article) => {
  const source = block('php', 'may-read.php').replace('<?php', `$_SERVER['HTTP_COOKIE'] = '${cookie}';`);
  const { stdout } = await promisify(execFile)('php', ['-r', `${source} echo json_encode(may_read('${article}'));`]);
  return stdout === 'true';
};

const throughWorker = (cookie: string | undefined, article: string, more: Record<string, string> = {}): Promise<Response> =>
  worker.fetch(new Request(`https://magazine.example${article}?from=letter`, { headers: { ...(cookie && { cookie }), ...more } }), {
    API_URL: apiUrl,
    CMS_URL: cmsUrl,
    CMS_SECRET: SECRET,
  });
const atTheEdge: MayRead = async (cookie, article) => (await (await throughWorker(cookie, article)).text()) === WHOLE;

const WAYS: [string, MayRead][] = [
  ['in PHP', (...asked) => inPhp(...asked)],
  ['in Node', (...asked) => inNode(...asked)],
  ['at the edge', (...asked) => atTheEdge(...asked)],
];

const cookieOf = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const tokenFor = async (browser: Browser): Promise<string> => {
  const { token }: { token: string } = await (await browser.get(`/api/access/entitlement?path=${ARTICLE}`)).json();
  return token;
};

async function subscriber(): Promise<Browser> {
  const { id: ownerId, email } = await makeAccount(service);
  const id = uuidv7();
  const deliverables = { set: 'digital', active: 'digital' } as const;
  const term = { id, source: `test:${id}`, term: '1year', level: 'low', deliverables, at: new Date() } as const;
  await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...term }));
  const browser = service.browser();
  await logInWith(browser, email);
  return browser;
}

describe.each(WAYS)('a CMS that does as the guide says %s', (_, mayRead) => {
  test('serves an article to subscribers, and to nobody else', async () => {
    const reader = cookieOf(await subscriber());
    expect(await mayRead(reader, ARTICLE)).toBe(true);
    expect(await mayRead(reader, '/artikel/über-gezeiten')).toBe(true);
    const other = service.browser();
    await logInWith(other, (await makeAccount(service)).email);
    expect(await mayRead(cookieOf(other), ARTICLE)).toBe(false);
    for (const cookie of [undefined, '', 'sid=made-up', 'notsid=x', `not${reader}`]) expect(await mayRead(cookie, ARTICLE)).toBe(false);
  });

  test('tells the API the session and none of the CMS’s own cookies', async () => {
    const sid = `sid=${(await subscriber()).cookies.get('sid')}`;
    const asked = vi.spyOn(service.app, 'fetch');
    expect(await mayRead(`wordpress_logged_in=secret; ${sid}; cart=1`, ARTICLE)).toBe(true);
    expect(asked.mock.calls.map(([request]) => request.headers.get('cookie'))).toEqual([sid]);
    asked.mockRestore();
  });
});

test('while the API is down, nobody reads on, and the page comes all the same', { tags: ['ci'] }, async () => {
  const reader = cookieOf(await subscriber());
  const down = await openPhp({ API_URL: 'http://127.0.0.1:9' });
  const kept = { php, apiUrl };
  try {
    Object.assign(process.env, { API_URL: 'http://127.0.0.1:9' });
    [php, apiUrl] = [down, 'http://127.0.0.1:9'];
    for (const [way, mayRead] of WAYS) expect(await mayRead(reader, ARTICLE), way).toBe(false);
    expect((await throughWorker(reader, ARTICLE)).status).toBe(200);
  } finally {
    ({ php, apiUrl } = kept);
    process.env['API_URL'] = apiUrl;
    down.close();
  }
});

/** As no API of ours answers; what stands before it may. */
const ODD: [string, (response: ServerResponse) => void][] = [
  ['a redirect', (response) => void response.writeHead(302, { location: '/elsewhere' }).end('{"entitled":true}')],
  ['a redirect to nowhere', (response) => void response.writeHead(302).end('{"entitled":true}')],
  ['an error', (response) => void response.writeHead(500).end('{"entitled":true}')],
  ['drops', drip],
];
test('the body of a redirect or an error is not believed, and nobody waits for one that comes in drops', { tags: ['ci'] }, async () => {
  let respond = drip;
  const odd = createServer((request, response) => respond(response));
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const address = odd.address();
  const there = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const other = await openPhp({ API_URL: there });
  const kept = { php, apiUrl };
  try {
    process.env['API_URL'] = there;
    [php, apiUrl] = [other, there];
    const ways = HAS_PHP ? [...WAYS, ['in this machine’s own PHP', inOwnPhp] as const] : WAYS;
    for (const [what, answer] of ODD) {
      respond = answer;
      const asking = ways.map(async ([way, mayRead]) => {
        const begun = performance.now();
        return [what, way, await mayRead('sid=any-session', ARTICLE), performance.now() - begun < 4500];
      });
      expect(await Promise.all(asking)).toEqual(ways.map(([way]) => [what, way, false, true]));
    }
  } finally {
    ({ php, apiUrl } = kept);
    process.env['API_URL'] = apiUrl;
    other.close();
    odd.closeAllConnections();
    odd.close();
  }
});

/** Each drop comes in time; the whole takes six seconds. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drops = ['{', '"entitled"', ':', 'true', '}', ' '];
  const timer = setInterval(() => {
    const drop = drops.shift();
    if (drop !== undefined) return void response.write(drop);
    clearInterval(timer);
    response.end();
  }, 1000);
  response.once('close', () => clearInterval(timer));
}

test('at the edge no reader gives themselves the whole, and a page for a subscriber is in no cache', async () => {
  expect(await (await throughWorker(undefined, ARTICLE, { 'x-whole-article': SECRET })).text()).not.toBe(WHOLE);
  const caching = async (cookie?: string) => (await throughWorker(cookie, ARTICLE)).headers.get('cache-control');
  expect(await caching(cookieOf(await subscriber()))).toBe('private, no-store');
  expect(await caching()).toBe('public, max-age=600');
});

test('by the guide a token counts for its article and for five minutes, and one that was changed or signed by another does not', async () => {
  const token = await tokenFor(await subscriber());
  expect(readToken(token, ARTICLE)).toMatchObject({ entitled: true });
  expect(readToken(token, '/articles/another')).toBeNull();
  expect(readToken(token, ARTICLE, Date.now() + 5 * MINUTE)).toBeNull();

  const nobodys = await tokenFor(service.browser());
  const [head = '', , signature = ''] = nobodys.split('.');
  const [, entitled = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const claims = { entitled: true, by: 'lifetime', path: ARTICLE };
  const sign = (secret: string, issuer: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience('main')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret));
  const forged = [
    `${head}.${entitled}.${signature}`,
    `${none}.${entitled}.`,
    `${head}.${entitled}`,
    'nonsense',
    '',
    await sign('another secret of at least 32 characters', service.deps.config.access.apiUrl),
    await sign(service.deps.config.access.entitlementSecret, 'https://another.example'),
  ];
  expect(forged.map((one) => readToken(one, ARTICLE))).toEqual(forged.map(() => null));
});
