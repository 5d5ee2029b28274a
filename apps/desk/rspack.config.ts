import { base } from '@newsstand/build/base';
import { type Configuration, HtmlRspackPlugin } from '@rspack/core';

const common = base(import.meta.dirname, 'desk', false);

/**
 * An app of its own: it has one team and one deploy, with the service, which serves what is built here. What its first
 * page needs is in one file, and the pages of each area are in another (`src/fetched-pages.ts`).
 */
export default {
  ...common,
  // Served by itself (`npm run alone`) it is for its tests.
  entry: { desk: process.argv.includes('dev') ? './src/stand-alone.tsx' : './src/main.tsx' },
  output: {
    ...common.output,
    library: undefined,
    filename: '[name].[contenthash].js',
    chunkFilename: '[name].[contenthash].js',
    publicPath: '/',
  },
  // What two areas need is fetched once.
  optimization: { ...common.optimization, chunkIds: 'natural', splitChunks: { chunks: 'async', minSize: 10_000 } },
  plugins: [new HtmlRspackPlugin({ template: './index.html', scriptLoading: 'module' })],
  devServer: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 4306),
    historyApiFallback: true,
    hot: false,
    liveReload: false,
    client: false,
  },
} satisfies Configuration;
