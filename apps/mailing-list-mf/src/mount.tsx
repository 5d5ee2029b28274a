import { CONTRACT, type RemoteModule } from '@newsstand/contracts/widget';
import { mountReact } from '@newsstand/ui/mount-react';
import { Form } from './form.tsx';
import { Popup } from './popup.tsx';

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  form: (element, context) => mountReact(element, context, <Form context={context} />),
  popup: (element, context) => mountReact(element, context, <Popup context={context} />, ''),
};
