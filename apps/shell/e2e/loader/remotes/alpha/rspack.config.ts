import { remote } from '@newsstand/build/remote';

export default remote({ dir: import.meta.dirname, name: 'alpha', port: 4590, mount: './mount.tsx' });
