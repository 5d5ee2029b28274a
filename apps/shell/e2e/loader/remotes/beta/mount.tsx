import { CONTRACT, type Mount, type RemoteModule } from '@newsstand/contracts/widget';
import { mountButton } from '../mount-button.tsx';

/** Its one part comes in a chunk of its own, later. */
const later: Mount = (element) => {
  void import('./later.ts').then(
    ({ text }) => element.replaceChildren(text),
    () => element.replaceChildren('refused'),
  );
  return () => element.replaceChildren();
};

export const contract: RemoteModule['contract'] = CONTRACT;
export const mounts: RemoteModule['mounts'] = { form: mountButton('Beta'), later };
