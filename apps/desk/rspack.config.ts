import { base } from '@newsstand/build/base';
import { type Configuration, HtmlRspackPlugin } from '@rspack/core';

const common = base(import.meta.dirname, 'desk', false);

/**
 * An app of its own, in one file: it has one team and one deploy, with the service, which serves what is built here.
 */
export default {
  ...common,
  // Served by itself (`npm run alone`) it is for its tests.
  entry: { desk: process.argv.includes('dev') ? './src/stand-alone.tsx' : './src/main.tsx' },
  output: { ...common.output, library: undefined, filename: '[name].[contenthash].js', publicPath: '/' },
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
