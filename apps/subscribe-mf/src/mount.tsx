import { lazy, type ComponentType } from 'react';
import { CONTRACT, type Mount, type MountContext, type RemoteModule } from '@newsstand/contracts/widget';
import { mountReact } from '@newsstand/ui/mount-react';
import { BuilderPage } from './builder/builder-page.tsx';
import { DonatePage } from './donate/donate-page.tsx';

/**
 * Address and bot check are a third of this remote, and few pages need them. Chunks are called as their widgets are: so
 * a CMS can ask for one in its HTML (hints.json).
 */
const RedeemPage = lazy(async () => ({ default: (await import(/* webpackChunkName: "redeem" */ './redeem/redeem-page.tsx')).RedeemPage }));

const mounting =
  (View: ComponentType<{ context: MountContext }>): Mount =>
  (element, context) =>
    mountReact(element, context, <View context={context} />);

/** So has the renewal, and few readers renew on a day. */
const RenewPage = lazy(async () => ({ default: (await import(/* webpackChunkName: "renew" */ './renew/renew-page.tsx')).RenewPage }));

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  builder: mounting(BuilderPage),
  renew: mounting(RenewPage),
  donate: mounting(DonatePage),
  redeem: mounting(RedeemPage),
};
