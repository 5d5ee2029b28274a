import { Prisma } from '../../../generated/prisma/client.ts';
import { countOrder } from '../../ledger/orders/order-row.ts';
import { addToReceipt, INTO_OUTBOX } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Messages } from '../../publication/texts/line-texts.ts';
import type { Card, Payer } from '../provider/card-of.ts';
import { fulfilMemberships } from './fulfil-memberships.ts';
import { giveToGiftees } from './give-to-giftees.ts';
import { markPaid, type Received } from './mark-paid.ts';
import { moveWhatCameSince } from './move-newer-terms.ts';
import { postMoveLetter } from './post-move-letter.ts';

/**
 * What a payment makes of an order. `prefix` is that of receipt numbers, `messages` the publication's words; `outbox`
 * the id of the letter's row.
 */
export type Claim = {
  order: string;
  intent: string | null;
  state: 'paid' | 'processing';
  card: Card | null;
  /** An invoice's payment that staff received by check or wire; absent for what came by card. */
  received?: Received;
  /** Who the provider knows the payer as, where the card may be charged again. */
  payer: Payer | null;
  prefix: string;
  messages: Messages;
  outbox: string;
  now: Date;
};

/** What an order's purchaser agreed to beside paying. `autorenew`: null where they were not asked. */
export type Agreed = { ownerId: string; name: string; saveCard: boolean; autorenew: boolean | null };
/** `memberships`: whether it holds subscriptions, gifts, upgrades or donations. */
export type Claimed = Agreed & { memberships: boolean };
/** `welcomed`: a welcome waits for this order. */
type Row = Claimed & { from_cart: boolean; invoiced: boolean; welcomed: boolean };

/**
 * The conditional UPDATE that makes an order paid, or its payment under way: it finds the order only where that is
 * still news, so whoever comes second claims nothing. With it come the number, the letter, the cart without what was
 * bought, and once it is paid the subscriptions, gifts and donations that it promised. Call it inside a transaction.
 * Answers what its purchaser agreed to, null when it was claimed before.
 */
export async function claimOrder(tx: Sql, claim: Claim): Promise<Claimed | null> {
  const card = claim.card && JSON.stringify(claim.card);
  const [claimed] = await tx.$queryRaw<Row[]>`
    with target as (
      select id, publication_id, owner_id, number, cart_version from "order"
      where id = ${claim.order}::uuid and (intent_id is null or intent_id = ${claim.intent})
        and (state = 'started' or (state = 'processing' and ${claim.state} = 'paid'))
      for update
    ),
    counted as (
      ${countOrder(Prisma.sql`(select publication_id from target where number is null)`, claim.prefix)}
    ),
    claimed as (
      update "order" o set
        state = ${claim.state}::order_state,
        number = coalesce(t.number, (select number from counted)),
        intent_id = ${claim.intent}, card = ${card}::jsonb, failure = null, network = null, updated = ${claim.now},
        paid = case when ${claim.state} = 'paid' then ${claim.now}::timestamptz end
      from target t where o.id = t.id
      returning o.id, o.publication_id, o.email, o.name, o.save_card, o.autorenew, t.owner_id, t.number is null and t.cart_version > 0 as from_cart
    ),
    posted as (
      ${INTO_OUTBOX}
      select ${claim.outbox}::uuid, publication_id, 'receipt', id::text, email, jsonb_build_object('order', id), ${claim.now}
      from claimed where ${claim.state} = 'paid'
      on conflict (kind, subject) do nothing
    ),
    changed as (
      update cart c set version = c.version + 1, updated = ${claim.now} from claimed
      where claimed.from_cart and c.publication_id = claimed.publication_id and c.owner_id = claimed.owner_id
    )
    select owner_id as "ownerId", name, save_card as "saveCard", autorenew, from_cart, exists (select from order_line l where l.order_id = claimed.id and l.choice is not null) as memberships,
      exists (select from invoice i where i.order_id = claimed.id) as invoiced,
      exists (select from outbox w where w.kind = 'welcome' and w.subject = claimed.owner_id::text and w.recipient = claimed.email and w.queued is null) as welcomed
    from claimed`;
  if (claimed?.from_cart) await takeFromCart(tx, claim.order);
  const isInvoicePaid = claimed?.invoiced === true && claim.state === 'paid';
  // What the order brings is given to whom it belongs by then.
  if (isInvoicePaid) await markPaid(tx, claim);
  if (claimed?.welcomed && claim.state === 'paid') await welcomeInReceipt(tx, claim.order);
  if (claimed?.memberships && claim.state === 'paid') await fulfilMemberships(tx, claim);
  if (isInvoicePaid) {
    await giveToGiftees(tx, claim);
    await moveWhatCameSince(tx, claim);
    await postMoveLetter(tx, claim);
  }
  return claimed ?? null;
}

/**
 * Who made the account with this order is welcomed in its receipt's letter, unless the welcome went out before it was
 * paid.
 */
async function welcomeInReceipt(tx: Sql, order: string): Promise<void> {
  await tx.$queryRaw`
    with welcome as (
      delete from outbox w using "order" o
      where o.id = ${order}::uuid and w.kind = 'welcome' and w.subject = o.owner_id::text and w.recipient = o.email and w.queued is null
      returning o.id
    )
    ${addToReceipt(Prisma.sql`(select id::text from welcome)`, { welcome: true })}`;
}

/**
 * Only what was bought leaves the cart: what was added meanwhile stays. A statement of its own, so that it sees the
 * cart that the claim locked.
 */
async function takeFromCart(tx: Sql, order: string): Promise<void> {
  await tx.$queryRaw`
    with bought as (
      select o.publication_id, o.owner_id, l.type, l.ref, l.quantity, l.price, l.choice from order_line l join "order" o on o.id = l.order_id where o.id = ${order}::uuid
    ),
    less as (
      update cart_line k set quantity = k.quantity - b.quantity, from_account = 0 from bought b
      where k.publication_id = b.publication_id and k.owner_id = b.owner_id and k.type = b.type and k.ref = b.ref and k.quantity > b.quantity
    ),
    gone as (
      delete from cart_line k using bought b
      where k.publication_id = b.publication_id and k.owner_id = b.owner_id and k.type = b.type and k.ref = b.ref and k.quantity <= b.quantity
    ),
    emptied as (
      update cart c set
        subscription = case when exists (
          select from bought b where b.type = 'personal-subscription'
            and starts_with(b.choice ->> 'deliverable', c.subscription ->> 'medium')
            and b.choice ->> 'level' = c.subscription ->> 'level' and b.choice ->> 'term' = c.subscription ->> 'term'
        ) then null else c.subscription end,
        donation = case when exists (
          select from bought b where b.type = 'donation-item' and b.ref = c.donation ->> 'process' and b.price = (c.donation ->> 'dollars')::int * 100
        ) then null else c.donation end
      where (c.publication_id, c.owner_id) in (select publication_id, owner_id from bought) and (c.subscription is not null or c.donation is not null)
    )
    select 1`;
}
