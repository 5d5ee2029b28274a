import { remote } from '@newsstand/build/remote';

export default remote({
  dir: import.meta.dirname,
  name: 'checkout',
  port: Number(process.env['PORT'] ?? 4301),
  mount: './src/mount.tsx',
  standalone: './src/stand-alone/stand-alone.tsx',
});
