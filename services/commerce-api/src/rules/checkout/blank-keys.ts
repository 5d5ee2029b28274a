import type { Subscriber } from '@newsstand/contracts/account';
import type { AccountExport } from '@newsstand/contracts/account-data';

type Exported = AccountExport['subscriber'];
type Cycle = NonNullable<Exported['timetable']['current_subscription']>;

/**
 * The export as account remotes read it that were deployed before the keys went from it: they check that each is there,
 * so each is there, and empty. A remote of today leaves them out of the file (the schema `AccountExport` does).
 */
export function withBlankKeys(exported: Exported): Omit<Subscriber, 'view_only'> {
  const { account, timetable, donations, receipts, invoices, issues } = exported;
  return {
    ...exported,
    account: { ...account, name_version: '', address_versions: { a: '', b: '', c: '' } },
    timetable: {
      ...timetable,
      current_subscription: timetable.current_subscription && blankCycle(timetable.current_subscription),
      future_subscriptions: timetable.future_subscriptions.map(blankCycle),
      lifetime_subscription: timetable.lifetime_subscription && blankCycle(timetable.lifetime_subscription),
    },
    donations: donations.map((donation) => ({ ...donation, token: '', version: '' })),
    receipts: receipts.map((receipt) => ({ ...receipt, token: '' })),
    invoices: invoices.map((invoice) => ({ ...invoice, token: '' })),
    issues: issues.map((issue) => ({ ...issue, downloads: [] })),
  };
}

const blankCycle = ({ info, active }: Cycle) => ({ info: { ...info, token: '', order: '' }, active });
