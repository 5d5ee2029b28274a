// A CMS, an API with cookies of a certain kind, and what it needs, each on its own host name: *.localhost is this
// machine, and each of its names is a site of its own to a browser.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../../../..');

export type Embedding = { name: string; mode: 'host' | 'domain' | 'partitioned'; page: string; api: string };

/** How a CMS may stand to the API. Where both are one origin, the CMS hands /api, /oauth and /logout on. */
export const EMBEDDINGS: Embedding[] = [
  { name: 'the same origin', mode: 'host', page: 'magazine.localhost', api: 'magazine.localhost' },
  { name: 'a sub-domain', mode: 'domain', page: 'www.magazine.localhost', api: 'api.magazine.localhost' },
  { name: 'another site', mode: 'partitioned', page: 'cms.localhost', api: 'api.localhost' },
];

export type Sites = {
  /** The CMS's origin. */
  page: string;
  api: string;
  mailbox: string;
  close(): Promise<void>;
};

/** Starts them on free ports, with a database of their own. `loader` is the address of loader.js. */
export async function startSites({ mode, page, api }: Embedding, loader: string): Promise<Sites> {
  const data = mkdtempSync(path.join(tmpdir(), 'newsstand-embedding-'));
  const [pagePort, ownApiPort, openid, smtp, mailbox, postgres] = await freePorts(6);
  const pageOrigin = `http://${page}:${pagePort}`;
  const apiPort = page === api ? pagePort : ownApiPort;
  const apiOrigin = `http://${api}:${apiPort}`;
  const children: ChildProcess[] = [];
  const start = async (file: string, env: Record<string, string>, ready: string) => {
    const preload = path.join(root, 'tools/die-with-parent.mjs');
    const child = spawn(process.execPath, ['--import', preload, path.join(root, file)], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.unshift(child);
    await answers(ready);
  };
  await start(
    'packages/dev-services/src/mailbox-main.ts',
    { SMTP_PORT: String(smtp), HTTP_PORT: String(mailbox), STATE_FILE: path.join(data, 'mails.sqlite') },
    `http://127.0.0.1:${mailbox}/`,
  );
  await start(
    'packages/dev-services/src/openid-provider-main.ts',
    { PORT: String(openid), MAGAZINE_ORIGINS: apiOrigin },
    `http://127.0.0.1:${openid}/`,
  );
  await start(
    'services/commerce-api/dist/server.mjs',
    {
      PORT: String(ownApiPort),
      PUBLIC_URL: pageOrigin,
      ALLOWED_ORIGINS: pageOrigin,
      API_URL: apiOrigin,
      COOKIE_MODE: mode,
      ...(mode === 'domain' && { COOKIE_DOMAIN: 'magazine.localhost' }),
      DATA_DIR: data,
      POSTGRES_PORT: String(postgres),
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      OPENID_STAND_IN: `http://127.0.0.1:${openid}`,
      LOG_LEVEL: 'warn',
    },
    `http://127.0.0.1:${ownApiPort}/api/health/ready`,
  );
  const cms = createServer((request, response) => {
    if (request.url === '/third') {
      // A stranger's cookie of the plain kind; answers what came back of it.
      return void response
        .writeHead(200, {
          'access-control-allow-origin': pageOrigin,
          'access-control-allow-credentials': 'true',
          'set-cookie': 'third=1; Path=/; Secure; SameSite=None',
        })
        .end(request.headers.cookie ?? '');
    }
    if (page === api && /^\/(api|oauth|logout)\b/.test(request.url ?? '')) return void handOn(request, response, Number(ownApiPort));
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(template(loader, page === api ? '' : apiOrigin, request.url === '/article'));
  });
  await new Promise<void>((done) => cms.listen(pagePort, '127.0.0.1', done));
  return {
    page: pageOrigin,
    api: apiOrigin,
    mailbox: `http://127.0.0.1:${mailbox}`,
    close: async () => {
      cms.closeAllConnections();
      await new Promise((done) => cms.close(done));
      for (const child of children) await ended(child);
    },
  };
}

/**
 * A new page of a browser whose third parties may keep cookies, or may not (but for those that are kept apart for each
 * site).
 */
export async function openPage(context: BrowserContext, thirdParties: 'allowed' | 'blocked'): Promise<Page> {
  const page = await context.newPage();
  if (thirdParties === 'allowed') return page;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  return page;
}

/** As much of a CMS's page as login and cart need; an article has a login in its header alone. */
const template = (loader: string, api: string, isArticle: boolean) => `<!doctype html>
<html lang="en" data-newsstand-page="${isArticle ? 'article' : 'login'}" data-newsstand-api="${api}">
  <head><meta charset="utf-8"><title>A page of the CMS</title><link rel="icon" href="data:,"><script async src="${loader}"></script></head>
  <body><main><h1>A page of the CMS</h1>
    <p data-widget="checkout.counter" data-when="intent">In the cart: <span data-cart-count></span></p>
    ${
      isArticle
        ? '<div data-widget="login.header" data-when="intent"><a href="/login">Log in</a></div>'
        : '<div data-widget="login.page" data-when="load"><p>The login is being fetched.</p></div>'
    }
  </main></body>
</html>`;

/** What a CMS in front of the API does: the browser sees one origin. */
async function handOn(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = new Headers();
  for (const name of ['cookie', 'content-type', 'origin', 'accept', 'sec-fetch-site', 'user-agent']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  const answer = await fetch(`http://127.0.0.1:${port}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...body,
  });
  const kept = ['content-type', 'location', 'cache-control'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  response.writeHead(answer.status, { ...Object.fromEntries(kept), 'set-cookie': answer.headers.getSetCookie() });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  for (let n = 0; n < count; n += 1) {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
  }
  return Promise.all(
    servers.map(async (server) => {
      const { port } = server.address() as AddressInfo; // a TCP server that listens
      await new Promise((done) => server.close(done));
      return port;
    }),
  );
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + 90_000;
  for (;;) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (Date.now() > until) throw new Error(`${url} does not answer`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}
