import type { DeskReason, InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { isUnpaid } from '../../ledger/orders/order-states.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import type { Deps } from '../../publication/deps.ts';
import { isUpgradeValid, type PromisedUpgrade } from '../../rules/pricing/upgrade-validity-rules.ts';
import { upgradesOf } from '../upgrades/begun-upgrades.ts';
import { tellCancelled } from './cancel-invoice.ts';
import { findUnpaidInvoices, UNPAID_ORDER, type UnpaidInvoice } from './find-unpaid-invoices.ts';

type Tx = Prisma.TransactionClient;
type OpenDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;

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
  const wish = { publicationId: config.publicationId, subscriberId: subscriber, type: 'subscription-upgrade' } as const;
  const asked = (await findUnpaidInvoices(tx, wish)).find(({ order }) => {
    const promised = upgradesOf(order.lines);
    return promised.some(({ subscription }) => wanted.has(subscription)) && isUpgradeValid(promised, subscriptions);
  });
  return asked ? invoiceNumber(publication.cached().settings.invoice_prefix, asked.number) : null;
}

/** An order that upgrades something of an owner's, and can be paid; `invoice`: null for one of the owner's account. */
type OpenUpgrade = { owner: string; invoice: { id: string; number: number } | null; order: UnpaidInvoice['order'] };

/** Holds them before accounts and subscriptions are held, as whoever is paid does. */
export async function holdOpenUpgrades(tx: Tx, publicationId: string, owners: readonly string[]): Promise<OpenUpgrade[]> {
  if (owners.length === 0) return [];
  return tx.$queryRaw<OpenUpgrade[]>`
    select coalesce(i.subscriber_id, o.owner_id) as owner, ${UNPAID_ORDER} as "order",
      case when i.id is not null then json_build_object('id', i.id, 'number', i.number) end as invoice
    from "order" o left join invoice i on i.order_id = o.id
    where o.id in (
        select order_id from invoice where publication_id = ${publicationId} and subscriber_id = any(${[...owners]}::uuid[]) and paid is null
        union all
        select o.id from "order" o where o.publication_id = ${publicationId} and o.owner_id = any(${[...owners]}::uuid[]) and ${isUnpaid}
      )
      and ${isUnpaid} and exists (select from order_line l where l.order_id = o.id and l.type = 'subscription-upgrade')
    order by o.id for update of o`;
}

type Ending = { owners: readonly string[]; reason: DeskReason };

/**
 * What ends, takes away or changes otherwise what owners have (`work`), whatever verb it is: with it the unpaid
 * invoices are given up that upgrade, or move, what it was, or one of several: what is left has another price. Nobody
 * can pay them any more, and whoever has one is told, unless that is the reader, who for some reasons is not written
 * to. What an owner has begun to pay in the account goes as well: its page says so, and what is paid for it all the
 * same goes back (`settle`). What a bank moves money for stands. Accounts and subscriptions are held in `work`, after
 * the orders.
 */
export async function endingTerms<Ended>(
  tx: Tx,
  deps: OpenDeps,
  { owners, reason }: Ending,
  work: () => Promise<Ended>,
): Promise<{ ended: Ended; invoices: InvoiceGivenUp[] }> {
  const open = await holdOpenUpgrades(tx, deps.config.publicationId, owners);
  const ended = await work();
  return { ended, invoices: await giveUpPointless(tx, deps, open, reason) };
}

/** Of what is `open` that which is no upgrade any more; answers the invoices among it. */
export async function giveUpPointless(
  tx: Tx,
  deps: OpenDeps,
  open: readonly OpenUpgrade[],
  reason?: DeskReason,
): Promise<InvoiceGivenUp[]> {
  const { invoice_prefix: prefix } = deps.publication.cached().settings;
  const given: InvoiceGivenUp[] = [];
  const begun = Map.groupBy(
    open.filter(({ order }) => order.state === 'started'),
    ({ owner }) => owner,
  );
  for (const [owner, theirs] of begun) {
    const subscriptions = await readSubscriptions({ db: tx, config: deps.config }, owner);
    for (const { invoice, order } of theirs.filter((one) => !isUpgradeValid(upgradesOf(one.order.lines), subscriptions))) {
      if (!(await cancelOrder(tx, order.id, deps.clock())) || invoice === null) continue;
      const letter = await tellCancelled(tx, deps, { ...invoice, order }, { reason, why: 'changed' });
      given.push({ number: invoiceNumber(prefix, invoice.number), total: order.total, letter });
    }
  }
  return given;
}
