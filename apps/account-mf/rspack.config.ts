import { remote } from '@newsstand/build/remote';

export default remote({
  dir: import.meta.dirname,
  name: 'account',
  port: Number(process.env['PORT'] ?? 4305),
  mount: './src/mount.tsx',
  standalone: './src/stand-alone/stand-alone.tsx',
});
