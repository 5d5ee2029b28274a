import { lazy, type ComponentType } from 'react';
import { CONTRACT, type Mount, type MountContext, type RemoteModule } from '@newsstand/contracts/widget';
import { mountReact } from '@newsstand/ui/mount-react';
import { OverviewPage } from './overview/overview-page.tsx';

/** Each page is one chunk beside the overview's: a reader who looks fetches neither forms nor payment. */
const NamePage = lazy(async () => ({ default: (await import('./settings/name-page.tsx')).NamePage }));
const EmailPage = lazy(async () => ({ default: (await import('./settings/email-page.tsx')).EmailPage }));
const AddressPage = lazy(async () => ({ default: (await import('./address/address-page.tsx')).AddressPage }));
const DeleteAddressPage = lazy(async () => ({ default: (await import('./address/delete-address-page.tsx')).DeleteAddressPage }));
const PaymentPage = lazy(async () => ({ default: (await import('./payment/payment-page.tsx')).PaymentPage }));
const SubscriptionPage = lazy(async () => ({ default: (await import('./subscription/subscription-page.tsx')).SubscriptionPage }));
const DonationPage = lazy(async () => ({ default: (await import('./donation/donation-page.tsx')).DonationPage }));
const ChargePage = lazy(async () => ({ default: (await import('./charge/charge-page.tsx')).ChargePage }));
const SessionsPage = lazy(async () => ({ default: (await import('./access/sessions-page.tsx')).SessionsPage }));
const DataPage = lazy(async () => ({ default: (await import('./access/data-page.tsx')).DataPage }));

const mounting =
  (View: ComponentType<{ context: MountContext }>): Mount =>
  (element, context) =>
    mountReact(element, context, <View context={context} />);

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  overview: mounting(OverviewPage),
  name: mounting(NamePage),
  email: mounting(EmailPage),
  address: mounting(AddressPage),
  'delete-address': mounting(DeleteAddressPage),
  payment: mounting(PaymentPage),
  subscription: mounting(SubscriptionPage),
  donation: mounting(DonationPage),
  renewal: mounting(ChargePage),
  sessions: mounting(SessionsPage),
  data: mounting(DataPage),
};
