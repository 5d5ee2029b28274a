import { remote } from '@newsstand/build/remote';

/**
 * The page that documents the components: `npm run ui`. It is built like a remote, so what it shows is what readers
 * get.
 */
export default remote(
  {
    dir: import.meta.dirname,
    name: 'ui',
    port: Number(process.env['PORT'] ?? 4310),
    mount: './page/main.tsx',
    standalone: './page/main.tsx',
  },
  process.argv.includes('production') ? 'alone' : 'dev',
);
