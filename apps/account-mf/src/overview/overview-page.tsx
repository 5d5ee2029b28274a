import { lazy, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { WithSubscriber } from '../with-subscriber.tsx';
import { OverviewView } from './overview-view.tsx';

/** A chunk of its own, since only staff need it. */
const AdminView = lazy(async () => ({ default: (await import(/* webpackChunkName: "admin-view" */ './admin-view.tsx')).AdminView }));

/**
 * `account.overview`: the page /account (section 2, account screens), and where a link of the staff leads
 * (`?admin-view=`).
 */
export const OverviewPage = ({ context }: { context: MountContext }) => {
  const [token] = useState(() => new URLSearchParams(location.search).get('admin-view'));
  if (token !== null) return <AdminView context={context} token={token} />;
  return <WithSubscriber context={context}>{(widget) => <OverviewView widget={widget} />}</WithSubscriber>;
};
