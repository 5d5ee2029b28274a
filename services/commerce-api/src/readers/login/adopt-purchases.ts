import { Prisma } from '../../../generated/prisma/client.ts';
import { planAgain, putOff } from '../../ledger/planned-charges/plan-again.ts';
import { lockTerms } from '../../ledger/terms/add-term.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import { lifetimeIssues } from '../../ledger/terms/lifetime-issues.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { leftWithGiven, moveRest } from './merged-owners.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';
import { isFrom, likeSource } from '../../ledger/terms/source-parts.ts';
import { isBought } from '../../ledger/orders/order-states.ts';

type Tx = Prisma.TransactionClient;
type AdoptDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Found = { id: string; owner_id: string; subscribes: boolean; gives: boolean };
type Terms = { publicationId: string; owner_id: string; accountId: string };
/** Those whose source is like this. */
type Moved = Terms & { sources: string };
type Move = Found & Terms;

/** The sources of terms that the desk gave. */
const GIVEN = likeSource('comp');

/**
 * What a guest bought with the account's address becomes the account's, with its gifts, donations and subscriptions
 * (decision 020): all of it once the mailbox is proved, and before that what this browser's guest bought. So does what
 * is kept of an account that was deleted, where this is the address that it had last. An order moves whole, and at a
 * later login while something of it is in the middle of being charged or released. Of invoices only one that an account
 * had paid before it was deleted: whoever pays any other may be a stranger to the address that it was sent to. Call it
 * inside a transaction.
 */
export async function adoptPurchases(tx: Tx, deps: AdoptDeps, guestId: string | null, accountId: string): Promise<void> {
  const { publicationId } = deps.config;
  const orders = await tx.$queryRaw<Found[]>`
    select o.id, o.owner_id,
      exists (select from order_line l where l.order_id = o.id and l.choice->>'type' = 'subscription') as subscribes,
      exists (select from order_line l where l.order_id = o.id and l.choice->>'type' = 'donation') as gives
    from account a join "order" o on o.publication_id = a.publication_id
      and (o.kept_for = a.email or (o.kept_for is null and lower(normalize(o.email, nfkc)) = a.email))
    where a.id = ${accountId}::uuid and o.owner_id <> a.id and ${isBought}
      and (a.verified is not null or o.owner_id = ${guestId}::uuid)
      and not exists (select from account other where other.id = o.owner_id)
      and not exists (select from invoice i where i.order_id = o.id and (i.paid is null or i.subscriber_id is null or a.verified is null))
    order by o.created, o.id for update of o`;
  for (const order of orders) await moveOrder(tx, deps, { ...order, publicationId, accountId });
  await adoptImported(tx, deps, accountId);
  await adoptGiven(tx, deps, accountId);
}

/**
 * What the desk gave to somebody of whom nothing else is left goes along with the last of it; nobody's, where two
 * bought in one browser.
 */
async function adoptGiven(tx: Tx, deps: AdoptDeps, accountId: string): Promise<void> {
  const { publicationId } = deps.config;
  const found = await leftWithGiven(tx, publicationId, accountId, GIVEN);
  if (found.length === 0 || (await isReleasing(tx, publicationId))) return;
  await lockTerms(tx, { publicationId, ownerId: accountId });
  for (const owner_id of found) {
    const terms = { publicationId, owner_id, accountId };
    await leaveShared(tx, terms);
    await moveSubscriptions(tx, deps, { ...terms, sources: GIVEN });
    await moveRest(tx, publicationId, owner_id);
  }
}

/** What an import brought with the account's address, and kept apart as long as nobody had proved the mailbox. */
async function adoptImported(tx: Tx, deps: AdoptDeps, accountId: string): Promise<void> {
  const { publicationId } = deps.config;
  const found = await tx.$queryRaw<{ owner_id: string }[]>`
    select r.owner_id from account a join legacy_reader r on r.publication_id = a.publication_id and r.email = a.email
    where a.id = ${accountId}::uuid and a.verified is not null and r.owner_id <> a.id order by r.owner_id for update of r`;
  for (const { owner_id: from } of found) await moveImported(tx, deps, { publicationId, owner_id: from, accountId });
}

/**
 * Everything of an owner whom an import made, to an account: whoever asks has held the rows of `legacy_reader`.
 * `claimed`: its reader named it, and no mailbox did. Answers whether it moved: not while an issue is coming out. An
 * issue that both were given stays with whom it was posted to, and all else moves.
 */
export async function moveImported(tx: Tx, deps: AdoptDeps, moved: Terms & { claimed?: Date }): Promise<boolean> {
  const { publicationId, owner_id: from, accountId, claimed } = moved;
  if (await isReleasing(tx, publicationId)) return false;
  await lockTerms(tx, { publicationId, ownerId: accountId });
  await leaveShared(tx, moved);
  await moveSubscriptions(tx, deps, { ...moved, sources: '%' });
  await tx.$executeRaw`
    update legacy_reader set owner_id = ${accountId}::uuid, email = null, claimed = ${claimed ?? null}::timestamptz where publication_id = ${publicationId} and owner_id = ${from}::uuid`;
  await noteMerged(tx, moved);
  return true;
}

/**
 * Nobody is given an issue twice: what the account was given, too, is taken out of a term, and stays behind as one of
 * its own that is over, with its labels and its part of what the term was worth. What is left of it, and of its worth,
 * can move.
 */
async function leaveShared(tx: Tx, { publicationId, owner_id: from, accountId }: Terms): Promise<void> {
  const terms = await tx.$queryRaw<{ id: string; issues: number[] }[]>`
    select s.id, array_agg(given.issue) as issues from subscription s
      join issue_token given on (given.publication_id, given.owner_id, given.subscription_id) = (s.publication_id, s.owner_id, s.id)
      join issue_token own on own.publication_id = s.publication_id and own.owner_id = ${accountId}::uuid and own.issue = given.issue
    where s.publication_id = ${publicationId} and s.owner_id = ${from}::uuid and not ${isFrom('left')} group by s.id order by s.id`;
  for (const { id, issues } of terms) {
    const left = uuidv7();
    await tx.$executeRaw`
      insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable,
                                settings_medium, settings_level, copies, issues, created, cancelled)
      select publication_id, owner_id, ${left}::uuid, ${newToken()}, ${termSource('left', left)},
        (select max(other.cycle) + 1 from subscription other where (other.publication_id, other.owner_id) = (s.publication_id, s.owner_id)),
        phase, case when term = 'lifetime' then '1year' else term end, level, set_deliverable, active_deliverable, settings_medium, settings_level, copies,
        ${issues.length}::int, created, coalesce(cancelled, now())
      from subscription s where publication_id = ${publicationId} and owner_id = ${from}::uuid and id = ${id}::uuid`;
    await tx.$executeRaw`
      with term as (
        select s.term, case when s.term = 'lifetime' then ${lifetimeIssues(Prisma.sql`${publicationId}`)} else count(*)::int end as n
        from subscription s join issue_token t on (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id)
        where s.publication_id = ${publicationId} and s.owner_id = ${from}::uuid and s.id = ${id}::uuid group by s.term
      ),
      less as (
        update subscription s set issues = case when term.term = 'lifetime' then s.issues else term.n - ${issues.length}::int end
        from term where s.publication_id = ${publicationId} and s.owner_id = ${from}::uuid and s.id = ${id}::uuid
      ),
      worth as (
        select v.source, v.legacy_id, v.value::bigint * least(${issues.length}::int, term.n) / term.n as value
        from legacy_term v, term where v.publication_id = ${publicationId} and v.owner_id = ${from}::uuid and v.subscription_id = ${id}::uuid
      ),
      kept as (
        insert into legacy_term (publication_id, owner_id, source, legacy_id, subscription_id, import_id, deliverable, value, fingerprint, applied, mended)
        select v.publication_id, v.owner_id, v.source, v.legacy_id || ':' || ${left}, ${left}::uuid, v.import_id, v.deliverable, w.value::int, v.fingerprint, v.applied, v.mended
        from legacy_term v join worth w using (source, legacy_id) where v.publication_id = ${publicationId}
      )
      update legacy_term v set value = v.value - w.value::int from worth w where v.publication_id = ${publicationId} and (v.source, v.legacy_id) = (w.source, w.legacy_id)`;
    for (const table of ['issue_token', 'post_line', 'post_copy', 'post_return']) {
      await tx.$executeRaw`
        update ${Prisma.raw(table)} set subscription_id = ${left}::uuid
        where publication_id = ${publicationId} and owner_id = ${from}::uuid and subscription_id = ${id}::uuid and issue = any(${issues}::int[])`;
    }
  }
}

/**
 * What the desk did for the one stands in the history as that one's, where the account finds it (`merged-owners`); with
 * the last of them goes what is of no order.
 */
async function noteMerged(tx: Tx, { publicationId, owner_id: from, accountId }: Terms): Promise<void> {
  await tx.$executeRaw`
    insert into merged_owner (publication_id, from_id, to_id, at) values (${publicationId}, ${from}::uuid, ${accountId}::uuid, now()) on conflict do nothing`;
  await moveRest(tx, publicationId, from);
}

async function moveOrder(tx: Tx, deps: AdoptDeps, move: Move): Promise<void> {
  if (
    (move.gives && (await isBeingCharged(tx, move))) ||
    (move.subscribes && (await isBeingReleased(tx, { ...move, sources: sourcesOf(move) })))
  )
    return;
  const { id, publicationId, accountId } = move;
  await tx.$executeRaw`update "order" set owner_id = ${accountId}::uuid where id = ${id}::uuid`;
  await tx.$executeRaw`update gift set owner_id = ${accountId}::uuid where publication_id = ${publicationId} and order_id = ${id}::uuid`;
  await tx.$executeRaw`update order_giftee set owner_id = ${accountId}::uuid where order_id = ${id}::uuid`;
  await tx.$executeRaw`
    with billed as (
      update invoice set owner_id = ${accountId}::uuid, subscriber_id = ${accountId}::uuid where order_id = ${id}::uuid returning id
    )
    update invoice_payment p set owner_id = ${accountId}::uuid from billed where p.publication_id = ${publicationId} and p.invoice_id = billed.id`;
  if (move.gives) await moveDonation(tx, move);
  if (move.subscribes) await moveSubscriptions(tx, deps, { ...move, sources: sourcesOf(move) });
  await noteMerged(tx, move);
}

const sourcesOf = ({ id }: Found): string => likeSource('order', id);

/** The charges are locked first, so that none begins behind our back: an attempt names the charge that it is of. */
async function isBeingCharged(tx: Tx, { id, publicationId, owner_id }: Move): Promise<boolean> {
  await tx.$queryRaw`
    select 1 from donation d join charge c using (publication_id, owner_id)
    where d.publication_id = ${publicationId} and d.owner_id = ${owner_id}::uuid and d.order_id = ${id}::uuid and c.kind = 'donation' and c.subject = d.id
    for update of c`;
  const [attempt] = await tx.$queryRaw<unknown[]>`
    select 1 from donation d join charge_attempt a using (publication_id, owner_id)
    where d.publication_id = ${publicationId} and d.owner_id = ${owner_id}::uuid and d.order_id = ${id}::uuid
      and a.kind = 'donation' and a.subject = d.id and a.outcome = any(${UNDER_WAY}::text[]) limit 1`;
  return attempt !== undefined;
}

/** Nobody is given an issue twice either. */
async function isBeingReleased(tx: Tx, { sources, publicationId, owner_id, accountId }: Moved): Promise<boolean> {
  if (await isReleasing(tx, publicationId)) return true;
  const [twice] = await tx.$queryRaw<unknown[]>`
    select 1 from subscription s
      join issue_token given on given.publication_id = s.publication_id and given.owner_id = s.owner_id and given.subscription_id = s.id
      join issue_token own on own.publication_id = s.publication_id and own.owner_id = ${accountId}::uuid and own.issue = given.issue
    where s.publication_id = ${publicationId} and s.owner_id = ${owner_id}::uuid and s.source like ${sources} limit 1`;
  return twice !== undefined;
}

async function moveDonation(tx: Tx, { id, publicationId, owner_id, accountId }: Move): Promise<void> {
  // Its attempts follow their charges.
  await tx.$executeRaw`
    with moved as (
      update donation set owner_id = ${accountId}::uuid where publication_id = ${publicationId} and order_id = ${id}::uuid returning id
    )
    update charge c set owner_id = ${accountId}::uuid from moved
    where c.publication_id = ${publicationId} and c.owner_id = ${owner_id}::uuid and c.kind = 'donation' and c.subject = moved.id`;
}

/**
 * They come behind the terms that the account has, with their issues; an address that the account has for a zone
 * counts.
 */
async function moveSubscriptions(tx: Tx, deps: AdoptDeps, { sources, publicationId, owner_id, accountId }: Moved): Promise<void> {
  await lockTerms(tx, { publicationId, ownerId: accountId });
  await tx.$executeRaw`
    with mine as (
      select s.id, (
        select coalesce(max(own.cycle), 0) from subscription own where own.publication_id = s.publication_id and own.owner_id = ${accountId}::uuid
      ) + row_number() over (order by s.cycle) as cycle
      from subscription s
      where s.publication_id = ${publicationId} and s.owner_id = ${owner_id}::uuid and s.source like ${sources} and not ${isFrom('left')}
    ),
    changed as (
      update subscription_change c set owner_id = ${accountId}::uuid from mine
      where c.publication_id = ${publicationId} and c.owner_id = ${owner_id}::uuid and c.subscription_id = mine.id
    )
    update subscription s set owner_id = ${accountId}::uuid, cycle = mine.cycle from mine
    where s.publication_id = ${publicationId} and s.owner_id = ${owner_id}::uuid and s.id = mine.id`;
  await tx.$executeRaw`
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated, undeliverable)
    select publication_id, ${accountId}::uuid, shipcode, name, address, updated, undeliverable
    from owner_address where publication_id = ${publicationId} and owner_id = ${owner_id}::uuid
    on conflict (publication_id, owner_id, shipcode) do nothing`;
  // What is over by now puts off nothing.
  if ((await putOff(tx, deps, accountId)) === null) await planAgain(tx, deps, accountId);
}
