import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import type { Registry } from '@newsstand/contracts/registry';
import { composeLoader, hintsOf, loaderRegistry, type Origins, overridesOf } from './compose-loader.ts';
import { folderStore } from './folder-store.ts';
import { compress } from './precompress.ts';
import { readRegistry, REGISTRY } from './registry-store.ts';
import { SHELL } from './releases.ts';
import type { Store } from './store.ts';

export type StoreServersOptions = {
  /** The folder of the store. */
  dir: string;
  /** A port for the shell (`shell`) and for each remote, each of which becomes its own origin; 0 takes any free one. */
  ports: Readonly<Record<string, number>>;
  host?: string;
  /** Where the public reaches them, when that is not this machine's address. */
  origins?: Origins;
  /** Whether only this machine reaches them: pages may then take remotes from its ports. */
  local: boolean;
  /** Remotes under development and where they run: they replace the deployed ones on every page. */
  development?: Origins;
};

export type StoreServers = { urls: Record<string, string>; close(): Promise<void> };

type Answer = { body: Buffer; encoding?: 'br' | 'gzip' | undefined; type: string; caching: string };

const YEAR = 365 * 24 * 60 * 60;
const IMMUTABLE = `public, max-age=${YEAR}, immutable`;
/**
 * A deploy reaches every page within a minute; until then, and while the new one is fetched, pages go on with builds
 * that are still there.
 */
const LOADER_CACHING = 'public, max-age=60, stale-while-revalidate=86400';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  webp: 'image/webp',
};

/** Serves the store as separate teams would: the shell and each remote on an origin of its own. */
export const startStoreServers = async (options: StoreServersOptions): Promise<StoreServers> => {
  const store = folderStore(options.dir);
  const host = options.host ?? '127.0.0.1';
  const urls: Record<string, string> = {};
  const loader = loaderOf(store, () => ({ ...urls, ...options.origins }), options);
  const servers = await Promise.all(
    Object.entries(options.ports).map(async ([name, port]) => {
      const server = createServer((request, response) => {
        void respond(name === SHELL ? shellAnswer(store, loader) : remoteAnswer(store, name), request, response);
      });
      urls[name] = `http://${host}:${await listen(server, port, host)}`;
      return server;
    }),
  );
  return {
    urls,
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
};

type Ask = (path: string, encodings: string) => Promise<Answer | null>;

const remoteAnswer =
  (store: Store, name: string): Ask =>
  async (path, encodings) => {
    if (!path.startsWith(`/mf/${name}/`)) return null;
    const key = path.slice(1);
    const caching = IMMUTABLE;
    const type = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    for (const [encoding, end] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const packed = encodings.includes(encoding) ? await store.get(key + end) : null;
      if (packed) return { body: packed.body, encoding, type, caching };
    }
    const plain = await store.get(key);
    return plain && { body: plain.body, type, caching };
  };

/**
 * What only the shell's origin has: beside the loader, what it holds of the registry, for a CMS that writes preload
 * hints into its pages.
 */
const OWN = new Set(['/loader.js', '/overrides.json', '/hints.json', `/${REGISTRY}`]);

const shellAnswer =
  (store: Store, loader: (registry: Registry) => Promise<LoaderTexts | null>): Ask =>
  async (path, encodings) => {
    if (!OWN.has(path)) return remoteAnswer(store, SHELL)(path, encodings);
    const registry = await readRegistry(store);
    if (path === `/${REGISTRY}`) return json(registry);
    const texts = await loader(registry);
    if (!texts) return null;
    if (path === '/overrides.json') return json(texts.overrides);
    if (path === '/hints.json') return json(texts.hints);
    const encoding = (['br', 'gzip'] as const).find((name) => encodings.includes(name));
    const body = encoding === 'br' ? texts.br : encoding === 'gzip' ? texts.gz : texts.plain;
    return { body, encoding, type: TYPES['js'] ?? '', caching: LOADER_CACHING };
  };

const json = (value: unknown): Answer => ({ body: Buffer.from(JSON.stringify(value)), type: TYPES['json'] ?? '', caching: 'no-cache' });

type LoaderTexts = { plain: Buffer; br: Buffer; gz: Buffer; overrides: unknown; hints: unknown };

/** Composes and packs `loader.js` once for each version of the registry. */
const loaderOf = (store: Store, origins: () => Origins, { local, development }: Pick<StoreServersOptions, 'local' | 'development'>) => {
  let made: { version: number; texts: Promise<LoaderTexts | null> } | undefined;
  const make = async (registry: Registry): Promise<LoaderTexts | null> => {
    const code = registry.platform.loader && (await store.get(registry.platform.loader.slice(1)));
    if (!code) return null;
    const plain = Buffer.from(composeLoader(code.body.toString('utf8'), loaderRegistry(registry, origins(), development)));
    const hints = hintsOf(registry, origins(), development);
    return { plain, ...(await compress(plain)), overrides: overridesOf(registry, origins(), local), hints };
  };
  return (registry: Registry): Promise<LoaderTexts | null> => {
    if (made?.version !== registry.version) made = { version: registry.version, texts: make(registry) };
    return made.texts;
  };
};

const respond = async (ask: Ask, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('timing-allow-origin', '*');
  response.setHeader('x-content-type-options', 'nosniff');
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    const path = plainPath(URL.parse(request.url ?? '/', 'http://store')?.pathname ?? '%');
    const answer = path === null ? null : await ask(path, request.headers['accept-encoding']?.toString() ?? '');
    if (!answer) return void response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found');
    send(answer, request, response);
  } catch (error) {
    console.error('[store]', request.url, error);
    response.writeHead(500, { 'cache-control': 'no-store' }).end();
  }
};

/**
 * A path decoded, as the store names its objects; null for one that is no path, or not what it seems once it is
 * decoded: it would leave its prefix.
 */
const plainPath = (pathname: string): string | null => {
  try {
    const path = decodeURIComponent(pathname);
    return posix.normalize(path) === path && !/[\\\0%]/.test(path) ? path : null;
  } catch {
    return null;
  }
};

const send = ({ body, encoding, type, caching }: Answer, request: IncomingMessage, response: ServerResponse): void => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  response.setHeader('vary', 'accept-encoding');
  response.setHeader('etag', etag);
  response.setHeader('cache-control', caching);
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  if (encoding) response.setHeader('content-encoding', encoding);
  response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(request.method === 'HEAD' ? undefined : body);
};

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      const address = server.address();
      done(isAddress(address) ? address.port : port);
    });
  });

const isAddress = (address: string | AddressInfo | null): address is AddressInfo => typeof address === 'object' && address !== null;

const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
