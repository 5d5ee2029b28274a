import type { DeskReason, InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import type { Deps } from '../../publication/deps.ts';
import { isUpgradeValid, type PromisedUpgrade } from '../../rules/pricing/upgrade-validity-rules.ts';
import { upgradesOf } from '../upgrades/begun-upgrades.ts';
import { tellCancelled } from './cancel-invoice.ts';
import { findUnpaidInvoices } from './find-unpaid-invoices.ts';

type Tx = Prisma.TransactionClient;
type OpenDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;

/** The unpaid invoices that upgrade something of an account's, or move it to another zone, the oldest first. */
const findOpen = (tx: Tx, publicationId: string, subscriberId: string) =>
  findUnpaidInvoices(tx, { publicationId, subscriberId, type: 'subscription-upgrade' });

/**
 * The number of the unpaid invoice that asks for an upgrade of one of the same subscriptions already; null where none
 * does that can be paid.
 */
export async function upgradeAskedFor(
  tx: Tx,
  { config, publication }: Pick<Deps, 'config' | 'publication'>,
  { subscriber, upgrades }: { subscriber: string; upgrades: readonly PromisedUpgrade[] },
): Promise<string | null> {
  if (upgrades.length === 0) return null;
  const wanted = new Set(upgrades.map(({ subscription }) => subscription));
  const subscriptions = await readSubscriptions({ db: tx, config }, subscriber);
  const asked = (await findOpen(tx, config.publicationId, subscriber)).find(({ order }) => {
    const promised = upgradesOf(order.lines);
    return promised.some(({ subscription }) => wanted.has(subscription)) && isUpgradeValid(promised, subscriptions);
  });
  return asked ? invoiceNumber(publication.cached().settings.invoice_prefix, asked.number) : null;
}

/** Holds what `endingTerms` may give up, before accounts and subscriptions are held, as whoever is paid does. */
export async function holdUpgradeInvoices(tx: Tx, publicationId: string, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return;
  await tx.$queryRaw`
    select 1 from "order" o where o.state = 'started' and o.id in (
      select i.order_id from invoice i where i.publication_id = ${publicationId} and i.subscriber_id = any(${[...owners]}::uuid[]) and i.paid is null
    ) order by o.id for update`;
}

type Ending = { owners: readonly string[]; reason: DeskReason };

/**
 * What ends, takes away or changes otherwise what owners have (`work`), whatever verb it is: with it the unpaid
 * invoices are given up that upgrade, or move, what it was, or one of several: what is left has another price. Nobody
 * can pay them any more, and whoever has one is told, unless that is the reader, who for some reasons is not written
 * to. What a bank moves money for stands. Accounts and subscriptions are held in `work`, after the invoices.
 */
export async function endingTerms<Ended>(
  tx: Tx,
  deps: OpenDeps,
  { owners, reason }: Ending,
  work: () => Promise<Ended>,
): Promise<{ ended: Ended; invoices: InvoiceGivenUp[] }> {
  await holdUpgradeInvoices(tx, deps.config.publicationId, owners);
  const ended = await work();
  return { ended, invoices: await giveUpPointless(tx, deps, { owners, reason }) };
}

async function giveUpPointless(tx: Tx, deps: OpenDeps, { owners, reason }: Ending): Promise<InvoiceGivenUp[]> {
  const { publicationId } = deps.config;
  const { invoice_prefix: prefix } = deps.publication.cached().settings;
  const given: InvoiceGivenUp[] = [];
  for (const owner of owners) {
    const open = (await findOpen(tx, publicationId, owner)).filter(({ order }) => order.state === 'started');
    const subscriptions = open.length === 0 ? [] : await readSubscriptions({ db: tx, config: deps.config }, owner);
    for (const invoice of open.filter(({ order }) => !isUpgradeValid(upgradesOf(order.lines), subscriptions))) {
      if (!(await cancelOrder(tx, invoice.order.id, deps.clock()))) continue;
      const letter = await tellCancelled(tx, deps, invoice, { reason, why: 'changed' });
      given.push({ number: invoiceNumber(prefix, invoice.number), total: invoice.order.total, letter });
    }
  }
  return given;
}
