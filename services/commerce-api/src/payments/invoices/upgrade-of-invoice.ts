import { invoiceNumber, type Superseded } from '@newsstand/contracts/invoice';
import type { UnpaidInvoice } from '@newsstand/contracts/subscription';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import type { Deps } from '../../publication/deps.ts';
import { isUpgradeValid } from '../../rules/pricing/upgrade-validity-rules.ts';
import { findBegunUpgrades, upgradesOf } from '../upgrades/begun-upgrades.ts';
import { findUnpaidInvoices } from './find-unpaid-invoices.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'publication'>;
/** An unpaid invoice's order. */
type Unpaid = { id: string; lines: readonly { choice: unknown }[] };

/**
 * Why an unpaid invoice cannot be paid whose upgrade is paid for in another way: that is `done`, or `on-its-way`, at a
 * bank for days. Null where it can be, and for one that upgrades nothing. `subscriber` is the account that it is for.
 */
export async function readSuperseded(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, lines }: Unpaid,
  subscriber: string | null,
): Promise<Superseded | null> {
  const upgrades = upgradesOf(lines);
  if (upgrades.length === 0) return null;
  // Its account was deleted, with what it upgrades.
  if (subscriber === null) return 'done';
  if (!isUpgradeValid(upgrades, await readSubscriptions({ db, config }, subscriber))) return 'done';
  const subscriptions = upgrades.map(({ subscription }) => subscription);
  const begun = await findBegunUpgrades(db, { publicationId: config.publicationId, ownerId: subscriber, subscriptions });
  return begun.some(({ order, state }) => order !== id && state === 'processing') ? 'on-its-way' : null;
}

/** The unpaid invoices of staff's that upgrade this subscription of an account, and can be paid. */
export async function findUpgradeInvoices(deps: ReadDeps, subscriber: string, subscription: string): Promise<UnpaidInvoice[]> {
  const { publicationId } = deps.config;
  const found = await findUnpaidInvoices(deps.db, { publicationId, subscriberId: subscriber, type: 'subscription-upgrade' });
  const unpaid = found.filter(
    ({ order }) => order.state === 'started' && upgradesOf(order.lines).some((upgrade) => upgrade.subscription === subscription),
  );
  const { invoice_prefix } = deps.publication.cached().settings;
  const named = await Promise.all(
    unpaid.map(async ({ number, token, dueDate, order }) => {
      if ((await readSuperseded(deps, order, subscriber)) !== null) return [];
      return [
        { invoice_no: invoiceNumber(invoice_prefix, number), token, total: order.total, due_date: dueDate.toISOString().slice(0, 10) },
      ];
    }),
  );
  return named.flat();
}
