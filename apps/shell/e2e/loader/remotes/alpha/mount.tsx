import { CONTRACT, type RemoteModule } from '@newsstand/contracts/widget';
import { mountButton } from '../mount-button.tsx';

export const contract: RemoteModule['contract'] = CONTRACT;
export const mounts: RemoteModule['mounts'] = { panel: mountButton('Alpha') };
