import type { Sql } from '../../platform/db/sql.ts';
import { readSnapshot, type PaymentSnapshot } from './payment-snapshot.ts';

/** Whose means of payment it is: an account's, or one monthly donation's. */
export type CardHolder = { kind: 'account' | 'donation'; id: string };

/** `ownerId` is whose orders and donations these are; `name` and `email` are the reader's own. */
export type HeldCard = {
  holder: CardHolder;
  ownerId: string;
  name: string;
  email: string;
  customer: string | null;
  method: string | null;
  payment: PaymentSnapshot | null;
  /** Since when nothing counts that was prepared for the account before; null for never, and for a guest's. */
  voided: Date | null;
};
type Row = {
  owner_id: string;
  name: string;
  email: string;
  customer: string | null;
  method: string | null;
  payment: unknown;
  voided: Date | null;
};

/**
 * What a holder has on record, or null where there is no such holder; a donation that was given once, or has ended,
 * holds no card.
 */
export async function readHeldCard(db: Sql, holder: CardHolder): Promise<HeldCard | null> {
  const rows =
    holder.kind === 'account'
      ? await db.$queryRaw<Row[]>`
          select id as owner_id, name, email, customer, method, payment, voided from account where id = ${holder.id}::uuid`
      : await db.$queryRaw<Row[]>`
          select d.owner_id, o.name, coalesce(a.email, o.kept_for, o.email) as email, d.customer, d.method, d.payment, a.voided
          from donation d join "order" o on o.id = d.order_id left join account a on a.id = d.owner_id
          where d.id = ${holder.id}::uuid and d.process = 'monthly-init' and d.ended is null`;
  return held(holder, rows[0]);
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockHeldCard(tx: Sql, holder: CardHolder): Promise<HeldCard | null> {
  if (holder.kind === 'account') await tx.$queryRaw`select 1 from account where id = ${holder.id}::uuid for update`;
  else await tx.$queryRaw`select 1 from donation where id = ${holder.id}::uuid for update`;
  return readHeldCard(tx, holder);
}

export async function writeHeldCard(
  tx: Sql,
  holder: CardHolder,
  { customer, method, payment }: { customer: string; method: string; payment: PaymentSnapshot },
): Promise<void> {
  const shown = JSON.stringify(payment);
  if (holder.kind === 'account') {
    await tx.$queryRaw`update account set customer = ${customer}, method = ${method}, payment = ${shown}::jsonb where id = ${holder.id}::uuid`;
  } else {
    await tx.$queryRaw`update donation set customer = ${customer}, method = ${method}, payment = ${shown}::jsonb where id = ${holder.id}::uuid`;
  }
}

function held(holder: CardHolder, row: Row | undefined): HeldCard | null {
  if (!row) return null;
  const { owner_id: ownerId, name, email, customer, method, payment, voided } = row;
  return { holder, ownerId, name, email, customer, method, payment: readSnapshot(payment), voided };
}
