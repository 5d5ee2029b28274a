import { remote } from '@newsstand/build/remote';

export default remote({ dir: import.meta.dirname, name: 'beta', port: 4591, mount: './mount.tsx' });
