import type { MonthlyDonation } from '@newsstand/contracts/account';
import { postLetter } from '../access/post-letter.ts';
import type { Donation, Prisma } from '../../generated/prisma/client.ts';
import { detachUnused } from '../card/detach-unused.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { conflict } from './conflict.ts';
import type { SignedIn } from './signed-in.ts';
import { chargesOf, endDonation } from './end-donation.ts';
import { donationOf } from './subscriber-of.ts';

type DonationDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
const ENDED = 'This donation has ended, so its amount cannot be changed.';

/**
 * Changes what a reader gives each month, in cents, from the next charge on; one that is under way keeps its amount. Refuses (404) what is not
 * theirs, (410) one that has ended, and (409) one that is no longer that of `version`.
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
    if (version !== undefined && version !== String(donation.amount)) throw conflict('This donation was');
    await tx.donation.update({ where: { token }, data: { amount } });
    // The month that comes is written down when the one before it is paid. What was tried keeps its amount: the donor may be about to authenticate it.
    await tx.$executeRaw`
      update charge c set amount = ${amount}::int
      where ${chargesOf(donation)} and not exists (
        select from charge_attempt a
        where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
      )`;
    await tell(tx, deps, reader, { ...donation, amount }, 'donation-changed');
  });
  return readDonations(deps, reader);
}

/** Ends what a reader gives each month: nothing more is charged, but for an attempt that is under way. Ending it twice is ending it. */
export async function stopDonation(deps: DonationDeps & Pick<Deps, 'stripe'>, reader: SignedIn, token: string): Promise<MonthlyDonation[]> {
  const method = await deps.db.$transaction(async (tx) => {
    const donation = await lockDonation(tx, deps, reader, token);
    if (donation.ended !== null) return donation.method;
    await endDonation(tx, donation, deps.clock());
    await tell(tx, deps, reader, { ...donation, ended: deps.clock() }, 'donation-stopped');
    return donation.method;
  });
  // At the provider, so not before the transaction has held.
  if (method !== null) await detachUnused(deps, { ownerId: reader.accountId, method });
  return readDonations(deps, reader);
}

/** Every monthly donation of a reader, the newest first. */
async function readDonations({ db, clock, config }: DonationDeps, { accountId: ownerId }: SignedIn): Promise<MonthlyDonation[]> {
  const rows = await db.donation.findMany({
    where: { publicationId: config.publicationId, ownerId, process: 'monthly-init' },
    orderBy: [{ first: 'desc' }, { id: 'desc' }],
  });
  return rows.map((row) => shown(row, clock()));
}

/** The donation behind a token, if it is the reader's own, until the transaction ends. */
async function lockDonation(
  tx: Prisma.TransactionClient,
  { config }: DonationDeps,
  { accountId: ownerId }: SignedIn,
  token: string,
): Promise<Donation> {
  await tx.$queryRaw`select 1 from donation where token = ${token} and owner_id = ${ownerId}::uuid for update`;
  const where = { token, ownerId, publicationId: config.publicationId, process: 'monthly-init' };
  const donation = await tx.donation.findFirst({ where });
  if (!donation) throw new Refusal(404, 'Not found.');
  return donation;
}

async function tell(
  tx: Prisma.TransactionClient,
  deps: DonationDeps,
  { name, email }: SignedIn,
  donation: Donation,
  kind: 'donation-changed' | 'donation-stopped',
): Promise<void> {
  const { next_charge: next } = shown(donation, deps.clock());
  const subject = `${donation.id}:${deps.clock().toISOString()}:${donation.amount}`;
  await postLetter(tx, deps, { kind, subject, recipient: email, payload: { name, amount: donation.amount, next } });
}

function shown({ token, amount, first, paidPeriod, failing, ended }: Donation, now: Date): MonthlyDonation {
  return donationOf({ token, amount, first, paid_period: paidPeriod, failing, ended }, now);
}
