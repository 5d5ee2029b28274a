import { CONTRACT, type Mount, type RemoteModule } from '@newsstand/contracts/widget';
import { mountReact } from '@newsstand/ui/mount-react';
import { lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { mountButton } from '../mount-button.tsx';
import { Elements } from './elements.tsx';

/** Its one part comes in a chunk of its own, later. */
const later: Mount = (element, context) => {
  const show = (text: string): void => {
    element.replaceChildren(text);
    context.setState('loaded');
  };
  void import('./later.ts').then(
    ({ text }) => show(text),
    () => show('refused'),
  );
  return () => element.replaceChildren();
};

const Page = lazy(async () => ({ default: (await import(/* webpackChunkName: "page" */ './page.tsx')).Page }));

/** It mounts as the product's pages do: a chunk of its own, and the page's data, come after `mount` returned. */
const page: Mount = (element, context) => mountReact(element, context, <Page context={context} />);

const elements: Mount = (element, context) => {
  const root = createRoot(element);
  root.render(<Elements />);
  context.setState('loaded');
  return () => root.unmount();
};

export const contract: RemoteModule['contract'] = CONTRACT;
export const mounts: RemoteModule['mounts'] = { form: mountButton('Beta'), later, page, elements };
