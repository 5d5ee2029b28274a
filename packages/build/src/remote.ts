import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { CONTRACT } from '@newsstand/contracts/widget';
import { rspack, type Configuration } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { base } from './base.ts';
import { writeBuildRecord } from './build-record.ts';
import { sharedReact } from './federation.ts';
import { tellPortInUse } from './port-in-use.ts';
import { precompress } from './precompress.ts';
import { TELLING_IMPORT, vouchForLater } from './vouch-for-later.ts';

export type RemoteOptions = {
  /** The workspace's folder: `import.meta.dirname`. */
  dir: string;
  /** The first half of its widgets' names: `checkout` for `checkout.panel`. */
  name: string;
  /** Where `npm run dev` serves it. */
  port: number;
  /** The module that exports `contract` and `mounts`. */
  mount: string;
  /** The page on which the remote runs alone, in development. */
  standalone?: string;
};

const ENTRY = 'entry.js';
const MOUNT = 'mount';
const HASHED = '[name].[contenthash].js';
/** The files that start at once when a page needs the remote. */
const WAVE = [ENTRY];

/**
 * Puts what the remote exposes into its entry, so that a remote is one request and one hash in the registry; what is
 * imported lazily stays apart. The stand-ins for shared modules stay in their own chunk, which has no file: in the
 * entry they would be wanted at once.
 */
const intoEntry = (name: string) => ({
  cacheGroups: {
    default: false as const,
    defaultVendors: false as const,
    wave: {
      name,
      chunks: (chunk: { name?: string | undefined }) => chunk.name === MOUNT,
      test: (module: { type: string }) => module.type !== 'consume-shared-module',
      enforce: true,
    },
  },
});

/**
 * `deploy`: the files for the registry. `dev`: served alone and to CMS pages, with hot reload. `alone`: served alone,
 * built as for readers.
 */
export type Purpose = 'deploy' | 'dev' | 'alone';

/** `rspack build`, `rspack dev` and `rspack dev --mode production`. */
const asked = (): Purpose => {
  if (!process.argv.some((word) => ['dev', 'serve', 's'].includes(word))) return 'deploy';
  return process.argv.includes('production') ? 'alone' : 'dev';
};

/** The Rspack configuration of a remote. */
export const remote = (options: RemoteOptions, purpose: Purpose = asked()): Configuration => {
  const dev = purpose === 'dev';
  const served = purpose !== 'deploy';
  const common = base(options.dir, options.name, dev);
  return {
    ...common,
    // Served as built, a file is named by its content, and kept by a browser that has it.
    output: {
      ...common.output,
      ...(purpose === 'alone' && { filename: HASHED, chunkFilename: HASHED }),
      ...(!served && { importFunctionName: TELLING_IMPORT }),
    },
    entry: served && options.standalone ? { standalone: join(import.meta.dirname, 'standalone-entry.ts') } : {},
    resolve: {
      ...common.resolve,
      alias: { ...common.resolve?.alias, ...(options.standalone && { '#standalone$': join(options.dir, options.standalone) }) },
    },
    optimization: { ...common.optimization, splitChunks: served ? false : intoEntry(options.name) },
    plugins: [
      new ModuleFederationPlugin({
        name: options.name,
        filename: ENTRY,
        exposes: { './mount': { import: options.mount, name: MOUNT } },
        library: { type: 'module' },
        shared: sharedReact(purpose),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: served ? {} : { externalRuntime: true, optimization: { target: 'web', disableRemote: true, disableSnapshot: true } },
      }),
      ...(dev ? [new ReactRefreshRspackPlugin()] : []),
      ...(served
        ? []
        : [
            writeBuildRecord({ name: options.name, contract: CONTRACT, entry: ENTRY, preload: WAVE }),
            vouchForLater(ENTRY, WAVE),
            precompress(),
          ]),
      ...(served && options.standalone ? [standalonePage(options)] : []),
    ],
    devServer: {
      port: options.port,
      host: '127.0.0.1',
      hot: dev,
      liveReload: false,
      // To compress for this machine would cost more than it saves: as much of the processor as the page itself.
      compress: false,
      ...(purpose === 'alone' && { devMiddleware: { headers: keepHashed } }),
      historyApiFallback: true,
      allowedHosts: 'all',
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      client: dev && { overlay: false, logging: 'warn', webSocketURL: `ws://127.0.0.1:${options.port}/ws` },
      setupMiddlewares: tellPortInUse(options.name, options.dir, options.port),
      onListening: () => console.log(`${options.name} alone: http://localhost:${options.port}`),
      static: existsSync(join(options.dir, 'public')) ? { directory: join(options.dir, 'public') } : false,
    },
  };
};

const keepHashed = ({ url }: { url?: string }): Record<string, string> =>
  url && /\.\w{16,}\.js$/.test(url) ? { 'cache-control': 'max-age=31536000, immutable' } : {};

/** The page of the remote's own where it has one, else the one that most share (stand-alone.ts). */
const standalonePage = ({ dir, name }: RemoteOptions) => {
  const own = join(dir, 'standalone.html');
  const template = existsSync(own) ? own : join(import.meta.dirname, 'stand-alone.html');
  return new rspack.HtmlRspackPlugin({ chunks: ['standalone'], scriptLoading: 'module', title: `${name} alone`, template });
};
