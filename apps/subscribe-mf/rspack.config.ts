import { remote } from '@newsstand/build/remote';

export default remote({
  dir: import.meta.dirname,
  name: 'subscribe',
  port: Number(process.env['PORT'] ?? 4303),
  mount: './src/mount.tsx',
  standalone: './src/stand-alone/stand-alone.tsx',
});
