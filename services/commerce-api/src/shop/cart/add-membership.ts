import { MAX_LINES, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { MAX_GIFTSUBS, type BuilderCart } from '@newsstand/contracts/subscribe';
import { Prisma } from '../../../generated/prisma/client.ts';
import { breaksRule, type Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { beginning, newGuest, refusedUntil, writingSession, type Visit } from '../../platform/sessions/session.ts';
import { tooManyUntil } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';
import { giftRef, sameGifts } from '../../rules/pricing/membership-rules.ts';
import { TOO_MANY_GIFTS, TOO_MANY_GIFTSUBS, TOO_MANY_LINES } from '../../ledger/carts/cart-limits.ts';
import type { Added } from './add-item.ts';
import { countCodes } from './look-up-coupon.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { StoredDonation, StoredSubscription } from './membership-row.ts';

type Row = { owner_id: string | null; seen: Date | null; logged_in_as: string | null; is_new: boolean; refused: Date | null };

/**
 * Puts what the builder's page chose into the cart, in one statement, as `addItem` does with a good: a subscription and
 * a donation take the place of those that are there, gifts and products are added. A product's quantity is clamped to
 * 50 (section 5). Refuses, and changes nothing, more than 20 gifts of a kind with what the cart holds already (422:
 * gifts that somebody chose must not vanish without a word), more gifts or lines than a cart may hold (422), products
 * that cannot be had (409), and a network that guesses codes or begins too many carts (429).
 */
export async function addMembership(deps: Deps, { hash, network }: Visit, builder: BuilderCart): Promise<Added> {
  const { db, clock, config } = deps;
  await countCodes(deps, network, builder);
  const now = clock();
  const session = newGuest(now);
  const publication = config.publicationId;
  const { subscription, donation, giftsubs } = builder;
  const personal = subscription && JSON.stringify(storedSubscription(subscription));
  const given = donation && JSON.stringify({ process: donation.process, dollars: donation.dollars } satisfies StoredDonation);
  const gifts = sameGifts(giftsubs).map(({ giftsub, quantity }) => ({
    type: 'gift-subscription',
    ref: giftRef(giftsub),
    choice: giftsub,
    quantity,
  }));
  const goods = builder.items.map(({ item, ref, quantity }) => ({ type: item, ref, quantity }));
  const adding = Prisma.sql`
    with live as materialized (${writingSession(hash ?? '', now)}),
    wanted as (
      select type, ref, choice, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify([...gifts, ...goods])}::jsonb) as w(type text, ref text, choice jsonb, quantity int)
      group by type, ref, choice
    ),
    missing as (
      select from wanted w where w.type <> 'gift-subscription' and not exists (
        select from good g where g.publication_id = ${publication} and g.type = w.type and g.ref = w.ref and g.on_sale and (g.stock is null or g.stock > 0)
      )
    ),
    ${beginning(session, network, now, Prisma.sql`(select 1) once where not exists (select from live) and not exists (select from missing)`)},
    owner as (select owner_id from live union all select owner_id from begun),
    touched as (
      insert into cart (publication_id, owner_id, version, subscription, donation, updated)
      select ${publication}, owner_id, 1, ${personal}::jsonb, ${given}::jsonb, ${now} from owner where not exists (select from missing)
      on conflict (publication_id, owner_id) do update set version = cart.version + 1, updated = excluded.updated,
        subscription = coalesce(excluded.subscription, cart.subscription), donation = coalesce(excluded.donation, cart.donation)
      returning owner_id
    ),
    added as (
      insert into cart_line (publication_id, owner_id, type, ref, choice, quantity, created)
      select ${publication}, touched.owner_id, w.type, w.ref, w.choice, case w.type when 'gift-subscription' then w.quantity else least(w.quantity, ${MAX_QUANTITY}::int) end, ${now}
      from touched, wanted w order by w.type, w.ref
      on conflict (publication_id, owner_id, type, ref)
        do update set quantity = case excluded.type
          when 'gift-subscription' then cart_line.quantity + excluded.quantity
          else least(cart_line.quantity + excluded.quantity, ${MAX_QUANTITY}::int)
        end
    )
    select (select owner_id from touched) as owner_id, (select seen from live) as seen, (select logged_in_as from live) as logged_in_as,
      exists (select from begun) as is_new, ${refusedUntil()} as refused`;
  const row = await refusingTooMany(
    db.$transaction(async (tx) => {
      const [added] = await tx.$queryRaw<Row[]>(adding);
      if (added?.owner_id) await checkSize(tx, publication, added.owner_id);
      return added;
    }),
  );
  if (row?.refused) throw tooManyUntil(row.refused, now);
  if (!row || row.owner_id === null) throw new Refusal(409, { general: apiText('out_of_stock') });
  return { ownerId: row.owner_id, seen: row.seen, token: row.is_new ? session.token : null, loggedInAs: row.logged_in_as };
}

/** A statement of its own, once the cart is locked: of adds at one moment, the second sees what the first put there. */
async function checkSize(tx: Sql, publication: string, owner: string): Promise<void> {
  const [size] = await tx.$queryRaw<{ lines: number; gifts: number }[]>`
    select count(*)::int as lines, coalesce(sum(quantity) filter (where type = 'gift-subscription'), 0)::int as gifts
    from cart_line where publication_id = ${publication} and owner_id = ${owner}::uuid`;
  if (size && size.gifts > MAX_GIFTSUBS) throw new Refusal(422, { 'item.giftsubs': TOO_MANY_GIFTSUBS });
  if (size && size.lines > MAX_LINES) throw new Refusal(422, { 'item.giftsubs': TOO_MANY_LINES });
}

/**
 * The table's own bound on a line is the only one that adds in two tabs at once cannot pass between a look and a write.
 */
async function refusingTooMany<Answer>(adding: Promise<Answer>): Promise<Answer> {
  try {
    return await adding;
  } catch (error) {
    if (breaksRule(error, 'cart_line_quantity_in_bounds')) throw new Refusal(422, { 'item.giftsubs': TOO_MANY_GIFTS });
    throw error;
  }
}

function storedSubscription({ medium, level, term, coupon, shipcode }: NonNullable<BuilderCart['subscription']>): StoredSubscription {
  return { medium, level, term, coupon, ...(shipcode && { shipcode }) };
}
