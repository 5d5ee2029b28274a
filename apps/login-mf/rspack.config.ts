import { remote } from '@newsstand/build/remote';

export default remote({
  dir: import.meta.dirname,
  name: 'login',
  port: Number(process.env['PORT'] ?? 4304),
  mount: './src/mount.tsx',
  standalone: './src/stand-alone/stand-alone.tsx',
});
