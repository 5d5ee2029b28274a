import type { AddressForm } from '@newsstand/contracts/address';
import { NET_DAYS } from '@newsstand/contracts/invoice';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import { moveTerms } from '../../ledger/terms/move-terms.ts';
import { insertInvoice, priceInvoice } from '../../payments/invoices/create-invoice.ts';
import { InvoiceError, toldByField } from '../../payments/invoices/invoice-error.ts';
import { readInvoiceFile } from '../../payments/invoices/invoice-file.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { isMovedTo, upgradeOptions } from '../../rules/pricing/upgrade-rules.ts';
import type { Subscription } from '../../rules/subscriptions/subscription-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { markOf } from '../as-shown.ts';
import type { KnownReader } from '../known-reader.ts';

type MoveDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Read = Parameters<typeof readSubscriptions>[0]['db'];

type Moving = { moving: Subscription[]; amount: number; version: string };

/**
 * What is posted to an owner, and goes to another zone than this one: `amount` is what the dearer zone costs for all
 * that is still owed, and `version` what tells all of it from anything else that could move.
 */
export async function movingTo(
  { db, config, publication }: { db: Read } & Pick<Deps, 'config' | 'publication'>,
  owner: string,
  shipcode: Shipcode,
): Promise<Moving> {
  const moving = (await readSubscriptions({ db, config }, owner)).filter((one) => isMovedTo(one, shipcode));
  const { prices } = publication.cached();
  const costs = moving.map((one) => upgradeOptions(prices, one)[`${one.level}_prices`][shipcode].amount);
  const amount = costs.reduce((sum, cost) => sum + cost, 0);
  return { moving, amount, version: markOf({ moving: moving.map(({ id, deliverables }) => ({ id, deliverables })), amount }) };
}

/**
 * Refuses (409) while a bank moves money for an upgrade, or another move: once that has arrived, all that it is for
 * comes as it says, and would go there again.
 */
export async function mustHaveArrived(tx: Sql, { publicationId }: { publicationId: string }, owner: string): Promise<void> {
  const [underWay] = await tx.$queryRaw<{ number: string }[]>`
    select coalesce(o.number, '') as number from (
      select id from "order" where publication_id = ${publicationId} and owner_id = ${owner}::uuid
      union select order_id from invoice where publication_id = ${publicationId} and subscriber_id = ${owner}::uuid and paid is null
    ) theirs join "order" o using (id)
    where o.state = 'processing' and exists (select from order_line l where l.order_id = o.id and l.choice ->> 'type' = 'upgrade') limit 1`;
  if (underWay) throw new Refusal(409, deskText('upgrade_under_way', underWay));
}

/**
 * What is owed goes to the zone from the next issue on (`moveTerms`). Refuses (409) while an issue is given out, and
 * what else a bank moves money for.
 */
export async function moveNow(
  tx: Prisma.TransactionClient,
  { config, clock }: MoveDeps,
  owner: string,
  { moving, shipcode }: { moving: readonly Subscription[]; shipcode: Shipcode },
): Promise<void> {
  const { publicationId } = config;
  if (await isReleasing(tx, publicationId)) throw new Refusal(409, deskText('release_under_way'));
  if (moving.length > 0) await mustHaveArrived(tx, config, owner);
  const ids = moving.map(({ id }) => id);
  await moveTerms(tx, { publicationId, ownerId: owner, to: `print-${shipcode}`, order: null, now: clock() }, ids);
}

type Billing = { reader: KnownReader; address: AddressForm; reference: string };
type Billed = { total: number; due: string; write: (tx: Prisma.TransactionClient) => Promise<string> };

/**
 * The invoice for the dearer zone, before it is written. Once it is paid what is owed goes there, to this address, and
 * until then where it went. Refuses (422) who has no account, and what cannot be billed.
 */
export async function billMove(deps: Deps, { reader, address, reference }: Billing): Promise<Billed> {
  if (!reader.account || reader.email === null) {
    throw new Refusal(422, { move: deskText('not_billed_without_account') });
  }
  const file = { billed_to: reader.name, name: reader.name, email: reader.email, address, term: NET_DAYS, reference, move: true };
  const name = 'invoice';
  try {
    const parsed = readInvoiceFile(name, JSON.stringify(file));
    const priced = await priceInvoice(deps, parsed, name);
    const due = new Date(deps.clock().getTime() + NET_DAYS * 24 * 60 * 60 * 1000).toISOString();
    const write = async (tx: Prisma.TransactionClient) => {
      try {
        return (await insertInvoice(tx, deps, parsed, name, priced)).invoice_no;
      } catch (error) {
        // It could be written a moment ago: somebody was first.
        const [first] = error instanceof InvoiceError ? error.problems : [];
        throw first ? new Refusal(409, first.told) : error;
      }
    };
    return { total: priced.bill.totals.total, due, write };
  } catch (error) {
    if (error instanceof InvoiceError)
      throw new Refusal(
        422,
        toldByField(error.problems, 'move', (field) => field.startsWith('address.')),
      );
    throw error;
  }
}
