import { MAX_QUANTITY } from '@newsstand/contracts/quantity';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import { breaksRule } from '../checkout/sql.ts';
import type { Deps } from '../deps.ts';
import { liveSession, newSession } from '../http/session.ts';
import { giftRef, sameGifts } from '../pricing/membership-rules.ts';
import { Refusal } from '../refusal.ts';
import type { Added } from './add-item.ts';
import type { StoredDonation, StoredSubscription } from './membership-row.ts';
import { TOO_MANY_GIFTS } from './most-of-a-kind.ts';

type Row = { owner_id: string | null; seen: Date | null; is_new: boolean };

/**
 * Puts what the builder's page chose into the cart, in one statement, as `addItem` does with a good: a subscription and a donation take the place
 * of those that are there, gifts and products are added. A product's quantity is clamped to 50 (section 5). Refuses, and changes nothing, more than 20 gifts of a kind with what
 * the cart holds already (422: gifts that somebody chose must not vanish without a word), and products that cannot be had (409).
 */
export async function addMembership({ db, clock, config }: Deps, hash: string | null, builder: BuilderCart): Promise<Added> {
  const now = clock();
  const session = newSession(now);
  const publication = config.publicationId;
  const { subscription, donation, giftsubs } = builder;
  const personal = subscription && JSON.stringify(storedSubscription(subscription));
  const given = donation && JSON.stringify({ process: donation.process, dollars: donation.dollars } satisfies StoredDonation);
  const gifts = sameGifts(giftsubs).map(({ giftsub, quantity }) => ({ type: 'gift-subscription', ref: giftRef(giftsub), quantity }));
  const goods = builder.items.map(({ item, ref, quantity }) => ({ type: item, ref, quantity }));
  const [row] = await refusingTooMany(db.$queryRaw<Row[]>`
    with live as (${liveSession(hash ?? '', now)}),
    wanted as (
      select type, ref, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify([...gifts, ...goods])}::jsonb) as w(type text, ref text, quantity int)
      group by type, ref
    ),
    missing as (
      select from wanted w where w.type <> 'gift-subscription' and not exists (
        select from good g where g.publication_id = ${publication} and g.type = w.type and g.ref = w.ref and g.on_sale and (g.stock is null or g.stock > 0)
      )
    ),
    begun as (
      insert into session (token_hash, owner_id, created, seen, expires)
      select ${session.hash}, ${session.ownerId}::uuid, ${now}, ${now}, ${session.expires}
      where not exists (select from live) and not exists (select from missing)
      returning owner_id
    ),
    owner as (select owner_id from live union all select owner_id from begun),
    touched as (
      insert into cart (publication_id, owner_id, version, subscription, donation, updated)
      select ${publication}, owner_id, 1, ${personal}::jsonb, ${given}::jsonb, ${now} from owner where not exists (select from missing)
      on conflict (publication_id, owner_id) do update set version = cart.version + 1, updated = excluded.updated,
        subscription = coalesce(excluded.subscription, cart.subscription), donation = coalesce(excluded.donation, cart.donation)
      returning owner_id
    ),
    added as (
      insert into cart_line (publication_id, owner_id, type, ref, quantity, created)
      select ${publication}, touched.owner_id, w.type, w.ref, case w.type when 'gift-subscription' then w.quantity else least(w.quantity, ${MAX_QUANTITY}::int) end, ${now}
      from touched, wanted w order by w.type, w.ref
      on conflict (publication_id, owner_id, type, ref)
        do update set quantity = case excluded.type
          when 'gift-subscription' then cart_line.quantity + excluded.quantity
          else least(cart_line.quantity + excluded.quantity, ${MAX_QUANTITY}::int)
        end
    )
    select (select owner_id from touched) as owner_id, (select seen from live) as seen, exists (select from begun) as is_new`);
  if (!row || row.owner_id === null) throw new Refusal(409, { general: 'OUT OF STOCK' });
  return { ownerId: row.owner_id, seen: row.seen, token: row.is_new ? session.token : null };
}

/** The table's own bound on a line is the only one that adds in two tabs at once cannot pass between a look and a write. */
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
