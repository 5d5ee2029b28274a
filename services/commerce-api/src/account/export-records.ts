import type { AccountExport } from '@newsstand/contracts/account';
import { readSnapshot } from '../card/payment-snapshot.ts';
import type { Deps } from '../deps.ts';
import { readInvoice } from '../invoice/read-invoice.ts';

type Rows = NonNullable<AccountExport['records']>;

/**
 * What is kept of a reader and stands on none of the account's own pages: rows by what they are of, amounts in cents. `invoices`: the tokens of theirs.
 * Nothing in it is a key, and nothing is said of staff but that they looked.
 */
export async function exportRecords(
  deps: Pick<Deps, 'db' | 'config' | 'publication'>,
  accountId: string,
  invoices: string[],
): Promise<Rows> {
  const { db, config } = deps;
  const { publicationId } = config;
  const own = { publicationId, ownerId: accountId };
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId }, include: { earlierEmails: true } });
  const donations = await db.donation.findMany({ where: own, orderBy: { id: 'asc' } });
  const changes = await db.subscriptionChange.findMany({ where: own, orderBy: { created: 'asc' } });
  const charges = await db.charge.findMany({
    where: own,
    include: { attempts: { orderBy: { attempt: 'asc' } } },
    orderBy: { due: 'asc' },
  });
  const orders = await db.order.findMany({
    where: { ...own, state: { in: ['started', 'processing'] } },
    include: { lines: { orderBy: { ordinal: 'asc' } } },
    orderBy: { created: 'asc' },
  });
  const looks = await db.adminView.findMany({ where: { publicationId, accountId }, orderBy: { created: 'asc' } });
  const written = await Promise.all(invoices.map((token) => readInvoice(deps, token)));
  return {
    invoices: written.flatMap((invoice) => {
      if (invoice === null) return [];
      const { token: _key, ...rest } = invoice;
      return [rest];
    }),
    means_of_payment: [
      { of: 'account', payment: account.payment },
      ...donations.map(({ payment }) => ({ of: 'donation', payment })),
    ].flatMap(({ of, payment }) => {
      const means = readSnapshot(payment);
      return means === null ? [] : [{ of, name: means.name, card: means.card, ach: means.ach }];
    }),
    changes: changes.map(({ from, to, paid, created }) => ({ from, to, paid, created: created.toISOString() })),
    charges: charges.map(({ kind, cycle, amount, due, state, why, attempts }) => ({
      kind,
      cycle,
      amount,
      due: due.toISOString(),
      state,
      why,
      attempts: attempts.map(({ started, outcome }) => ({ started: started.toISOString(), outcome })),
    })),
    open_orders: orders.map(({ state, name, email, address, recipient, total, created, lines }) => ({
      state,
      name,
      email,
      address,
      recipient,
      total,
      created: created.toISOString(),
      lines: lines.map(({ type, ref, name: title, detail, quantity, price }) => ({ type, ref, name: title, detail, quantity, price })),
    })),
    earlier_emails: account.earlierEmails.map(({ email, until }) => ({ email, until: until.toISOString() })),
    staff_looks: looks.map(({ created, opened }) => ({ created: created.toISOString(), opened: opened?.toISOString() ?? null })),
  };
}
