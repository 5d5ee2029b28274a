import { requireSession } from '../readers/login/require-session.ts';
import type { MonthlyDonation } from '@newsstand/contracts/account';
import * as v from 'valibot';
import { Prisma, type Donation } from '../../generated/prisma/client.ts';
import { chargesOf, endDonation } from '../ledger/planned-charges/end-donation.ts';
import { postLetter } from '../letters/post-letter.ts';
import { detachUnused } from '../payments/provider/detach-unused.ts';
import { cancelAtOnce } from '../payments/settle/cancel-abandoned.ts';
import type { Sql } from '../platform/db/sql.ts';
import { conflict } from '../platform/http/conflict.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { donationRows } from '../ledger/planned-charges/charge-rows.ts';
import type { SignedIn } from './signed-in.ts';
import { donationOf } from './subscriber-of.ts';
import { apiText } from '../platform/http/api-text.ts';
import { SubscriberRow } from './subscriber-row.ts';

type DonationDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type StopDeps = DonationDeps & Pick<Deps, 'stripe' | 'publication' | 'reached' | 'log' | 'metrics'>;
const Rows = v.pick(SubscriberRow, ['donations']);
const ENDED = apiText('donation_unchangeable');

/**
 * Changes what a reader gives each month, in cents, from the next charge on; a month that was asked for keeps its
 * amount. Refuses (404) what is not theirs, (410) one that has ended, and (409) one that is no longer that of
 * `version`.
 */
export async function changeDonation(
  deps: DonationDeps,
  reader: SignedIn,
  { token, amount, version }: { token: string; amount: number; version: string | undefined },
): Promise<MonthlyDonation[]> {
  await deps.db.$transaction(async (tx) => {
    const donation = await lockDonation(tx, deps, reader, token);
    if (donation.ended !== null) throw new Refusal(410, ENDED);
    if (donation.amount === amount) return;
    if (version !== undefined && version !== String(donation.amount)) throw conflict('donation');
    await tx.donation.update({ where: { token }, data: { amount } });
    // The month that comes is written down when the one before it is paid. What was tried keeps its amount: the donor
    // may be about to authenticate it.
    await tx.$executeRaw`
      update charge c set amount = ${amount}::int
      where ${chargesOf(donation)} and not exists (
        select from charge_attempt a
        where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
      )`;
    await tell(tx, deps, reader, { ...donation, amount }, 'donation-changed');
  });
  return readDonations(deps.db, deps, reader);
}

/**
 * Ends what a reader gives each month: nothing more is charged, but for an attempt that is under way. Ending it twice
 * is ending it.
 */
export async function stopDonation(deps: StopDeps, reader: SignedIn, token: string): Promise<MonthlyDonation[]> {
  const method = await deps.db.$transaction(async (tx) => {
    const donation = await lockDonation(tx, deps, reader, token);
    if (donation.ended !== null) return donation.method;
    await endDonation(tx, donation, deps.clock());
    await tell(tx, deps, reader, donation, 'donation-stopped');
    return donation.method;
  });
  // At the provider, so not before the transaction has held.
  await cancelAtOnce(deps, reader.accountId);
  if (method !== null) await detachUnused(deps, { ownerId: reader.accountId, method });
  return readDonations(deps.db, deps, reader);
}

/** Every monthly donation of a reader, the newest first. */
async function readDonations(sql: Sql, { clock, config }: DonationDeps, { accountId }: SignedIn): Promise<MonthlyDonation[]> {
  const [row] = await sql.$queryRaw<unknown[]>`select (${donationRows(config.publicationId, Prisma.sql`${accountId}::uuid`)}) as donations`;
  return v.parse(Rows, row).donations.map((donation) => donationOf(donation, clock()));
}

/** The donation behind a token, if it is the reader's own, until the transaction ends. */
async function lockDonation(tx: Prisma.TransactionClient, deps: DonationDeps, reader: SignedIn, token: string): Promise<Donation> {
  await requireSession(tx, deps, reader);
  const { accountId: ownerId } = reader;
  await tx.$queryRaw`select 1 from donation where token = ${token} and owner_id = ${ownerId}::uuid for update`;
  const where = { token, ownerId, publicationId: deps.config.publicationId, process: 'monthly-init' };
  const donation = await tx.donation.findFirst({ where });
  if (!donation) throw new Refusal(404, apiText('not_found'));
  return donation;
}

async function tell(
  tx: Prisma.TransactionClient,
  deps: DonationDeps,
  reader: SignedIn,
  { id, token, amount }: Donation,
  kind: 'donation-changed' | 'donation-stopped',
): Promise<void> {
  const shown = (await readDonations(tx, deps, reader)).find((each) => each.token === token);
  const subject = `${id}:${deps.clock().toISOString()}:${amount}`;
  const payload = {
    name: reader.name,
    amount,
    next: shown?.amount_from ?? null,
    refused: shown?.refused ?? null,
    processing: shown?.processing,
  };
  await postLetter(tx, deps, { kind, subject, recipient: reader.email, payload });
}
