import { Address } from '@newsstand/contracts/address';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { Recipient } from '../../ledger/orders/check-recipient.ts';
import { redeemHeldGift } from '../../ledger/gifts/redeem-held-gift.ts';
import { sendGift } from '../../ledger/gifts/send-gift.ts';
import { writeMonth } from '../../ledger/planned-charges/write-month.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { applyChange } from '../../ledger/terms/apply-change.ts';
import { holdSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import type { MembershipLetterKind } from '../../letters/membership-letter.ts';
import { addToReceipt, postLetter } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import type { Messages } from '../../publication/texts/line-texts.ts';
import { chargeDate } from '../../rules/charges/monthly-rules.ts';
import { LineChoice } from '../../rules/pricing/line-choice.ts';
import type { Payer } from '../provider/card-of.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';

type Paid = { order: string; payer: Payer | null; messages: Messages; now: Date };
type Row = {
  publication_id: string;
  owner_id: string;
  name: string;
  email: string;
  address: unknown;
  recipient: unknown;
  created: Date;
  ordinal: number;
  quantity: number;
  choice: unknown;
};

/**
 * Gives what a paid order promised: a term with its issues, a token for each gift, a donation with its first period.
 * Part of the claim's transaction, so it happens once; the tables' own keys (the order's line) say the same.
 */
export async function fulfilMemberships(tx: Sql, paid: Paid): Promise<void> {
  const rows = await tx.$queryRaw<Row[]>`
    select o.publication_id, o.owner_id, o.name, o.email, o.address, o.recipient, o.created, l.ordinal, l.quantity, l.choice
    from "order" o join order_line l on l.order_id = o.id
    where o.id = ${paid.order}::uuid and l.choice is not null order by l.ordinal`;
  const promised = rows.map((row) => ({ row, choice: v.parse(LineChoice, row.choice) }));
  const [first] = rows;
  if (!first) return;
  if (promised.some(({ choice }) => choice.type === 'upgrade')) await holdSubscriptions(tx, first.publication_id, [first.owner_id]);
  for (const { row, choice } of promised) await fulfil(tx, paid, row, choice);
  const { order, now } = paid;
  // One order, one letter: the receipt, which waits in this transaction still.
  if (promised.some(({ choice }) => choice.type === 'subscription'))
    await tx.$queryRaw(addToReceipt(Prisma.sql`${order}`, { subscribed: true }));
  const deps = { config: { publicationId: first.publication_id }, clock: () => now };
  const letters = new Set(promised.flatMap(({ choice }) => LETTERS[choice.type] ?? []));
  for (const kind of letters) await postLetter(tx, deps, { kind, subject: order, recipient: first.email, payload: { order } });
}

/** Of a subscription (`addToReceipt`) and an upgrade the receipt says all that there is to say. */
const LETTERS = {
  subscription: null,
  gift: 'gifts',
  donation: 'donation',
  upgrade: null,
  redeem: null,
} as const satisfies Record<LineChoice['type'], MembershipLetterKind | null>;

async function fulfil(tx: Sql, paid: Paid, row: Row, choice: LineChoice): Promise<void> {
  switch (choice.type) {
    case 'subscription':
      return giveSubscription(tx, paid, row, choice);
    case 'gift':
      return giveGifts(tx, paid, row, choice);
    case 'redeem':
      return redeemHeldGift(tx, { order: paid.order, row, choice, messages: paid.messages, now: paid.now });
    case 'upgrade':
      return upgrade(tx, paid, row, choice);
    case 'donation':
      return recordDonation(tx, paid, row, choice);
  }
}

async function giveSubscription(tx: Sql, { order, now }: Paid, row: Row, choice: LineChoice & { type: 'subscription' }): Promise<void> {
  const owner = { publicationId: row.publication_id, ownerId: row.owner_id };
  const { deliverable, level, term } = choice;
  const source = termSource('order', order, row.ordinal);
  await addTerm(tx, {
    ...owner,
    id: uuidv7(now.getTime()),
    source,
    term,
    level,
    deliverables: { set: deliverable, active: deliverable },
    copies: row.quantity,
    at: now,
  });
  const shipcode = shipcodeOf(deliverable);
  const address = v.parse(v.nullable(Address), row.address);
  // Whoever paid late for what was ordered long ago does not lead away what its reader has had posted since.
  if (shipcode !== null && address) await keepAddress(tx, { ...owner, shipcode, name: row.name, address, now, named: row.created });
}

async function upgrade(tx: Sql, { order, now }: Paid, row: Row, choice: LineChoice & { type: 'upgrade' }): Promise<void> {
  const owner = { publicationId: row.publication_id, ownerId: row.owner_id };
  const { subscription, deliverable, level } = choice;
  await applyChange(tx, { ...owner, subscription, target: { deliverable, level }, order, now });
  const shipcode = shipcodeOf(deliverable);
  const address = v.parse(v.nullable(Address), row.address);
  // With Keep Address the order has the one on record: what another tab saved while it was paid stays.
  if (shipcode !== null && address) await keepAddress(tx, { ...owner, shipcode, name: row.name, address, now, named: row.created });
}

async function giveGifts(tx: Sql, { order, now }: Paid, row: Row, choice: LineChoice & { type: 'gift' }): Promise<void> {
  const recipient = v.parse(v.nullable(Recipient), row.recipient);
  if (recipient && row.quantity === 1) {
    const gift = { publicationId: row.publication_id, ownerId: row.owner_id, order, ordinal: row.ordinal, number: 1 };
    return sendGift(tx, { ...gift, choice, recipient, now });
  }
  const gifts = Array.from({ length: row.quantity }, (_, index) => ({ id: uuidv7(now.getTime()), token: newToken(), number: index + 1 }));
  await tx.$queryRaw`
    insert into gift (publication_id, owner_id, id, token, order_id, ordinal, number, deliverable, level, term)
    select ${row.publication_id}, ${row.owner_id}::uuid, id, token, ${order}::uuid, ${row.ordinal}::int, number,
      ${choice.deliverable}, ${choice.level}, ${choice.term}
    from jsonb_to_recordset(${JSON.stringify(gifts)}::jsonb) as g(id uuid, token text, number int)
    on conflict (publication_id, order_id, ordinal, number) do nothing`;
}

async function recordDonation(tx: Sql, { order, payer, now }: Paid, row: Row, choice: LineChoice & { type: 'donation' }): Promise<void> {
  const id = uuidv7(now.getTime());
  const given = await tx.$queryRaw<unknown[]>`
    insert into donation (publication_id, owner_id, id, token, order_id, process, amount, first, customer, method)
    values (${row.publication_id}, ${row.owner_id}::uuid, ${id}::uuid, ${newToken()}, ${order}::uuid,
            ${choice.process}, ${choice.amount}, ${now}, ${payer?.customer ?? null}, ${payer?.method ?? null})
    on conflict (publication_id, order_id) do nothing
    returning 1`;
  if (given.length === 0 || choice.process !== 'monthly-init') return;
  const donation = { publicationId: row.publication_id, ownerId: row.owner_id, subject: id };
  await writeMonth(tx, donation, { period: 1, due: chargeDate(now, 1), amount: choice.amount });
}
