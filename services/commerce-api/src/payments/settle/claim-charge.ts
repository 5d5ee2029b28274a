import { Address } from '@newsstand/contracts/address';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { planRenewals } from '../../ledger/planned-charges/follow-autorenew.ts';
import type { Charge } from '../../ledger/planned-charges/read-charge.ts';
import { writeMonth } from '../../ledger/planned-charges/write-month.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { countOrder, intoLines, intoOrder, lineRows } from '../../ledger/orders/order-row.ts';
import { INTO_OUTBOX } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { defaultZone, DONATION_ZONE } from '../../publication/default-zone.ts';
import type { PublishedData } from '../../publication/published-data.ts';
import { lineText, type Messages } from '../../publication/texts/line-texts.ts';
import { planDonation } from '../../rules/charges/monthly-rules.ts';
import type { LineChoice } from '../../rules/pricing/line-choice.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import type { Card } from '../provider/card-of.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';

type Claim = { attempt: number; intent: string | null; card: Card | null; now: Date };
type ClaimDeps = Pick<Deps, 'publication'>;

/**
 * Makes a charge paid, as `claimOrder` does an order: the conditional UPDATE finds the attempt only where that is still
 * news. With it come an order with its number and receipt, the letter, and what was paid for: the next term (and the
 * notice of the one after, where it is used up by then), or the month and the charge of the one after it. Call it
 * inside a transaction that has locked the charge.
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
    const source = termSource('renewal', subject, cycle);
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

/**
 * What was charged is an order like any other, paid as it is made: so receipts, numbers and sums know it. Its intent is
 * unique among them.
 */
async function insertOrder(tx: Sql, charge: Charge, { intent, card, now }: Claim, { settings, messages }: PublishedData): Promise<void> {
  const { publicationId, ownerId, amount, choice, payer } = charge;
  const [order, outbox] = [uuidv7(now.getTime()), uuidv7(now.getTime())];
  const line = lineOf(charge, messages);
  const shipping = choice.kind === 'renewal' ? choice.shipping : 0;
  const goods = line.price * line.quantity;
  const { shipcode, address } = await destinationOf(tx, charge, defaultZone({ settings }));
  const made = intoOrder({
    id: order,
    publicationId,
    ownerId,
    number: Prisma.sql`counted.number`,
    state: 'paid',
    cartVersion: 0,
    name: payer.name,
    email: payer.email,
    address,
    shipcode,
    totals: { goods, shipping, discount: 0, waived: goods + shipping - amount, total: amount },
    currency: settings.currency,
    intentId: intent,
    receiptToken: newToken(),
    network: null,
    card,
    now,
    paid: now,
  });
  await tx.$queryRaw`
    with counted as (${countOrder(Prisma.sql`${publicationId}`, settings.receipt_prefix)}),
    placed as (
      ${made} from counted returning id
    ),
    lined as (
      ${intoLines(Prisma.sql`false`)} from placed cross join ${lineRows([{ ...line, discount: 0, shipping }], 1)}
    )
    ${INTO_OUTBOX}
    select ${outbox}::uuid, ${publicationId}, 'receipt', id::text, ${payer.email}, jsonb_build_object('order', id), ${now} from placed`;
}

/** Where the renewed print goes; what is not posted has a zone, too. */
async function destinationOf(
  tx: Sql,
  { publicationId, ownerId, choice }: Charge,
  fallback: Shipcode,
): Promise<{ shipcode: Shipcode; address: Address | null }> {
  if (choice.kind === 'donation') return { shipcode: DONATION_ZONE, address: null };
  const shipcode = shipcodeOf(choice.deliverable);
  if (shipcode === null) return { shipcode: fallback, address: null };
  const [row] = await tx.$queryRaw<{ address: unknown }[]>`
    select address from owner_address where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and shipcode = ${shipcode}`;
  return { shipcode, address: row ? v.parse(Address, row.address) : null };
}
