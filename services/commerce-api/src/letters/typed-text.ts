import { Address } from '@newsstand/contracts/address';
import type { Receipt } from '@newsstand/contracts/receipt';
import type { Deps } from '../publication/deps.ts';
import type { Wording } from '../publication/texts/letter-texts.ts';
import * as v from 'valibot';

/**
 * What people type (their names, the names of others, addresses) would let anybody write to anybody in the magazine's
 * name. So all that a letter is written from comes through here, and keeps of it only what its own reader typed, in an
 * account that is proved; and nothing of that leads anywhere.
 */
export type Letterbox = {
  recipient: string;
  /**
   * The account that has shown that the mailbox is its own, or was; null for a mailbox of which nobody has shown it.
   */
  owner: { id: string; name: string } | null;
  /** Whether what the letter is about is known to be the owner's, or is the magazine's own words. */
  isTheirs: boolean;
};

/** `order`: whose receipt the letter is written from. */
type Addressed = { kind: string; subject: string; recipient: string; order: string | null };

/** Who reads each letter's mailbox, as far as they have shown it; in the order of the letters. */
export async function readLetterboxes(
  { db, config: { publicationId } }: Pick<Deps, 'db' | 'config'>,
  letters: readonly Addressed[],
): Promise<Letterbox[]> {
  const column = <Key extends keyof Addressed>(key: Key) => letters.map((letter) => letter[key]);
  const rows = await db.$queryRaw<{ recipient: string; id: string | null; name: string | null; theirs: boolean }[]>`
    select l.recipient, owner.id, owner.name, coalesce(case
      -- Of an invoice, which staff wrote; or of who was logged in, with the mailbox proved by then. Whoever else pays,
      -- however little, could type any address,
      -- also one whose owner adopts the order at the next login.
      when l.order_id is not null then exists (select from invoice i where i.order_id = l.order_id)
        or exists (select from "order" o where o.id = l.order_id and o.owner_id = owner.id and o.own_words)
      when l.kind in ('gift-for-you', 'gift-taken-back', 'gift-restored') then true
      when l.kind = 'redeemed' then exists (select from gift g where g.id = split_part(l.subject, ':', 1)::uuid and g.redeemed_by = owner.id)
      end, false) as theirs
    from unnest(${column('kind')}::text[], ${column('subject')}::text[], ${column('recipient')}::text[], ${column('order')}::uuid[])
        with ordinality as l(kind, subject, recipient, order_id, place)
      left join lateral (
        select a.id, a.name from account a where a.publication_id = ${publicationId} and a.email = l.recipient and a.verified is not null
        union all
        select a.id, a.name from earlier_email e join account a on a.id = e.account_id
        where e.email = l.recipient and a.publication_id = ${publicationId} and a.verified is not null
        limit 1
      ) owner on true
    order by l.place`;
  return rows.map(({ recipient, id, name, theirs }) => ({
    recipient,
    owner: id === null || name === null ? null : { id, name },
    isTheirs: theirs,
  }));
}

/**
 * A letter's payload, or what is read for it, as it may be told: `name` whom it greets, `giver` of a gift, `email`
 * another address than its own; `from` and `to` where copies went and go, which a mailbox that nobody has proved is not
 * told.
 */
export function payloadFor({ recipient, owner, isTheirs }: Letterbox, say: Wording, payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const tell: Record<string, (typed: string) => string> = {
    name: (typed) => (isTheirs || typed === owner?.name ? plain(typed) : '') || say('reader'),
    giver: (typed) => (isTheirs ? plain(typed) : say('giver_unnamed')),
    email: (typed) => (owner || typed === recipient ? typed : say('another_address')),
  };
  const entries = Object.entries(payload).map(([field, value]: [string, unknown]) => [
    field,
    typeof value === 'string' ? (tell[field]?.(value) ?? value) : field === 'from' || field === 'to' ? postalFor(owner, value) : value,
  ]);
  return Object.fromEntries(entries);
}

function postalFor(owner: Letterbox['owner'], value: unknown): Address | null {
  const kept = v.safeParse(Address, value);
  return owner !== null && kept.success ? plainAddress(kept.output) : null;
}

/** `hides_address`: something is posted, where to the letter must not say. */
export type ToldReceipt = Receipt & { hides_address?: boolean };

/** A receipt as its letter may tell it: what was bought is in the publication's words, and stays. */
export function receiptFor({ isTheirs }: Letterbox, say: Wording, receipt: Receipt): ToldReceipt {
  const { gifts, parcels } = receipt;
  if (!isTheirs) {
    const unnamed = { sent_address: undefined, meant_for: undefined };
    return {
      ...receipt,
      hides_address: (receipt.posted ?? true) && receipt.address !== null,
      name: say('reader'),
      address: null,
      parcels: [],
      gifts: gifts?.map((gift) => ({ ...gift, ...unnamed, ...(gift.sent_to !== undefined && { sent_to: say('giftee_unnamed') }) })),
    };
  }
  return {
    ...receipt,
    hides_address: false,
    name: plain(receipt.name) || say('reader'),
    address: receipt.address && plainAddress(receipt.address),
    parcels: parcels?.map((parcel) => ({ ...parcel, name: plain(parcel.name), address: plainAddress(parcel.address) })),
    gifts: gifts?.map((gift) => ({
      ...gift,
      ...(gift.sent_to !== undefined && { sent_to: plain(gift.sent_to) }),
      ...(gift.sent_address && { sent_address: plainAddress(gift.sent_address) }),
      ...(gift.meant_for !== undefined && { meant_for: plain(gift.meant_for) }),
    })),
  };
}

const MOST = 120;

/** In one line of at most 120 characters, and nothing that a mail program would make a link of. */
export function plain(typed: string): string {
  return typed
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, MOST)
    .replaceAll(/:\/+/g, ': ')
    .replaceAll(/[.。．｡](?=[\p{L}\p{N}])/gu, '. ')
    .replaceAll('@', ' at ');
}

function plainAddress(address: Address): Address {
  const { country_code, country_name, ...typed } = address;
  const lines = Object.entries(typed).map(([part, text]) => [part, plain(text)]);
  return v.parse(Address, { ...Object.fromEntries(lines), country_code, country_name });
}
