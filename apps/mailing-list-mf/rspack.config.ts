import { remote } from '@newsstand/build/remote';

export default remote({
  dir: import.meta.dirname,
  name: 'mailing-list',
  port: Number(process.env['PORT'] ?? 4302),
  mount: './src/mount.tsx',
  standalone: './src/stand-alone/stand-alone.tsx',
});
