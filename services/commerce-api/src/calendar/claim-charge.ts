import { Address } from '@newsstand/contracts/address';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Prisma } from '../../generated/prisma/client.ts';
import { newToken } from '../access/secrets.ts';
import type { Sql } from '../checkout/sql.ts';
import type { LineChoice } from '../checkout/line-choice.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import { planDonation } from '../donation/monthly-rules.ts';
import type { Card } from '../payment/claim-order.ts';
import { lineText, type Messages } from '../pricing/line-texts.ts';
import { describeChoice } from '../pricing/membership-rules.ts';
import type { PublishedData } from '../publication/published-data.ts';
import type { Deps } from '../deps.ts';
import { addTerm } from '../subscription/add-term.ts';
import { planRenewals } from './follow-autorenew.ts';
import type { Charge } from './read-charge.ts';
import { writeMonth } from './write-month.ts';

type Claim = { attempt: number; intent: string | null; card: Card | null; now: Date };
type ClaimDeps = Pick<Deps, 'publication'>;

/**
 * Makes a charge paid, as `claimOrder` does an order: the conditional UPDATE finds the attempt only where that is still news. With it come an
 * order with its number and receipt, the letter, and what was paid for: the next term (and the notice of the one after, where it is used up by then), or
 * the month and the charge of the one after it. Call it inside a
 * transaction that has locked the charge.
 */
export async function claimCharge(tx: Prisma.TransactionClient, deps: ClaimDeps, charge: Charge, claim: Claim): Promise<void> {
  const { publicationId, ownerId, kind, subject, cycle } = charge;
  const paid = await tx.$queryRaw<unknown[]>`
    with claimed as (
      update charge_attempt set outcome = 'paid', intent_id = ${claim.intent}
      where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = ${kind} and subject = ${subject}::uuid and cycle = ${cycle}::int
        and attempt = ${claim.attempt}::int and outcome <> 'paid'
      returning 1
    )
    update charge set state = 'paid', why = null, next_attempt = null
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = ${kind} and subject = ${subject}::uuid and cycle = ${cycle}::int
      and exists (select from claimed)
    returning 1`;
  if (paid.length === 0) return;
  const { choice } = charge;
  if (choice.kind === 'renewal') {
    const { term, level, deliverable, copies } = choice;
    const deliverables = { set: deliverable, active: deliverable };
    const source = `renewal:${subject}:${cycle}`;
    const id = uuidv7(claim.now.getTime());
    const added = await addTerm(tx, { publicationId, ownerId, id, source, term, level, deliverables, copies, at: claim.now });
    if (added === 'used-up') await planRenewals(tx, { ...deps, config: charge, clock: () => claim.now }, [ownerId]);
  } else {
    await tx.$queryRaw`
      update donation set paid_period = greatest(paid_period, ${cycle}::int), failing = false
      where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${subject}::uuid`;
    const plan = charge.first && planDonation({ first: charge.first, paidPeriod: cycle, failing: false, ended: null }, claim.now);
    // What ended while a bank was at this month has no further one.
    if (charge.payer.wanted && plan?.type === 'charge')
      await writeMonth(tx, charge, { period: plan.period, due: plan.due, amount: charge.gives });
  }
  await insertOrder(tx, charge, claim, deps.publication.cached());
}

/** The line of the receipt, as the cart would have had it. */
function lineOf(
  { choice, amount }: Charge,
  messages: Messages,
): {
  type: string;
  ref: string;
  name: string;
  detail: string;
  quantity: number;
  price: number;
  choice: LineChoice;
} {
  if (choice.kind === 'donation') {
    return {
      type: 'donation-item',
      ref: 'monthly-init',
      name: lineText(messages, 'monthly_donation'),
      detail: lineText(messages, 'monthly'),
      quantity: 1,
      price: amount,
      choice: { type: 'donation', process: 'monthly-init', amount },
    };
  }
  const { deliverable, level, term, copies, price } = choice;
  return {
    type: 'personal-subscription',
    ref: `${mediumOf(deliverable)}/${level}/${term}`,
    name: lineText(messages, 'renewal'),
    detail: describeChoice(choice, messages),
    quantity: copies,
    price,
    choice: { type: 'subscription', deliverable, level, term, coupon: null, renewal: true },
  };
}

/** What was charged is an order like any other, paid as it is made: so receipts, numbers and sums know it. Its intent is unique among them. */
async function insertOrder(tx: Sql, charge: Charge, { intent, card, now }: Claim, { settings, messages }: PublishedData): Promise<void> {
  const { publicationId, ownerId, amount, choice, payer } = charge;
  const [order, outbox] = [uuidv7(now.getTime()), uuidv7(now.getTime())];
  const line = lineOf(charge, messages);
  const shipping = choice.kind === 'renewal' ? choice.shipping : 0;
  const goods = line.price * line.quantity;
  const { shipcode, address } = await destinationOf(tx, charge);
  await tx.$queryRaw`
    with counted as (
      update publication set order_number = order_number + 1 where id = ${publicationId} returning order_number
    ),
    ordered as (
      insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, address, shipcode, goods, shipping, discount, waived,
                           total, intent_id, receipt_token, card, created, updated, paid)
      select ${order}::uuid, ${publicationId}, ${ownerId}::uuid, ${settings.receipt_prefix} || '-' || order_number, 'paid', 0, ${payer.name}, ${payer.email},
        ${address && JSON.stringify(address)}::jsonb, ${shipcode}, ${goods}::int, ${shipping}::int, 0, ${goods + shipping - amount}::int,
        ${amount}::int, ${intent}, ${newToken()}, ${card && JSON.stringify(card)}::jsonb, ${now}, ${now}, ${now}
      from counted returning id
    ),
    lined as (
      insert into order_line (order_id, ordinal, type, ref, name, detail, quantity, price, discount, shipping, choice)
      select id, 1, ${line.type}, ${line.ref}, ${line.name}, ${line.detail}, ${line.quantity}::int, ${line.price}::int, 0, ${shipping}::int,
        ${JSON.stringify(line.choice)}::jsonb
      from ordered
    )
    insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
    select ${outbox}::uuid, ${publicationId}, 'receipt', id::text, ${payer.email}, jsonb_build_object('order', id), ${now} from ordered`;
}

/** Where the renewed print goes. */
async function destinationOf(
  tx: Sql,
  { publicationId, ownerId, choice }: Charge,
): Promise<{ shipcode: Shipcode; address: Address | null }> {
  const shipcode = choice.kind === 'renewal' ? shipcodeOf(choice.deliverable) : null;
  if (shipcode === null) return { shipcode: 'a', address: null };
  const [row] = await tx.$queryRaw<{ address: unknown }[]>`
    select address from owner_address where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and shipcode = ${shipcode}`;
  return { shipcode, address: row ? v.parse(Address, row.address) : null };
}
