import type { MountContext } from '@newsstand/contracts/widget';
import { WithSubscriber } from '../with-subscriber.tsx';
import { OverviewView } from './overview-view.tsx';

/** `account.overview`: the page /account (section 2, account screens). */
export const OverviewPage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>{(widget) => <OverviewView widget={widget} />}</WithSubscriber>
);
