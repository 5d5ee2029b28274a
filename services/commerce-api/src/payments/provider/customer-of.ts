import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import type { HeldCard } from './card-holder.ts';

/**
 * Who the card provider knows a holder as: made once, however many ask at the same moment. Who dies between the
 * provider's answer and our note of it finds the same customer behind the same key.
 */
export async function customerOf(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  { holder: { kind, id }, name, email, customer }: HeldCard,
): Promise<string> {
  if (customer !== null) return customer;
  // A key goes with its parameters, and a reader may change name and address between two tries.
  const idempotencyKey = `customer:${kind}:${id}:${hashOf(`${name}\0${email}`).slice(0, 16)}`;
  const made = await stripe.customers.create({ name, email, metadata: { [kind]: id } }, { idempotencyKey });
  const [row] =
    kind === 'account'
      ? await db.$queryRaw<{ customer: string }[]>`
          update account set customer = coalesce(customer, ${made.id}) where id = ${id}::uuid returning customer`
      : await db.$queryRaw<{ customer: string }[]>`
          update donation set customer = coalesce(customer, ${made.id}) where id = ${id}::uuid returning customer`;
  if (!row) throw new Error(`the ${kind} that a customer was made for is not there`);
  return row.customer;
}
