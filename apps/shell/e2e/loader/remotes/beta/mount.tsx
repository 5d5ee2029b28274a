import { CONTRACT, type Mount, type RemoteModule } from '@newsstand/contracts/widget';
import { createRoot } from 'react-dom/client';
import { mountButton } from '../mount-button.tsx';
import { Elements } from './elements.tsx';

/** Its one part comes in a chunk of its own, later. */
const later: Mount = (element) => {
  void import('./later.ts').then(
    ({ text }) => element.replaceChildren(text),
    () => element.replaceChildren('refused'),
  );
  return () => element.replaceChildren();
};

const elements: Mount = (element, context) => {
  const root = createRoot(element);
  root.render(<Elements />);
  context.setState('loaded');
  return () => root.unmount();
};

export const contract: RemoteModule['contract'] = CONTRACT;
export const mounts: RemoteModule['mounts'] = { form: mountButton('Beta'), later, elements };
