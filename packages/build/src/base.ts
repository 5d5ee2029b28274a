import { join } from 'node:path';
import { rspack, type Configuration, type SwcLoaderOptions } from '@rspack/core';
import { BROWSERS } from './browsers.ts';
import type { CssLoaderOptions } from './css-loader.ts';
import { esmRuntime } from './federation.ts';

const css = (test: RegExp, options: CssLoaderOptions) => ({
  test,
  type: 'javascript/auto' as const,
  sideEffects: true,
  use: [{ loader: join(import.meta.dirname, 'css-loader.ts'), options }],
});

const swc = (dev: boolean): SwcLoaderOptions => ({
  detectSyntax: 'auto',
  env: { targets: BROWSERS.join(', ') },
  jsc: { transform: { react: { runtime: 'automatic', development: dev, refresh: dev } } },
});

/**
 * What the builds of the shell and of every remote have in common: browsers, TypeScript, guarded style sheets, ES
 * modules out.
 */
export const base = (dir: string, name: string, dev: boolean): Configuration => ({
  name,
  context: dir,
  mode: dev ? 'development' : 'production',
  target: ['web', `browserslist:${BROWSERS.join(', ')}`],
  devtool: dev ? 'cheap-module-source-map' : false,
  lazyCompilation: false,
  infrastructureLogging: { level: 'warn' },
  resolve: { extensions: ['.tsx', '.ts', '.js'], alias: esmRuntime },
  module: {
    rules: [
      { test: /\.[jt]sx?$/, exclude: /node_modules/, loader: 'builtin:swc-loader', options: swc(dev) },
      { test: /\.tsx?$/, exclude: /node_modules/, enforce: 'pre', loader: join(import.meta.dirname, 'contract-loader.ts') },
      css(/\.module\.css$/, { layer: 'styles', remote: name, dev }),
      css(/[\\/]build[\\/]src[\\/]reset\.css$/, { layer: 'reset', remote: name, dev }),
    ],
  },
  output: {
    path: join(dir, 'dist'),
    uniqueName: name,
    clean: true,
    module: true,
    library: { type: 'module' },
    chunkFormat: 'module',
    chunkLoading: 'import',
    // The folder of a deployed build is named by a hash of its content, so the files in it need none.
    filename: '[name].js',
    chunkFilename: '[name].js',
    publicPath: 'auto',
  },
  optimization: {
    // By the order in which modules are met: names that are hashes of paths differ from one folder to the next, and so
    // would the build.
    moduleIds: dev ? 'named' : 'natural',
    splitChunks: false,
    minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 3 }, format: { comments: false } } })],
  },
  performance: false,
});
