import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '@newsstand/build/deploy';
import { folderStore } from '@newsstand/build/folder-store';
import { startStoreServers } from '@newsstand/build/serve-store';
import type { Store } from '@newsstand/build/store';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import type { Cart } from '@newsstand/contracts/cart';
import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import type { LoaderRegistry } from '@newsstand/contracts/registry';
import { builtIn } from './build-fixtures.ts';

export type CmsPage = { html: string; headers?: Record<string, string> };

/** A site that embeds the widgets: its pages and API on one origin, the shell and each remote on their own. */
export type Site = {
  url: string;
  /** Origins of `shell` and of the remotes. */
  stores: Record<string, string>;
  store: Store;
  /** The pages by path; a test puts its own. */
  pages: Map<string, CmsPage>;
  /** Paths of the API that were asked for. */
  calls: string[];
  /** The cart that the API answers. */
  cart: Cart;
  close(): Promise<void>;
};

/** The remotes that are in the registry beside alpha and beta: with the shell as many as the product will have. */
const OTHERS = ['mailing-list', 'checkout', 'account'];

/**
 * A site with these builds, the shell's first; without any, with the small ones of these tests. `local`: as on a
 * developer's machine, or as where others reach it.
 */
export const startSite = async (builds?: readonly string[], options: { local?: boolean } = {}): Promise<Site> => {
  const dir = await mkdtemp(join(tmpdir(), 'newsstand-site-'));
  const store = folderStore(dir);
  const ports: Record<string, number> = {};
  for (const build of builds ?? (await smallBuilds(join(dir, 'others')))) ports[(await deploy(store, build)).name] = 0;
  const servers = await startStoreServers({ dir, ports, local: options.local ?? true });
  const site: Site = {
    url: '',
    stores: servers.urls,
    store,
    pages: new Map(),
    calls: [],
    cart: emptyCart,
    close: async () => {
      await new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
      await servers.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  const mono = builds ? '' : await readFile(join(builtIn('mono'), 'mono.js.br'));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://cms').pathname;
    if (path.startsWith('/api/')) {
      site.calls.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(path === '/api/cart' ? site.cart : makePageData({ page: 'article', cart: site.cart })));
      return;
    }
    if (path === '/mono.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(mono);
      return;
    }
    const page = site.pages.get(path);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers }).end(page?.html ?? 'Not found');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  site.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return site;
};

const smallBuilds = async (dir: string): Promise<string[]> => [
  ...['shell', 'alpha', 'beta'].map(builtIn),
  ...(await Promise.all(OTHERS.map((name) => namesake(dir, name)))),
];

/** Alpha as another team's remote, with hashes of its own. */
const namesake = async (dir: string, name: string): Promise<string> => {
  const dist = join(dir, name);
  await cp(builtIn('alpha'), dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  await writeFile(join(dist, 'entry.js'), `${await readFile(join(dist, 'entry.js'), 'utf8')}\n// ${name}`);
  await writeFile(join(dist, 'build.json'), JSON.stringify({ ...JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')), name }));
  return dist;
};

/** What a CMS writes into the head of a page whose widget starts with the page (docs/guide-embed.md). */
export const hintsFor = async (site: Site, ...names: string[]): Promise<string> => {
  const response = await fetch(`${site.stores['shell']}/hints.json`);
  const { platform, remotes }: LoaderRegistry = await response.json();
  return [platform, ...names.map((name) => remotes[name] ?? platform)]
    .flatMap(([folder, files]) =>
      Object.entries(files).map(([file, integrity]) => `<link rel="modulepreload" href="${folder}${file}" integrity="${integrity}">`),
    )
    .join('');
};

/** A whole page of the CMS. */
export const cmsPage = (
  site: Site,
  body: string,
  { head = '', nonce = '', html = '', tag = '', inline }: PageOptions = {},
): string => `<!doctype html>
<html lang="en" ${html}><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
${head}<script async nonce="${nonce}" ${tag} src="${site.stores['shell']}/loader.js"></script></head>
<body><h1>A page</h1>${body}${inline ? `<script type="application/json" id="newsstand-page">${JSON.stringify(inline)}</script>` : ''}</body></html>`;
export type PageOptions = { head?: string; nonce?: string; html?: string; tag?: string; inline?: unknown };

/** A mount element with the link that it falls back to. */
export const place = (widget: string, attributes = '', fallback = '<a href="/fallback">Fallback</a>'): string =>
  `<div data-widget="${widget}" ${attributes}>${fallback}</div>`;
