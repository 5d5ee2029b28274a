import { lazy, type ComponentType } from 'react';
import { CONTRACT, type Mount, type MountContext, type RemoteModule } from '@newsstand/contracts/widget';
import { mountReact } from '@newsstand/ui/mount-react';
import { OneReader } from '@newsstand/ui/one-reader';
import { OverviewPage } from './overview/overview-page.tsx';
import { PageBoundary } from './page-failure.tsx';
import { isReloadHeld } from './hold-reload.ts';

/**
 * Each page is one chunk beside the overview's: a reader who looks fetches neither forms nor payment. Each is called as
 * its widget is, so that a CMS can ask for it in its HTML (hints.json).
 */
const NamePage = lazy(async () => ({ default: (await import(/* webpackChunkName: "name" */ './settings/name-page.tsx')).NamePage }));
const EmailPage = lazy(async () => ({ default: (await import(/* webpackChunkName: "email" */ './settings/email-page.tsx')).EmailPage }));
const AddressPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "address" */ './address/address-page.tsx')).AddressPage,
}));
const DeleteAddressPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "delete-address" */ './address/delete-address-page.tsx')).DeleteAddressPage,
}));
const PaymentPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "payment" */ './payment/payment-page.tsx')).PaymentPage,
}));
const SubscriptionPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "subscription" */ './subscription/subscription-page.tsx')).SubscriptionPage,
}));
const DonationPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "donation" */ './donation/donation-page.tsx')).DonationPage,
}));
const ChargePage = lazy(async () => ({ default: (await import(/* webpackChunkName: "renewal" */ './charge/charge-page.tsx')).ChargePage }));
const SessionsPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "sessions" */ './access/sessions-page.tsx')).SessionsPage,
}));
const DataPage = lazy(async () => ({ default: (await import(/* webpackChunkName: "data" */ './access/data-page.tsx')).DataPage }));

const mounting =
  (View: ComponentType<{ context: MountContext }>): Mount =>
  (element, context) =>
    mountReact(
      element,
      context,
      <PageBoundary context={context}>
        <View context={context} />
      </PageBoundary>,
    );

/** A page of one's own account. */
const mountingOwn = (View: ComponentType<{ context: MountContext }>): Mount =>
  mounting(({ context }) => (
    <OneReader stays={isReloadHeld}>
      <View context={context} />
    </OneReader>
  ));

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  overview: mountingOwn(OverviewPage),
  name: mountingOwn(NamePage),
  email: mountingOwn(EmailPage),
  address: mountingOwn(AddressPage),
  'delete-address': mountingOwn(DeleteAddressPage),
  payment: mountingOwn(PaymentPage),
  subscription: mountingOwn(SubscriptionPage),
  donation: mounting(DonationPage),
  renewal: mounting(ChargePage),
  sessions: mountingOwn(SessionsPage),
  data: mountingOwn(DataPage),
};
