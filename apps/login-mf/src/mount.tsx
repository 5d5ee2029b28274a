import { CONTRACT, type RemoteModule } from '@newsstand/contracts/widget';
import { mountInLine } from '@newsstand/ui/mount-in-line';
import { mountReact } from '@newsstand/ui/mount-react';
import { Header } from './header.tsx';
import { LoginPage } from './page.tsx';
import { Paywall } from './paywall.tsx';

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  page: (element, context) => mountReact(element, context, <LoginPage context={context} />),
  header: (element, context) => mountInLine(element, context, <Header context={context} />),
  paywall: (element, context) => mountReact(element, context, <Paywall context={context} />),
};
