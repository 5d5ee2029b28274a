import { MAX_LINES } from '@newsstand/contracts/quantity';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { mostOfAKind } from '../../ledger/carts/cart-limits.ts';

type Tx = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;
type MergeDeps = Pick<Deps, 'config' | 'clock'>;

/**
 * Two full carts lose nothing when they are put together; whoever logs in with a third, and a fourth, finds no room.
 */
const MOST_MERGED = 2 * MAX_LINES;

/**
 * A login: the guest's cart goes into the account's, as `mergeCarts` says, and each line tells what the account's added
 * to it, so that a reader who logs in with a cart on the page can be told. Where the guest's holds nothing, nothing was
 * added, and what an earlier login had told is over. Call it inside a transaction.
 */
export async function mergeAtLogin(tx: Tx, deps: MergeDeps, guestId: string | null, accountId: string): Promise<void> {
  const guest = guestId === null ? null : await lockCart(tx, deps, guestId);
  const holds = guest?.holds ?? false;
  const told = (column: Prisma.Sql) =>
    Prisma.sql`(${column} - 'from_account') || ${JSON.stringify(holds ? { from_account: true } : {})}::jsonb`;
  await tx.$executeRaw`
    with own as (
      update cart set subscription = ${told(Prisma.sql`subscription`)}, donation = ${told(Prisma.sql`donation`)}
      where publication_id = ${deps.config.publicationId} and owner_id = ${accountId}::uuid
      returning publication_id, owner_id
    )
    update cart_line line set from_account = case when ${holds} then line.quantity else 0 end
    from own where line.publication_id = own.publication_id and line.owner_id = own.owner_id`;
  if (guest && guestId !== null) await putInto(tx, deps, guestId, accountId);
}

/**
 * Puts the guest's cart into the account's: lines are added up to 50 of a thing and 20 gifts of a kind, none is lost,
 * and a line says how many of it were left out; of two subscriptions or donations the one chosen last stays, and says
 * what it took the place of. A coupon belongs to what it was put on: the subscription that stays keeps its own, or
 * none, and gifts with different ones are different lines. Whatever another tab puts into the guest's cart meanwhile is
 * either seen here, or waits for this, makes a new cart, and calls this itself (`writingSession`). Call it inside a
 * transaction.
 */
export async function mergeCarts(tx: Tx, deps: MergeDeps, guestId: string, accountId: string): Promise<void> {
  if (await lockCart(tx, deps, guestId)) await putInto(tx, deps, guestId, accountId);
}

/**
 * A cart's row is locked before its lines, everywhere, and the guest's before the account's: two who change the same
 * carts cannot wait for each other in a circle.
 */
async function lockCart(tx: Tx, { config }: MergeDeps, ownerId: string): Promise<{ holds: boolean } | null> {
  const [cart] = await tx.$queryRaw<{ holds: boolean }[]>`
    select c.subscription is not null or c.donation is not null or exists (
      select from cart_line l where l.publication_id = c.publication_id and l.owner_id = c.owner_id
    ) as holds
    from cart c where c.publication_id = ${config.publicationId} and c.owner_id = ${ownerId}::uuid for update`;
  return cart ?? null;
}

async function putInto(tx: Tx, { config, clock }: MergeDeps, guestId: string, accountId: string): Promise<void> {
  const publication = config.publicationId;
  const now = clock();
  await tx.$executeRaw`
    with target as (
      insert into cart (publication_id, owner_id, version, subscription, donation, updated)
      select ${publication}, ${accountId}::uuid, 1, subscription, donation, ${now}
      from cart where publication_id = ${publication} and owner_id = ${guestId}::uuid
      on conflict (publication_id, owner_id) do update set version = cart.version + 1,
        subscription = ${chosenLast('subscription')}, donation = ${chosenLast('donation')}, updated = excluded.updated
      returning owner_id
    )
    insert into cart_line (publication_id, owner_id, type, ref, choice, quantity, left_out, created)
    select line.publication_id, target.owner_id, line.type, line.ref, line.choice, line.quantity, line.left_out, line.created
    from target cross join (
      select * from cart_line where publication_id = ${publication} and owner_id = ${guestId}::uuid order by created, ref
      limit greatest(0, ${MOST_MERGED}::int - (select count(*) from cart_line where publication_id = ${publication} and owner_id = ${accountId}::uuid))
    ) line
    order by line.type, line.ref
    on conflict (publication_id, owner_id, type, ref)
      do update set quantity = least(cart_line.quantity + excluded.quantity, ${mostOfAKind()}),
        left_out = cart_line.left_out + excluded.left_out + greatest(cart_line.quantity + excluded.quantity - ${mostOfAKind()}, 0),
        from_account = least(cart_line.from_account, ${mostOfAKind()} - excluded.quantity)`;
  // Its lines go with it.
  await tx.$executeRaw`delete from cart where publication_id = ${publication} and owner_id = ${guestId}::uuid`;
}

/**
 * SQL: the guest's, or the account's, as it is, where the guest has none. One that differs keeps what it took the place
 * of, so that the reader can be told.
 */
function chosenLast(column: 'subscription' | 'donation'): Prisma.Sql {
  const [last, before] = [Prisma.raw(`excluded.${column}`), Prisma.raw(`cart.${column}`)];
  const choice = (one: Prisma.Sql) => Prisma.sql`${one} - '{coupon,shipcode,in_place_of,from_account}'::text[]`;
  return Prisma.sql`case
    when ${last} is null or ${before} is null then coalesce(${last}, ${before})
    when ${choice(last)} = ${choice(before)} then jsonb_set_lax(${last}, '{in_place_of}', ${before} -> 'in_place_of', true, 'return_target')
    else ${last} || jsonb_build_object('in_place_of', ${before} - '{in_place_of,from_account}'::text[])
  end`;
}

/**
 * The order that the guest has started becomes the account's, with its held stock, so that paying it empties the right
 * cart. Where the account has one of its own that waits, the guest's stays with the guest: the browser reaches it
 * through its session.
 */
export async function adoptOrder(tx: Tx, { config }: Pick<Deps, 'config'>, guestId: string, accountId: string): Promise<void> {
  await tx.$executeRaw`
    update "order" set owner_id = ${accountId}::uuid
    where publication_id = ${config.publicationId} and owner_id = ${guestId}::uuid and state = 'started' and not exists (
      select from "order" own where own.publication_id = ${config.publicationId} and own.owner_id = ${accountId}::uuid and own.state = 'started'
    )`;
}
