import type { AccountExport } from '@newsstand/contracts/account-data';
import type { Prisma } from '../../generated/prisma/client.ts';
import { isSentOnceMore } from '../ledger/orders/sent-once-more.ts';
import { NOT_PAID } from '../ledger/orders/order-states.ts';
import { readSnapshot } from '../payments/provider/payment-snapshot.ts';
import { readInvoice } from '../payments/invoices/read-invoice.ts';
import type { Deps } from '../publication/deps.ts';
import { cameBy } from '../rules/subscriptions/term-source.ts';

type Rows = NonNullable<AccountExport['records']>;

/**
 * What is kept of a reader and stands on none of the account's own pages: rows by what they are of, amounts in cents.
 * `invoices`: the tokens of theirs. Nothing in it is a key, and nothing is said of staff but that they looked. A table
 * with something of a reader's belongs here.
 */
export async function readKeptRecords(
  deps: Pick<Deps, 'db' | 'config' | 'publication'>,
  accountId: string,
  invoices: string[],
): Promise<Rows> {
  const { db, config } = deps;
  const { publicationId } = config;
  const own = { publicationId, ownerId: accountId };
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId }, include: { earlierEmails: true, devices: true } });
  const donations = await db.donation.findMany({ where: own, orderBy: { id: 'asc' } });
  const changes = await db.subscriptionChange.findMany({ where: own, orderBy: { created: 'asc' } });
  const charges = await db.charge.findMany({
    where: own,
    include: { attempts: { orderBy: { attempt: 'asc' } } },
    orderBy: { due: 'asc' },
  });
  const orders = await db.order.findMany({
    where: { ...own, state: { in: NOT_PAID } },
    include: { lines: { orderBy: { ordinal: 'asc' } } },
    orderBy: { created: 'asc' },
  });
  const onceMore = await db.$queryRaw<object[]>`
    select o.number, o.name, o.address, o.created, (
      select json_agg(json_build_object('type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail, 'quantity', l.quantity) order by l.ordinal)
      from order_line l where l.order_id = o.id
    ) as lines
    from "order" o where o.publication_id = ${publicationId} and o.owner_id = ${accountId}::uuid and ${isSentOnceMore} order by o.created`;
  const terms = await db.subscription.findMany({ where: own, orderBy: { cycle: 'asc' } });
  const posted = await db.postLine.findMany({ where: own, include: { list: true }, orderBy: { issue: 'asc' } });
  const postedAgain = await db.postCopy.findMany({ where: own, include: { list: true }, orderBy: { asked: 'asc' } });
  const moneyBack = await db.moneyBack.findMany({ where: { order: own }, include: { order: true }, orderBy: { created: 'asc' } });
  const inquiries = await db.bankInquiry.findMany({ where: { order: own }, include: { order: true }, orderBy: { created: 'asc' } });
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
    open_orders: orders.filter(({ state }) => state !== 'cancelled').map(orderRow),
    cancelled_orders: orders.filter(({ state }) => state === 'cancelled').map(orderRow),
    money_back: moneyBack.map(({ order, amount, state, reason, created }) => ({
      order: order.number,
      amount,
      state,
      reason,
      created: created.toISOString(),
    })),
    bank_inquiries: inquiries.map(({ order, amount, reason, created }) => ({
      order: order.number,
      amount,
      reason,
      created: created.toISOString(),
    })),
    terms: terms.map(
      ({ source, issues, cycle, phase, term, level, setDeliverable: set, activeDeliverable: active, copies, created, cancelled }) => ({
        cycle,
        phase,
        term,
        level,
        deliverables: { set, active },
        copies,
        issues,
        // Nobody paid for it.
        given: cameBy({ source }, 'comp'),
        created: created.toISOString(),
        cancelled: cancelled?.toISOString() ?? null,
      }),
    ),
    posted: posted.map(({ issue, name, address, copies, list }) => ({ issue, name, address, copies, listed: list.frozen.toISOString() })),
    posted_again: postedAgain.map(({ issue, name, address, copies, asked, list }) => ({
      issue,
      name,
      address,
      copies,
      asked: asked.toISOString(),
      listed: list?.frozen.toISOString() ?? null,
    })),
    sent_once_more: onceMore.map((one) => ({ ...one })),
    earlier_emails: account.earlierEmails.map(({ email, until }) => ({ email, until: until.toISOString() })),
    known_browsers: account.devices.map(({ seen }) => ({ seen: seen.toISOString() })),
    staff_looks: looks.map(({ created, opened }) => ({ created: created.toISOString(), opened: opened?.toISOString() ?? null })),
  };
}

type OrderWithLines = Prisma.OrderGetPayload<{ include: { lines: true } }>;

function orderRow({ state, name, email, address, recipient, total, card, failure, created, lines }: OrderWithLines): Rows[string][number] {
  return {
    state,
    name,
    email,
    address,
    recipient,
    total,
    card,
    failure,
    created: created.toISOString(),
    lines: lines.map(({ type, ref, name: title, detail, quantity, price }) => ({ type, ref, name: title, detail, quantity, price })),
  };
}
