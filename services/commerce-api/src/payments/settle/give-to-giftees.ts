import { randomUUID } from 'node:crypto';
import { Address } from '@newsstand/contracts/address';
import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import * as v from 'valibot';
import { addGiftTerm } from '../../ledger/gifts/add-gift-term.ts';
import type { GiftForYou } from '../../letters/membership-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Messages } from '../../publication/texts/line-texts.ts';
import { GifteeLine } from '../../rules/gifts/giftee-line.ts';
import { takeGifts } from '../../rules/gifts/take-gifts.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';

const Gift = v.object({
  publication_id: v.string(),
  token: v.string(),
  ref: v.string(),
  deliverable: Deliverable,
  level: Level,
  term: Term,
});
type Gift = v.InferOutput<typeof Gift>;
type Giftee = { name: string; email: string | null; address: unknown; lines: unknown; giver: string };

/**
 * Sends the gifts of a paid order to the giftees whose address it names (decision 010): each is redeemed for an owner
 * made for its recipient, so that the next issue is posted to them. Gifts that are not posted stay for the purchaser to
 * pass on. Whose e-mail address it names is written to, once for each gift. Part of the claim's transaction, after the
 * gifts are made.
 */
export async function giveToGiftees(tx: Sql, { order, messages, now }: { order: string; messages: Messages; now: Date }): Promise<void> {
  const giftees = await tx.$queryRaw<Giftee[]>`
    select g.name, g.email, g.address, g.lines, coalesce(i.billed_to, o.name) as giver
    from order_giftee g join "order" o on o.id = g.order_id left join invoice i on i.order_id = o.id
    where g.order_id = ${order}::uuid order by g.ordinal`;
  if (giftees.length === 0) return;
  const rows = await tx.$queryRaw<unknown[]>`
    select g.publication_id, g.token, l.ref, g.deliverable, g.level, g.term
    from gift g join order_line l on l.order_id = g.order_id and l.ordinal = g.ordinal
    where g.order_id = ${order}::uuid and g.redeemed_by is null order by g.ordinal, g.number`;
  const gifts = v.parse(v.array(Gift), rows);
  for (const { name, email, giver, address: stored, lines } of giftees) {
    const address = v.parse(v.nullable(Address), stored);
    const recipient = randomUUID();
    for (const gift of takeGifts(gifts, v.parse(v.array(GifteeLine), lines))) {
      if (address && shipcodeOf(gift.deliverable) !== null) await send(tx, gift, { recipient, name, address, now });
      if (email !== null) await tell(tx, gift, { email, name, giver, messages, now });
    }
  }
  // Where nothing is left to pass on there is nothing to write about.
  await tx.$queryRaw`
    delete from outbox where kind = 'gifts' and subject = ${order} and queued is null
      and not exists (select from gift where order_id = ${order}::uuid and redeemed_by is null)`;
}

type Sending = { recipient: string; name: string; address: Address; now: Date };

async function send(tx: Sql, gift: Gift, { recipient: ownerId, name, address, now }: Sending): Promise<void> {
  const { publication_id: publicationId, token } = gift;
  await tx.$queryRaw`
    update gift set redeemed_by = ${ownerId}::uuid, redeemed = ${now}, recipient_name = ${name}, recipient_address = ${JSON.stringify(address)}::jsonb
    where token = ${token} and redeemed_by is null`;
  await addGiftTerm(tx, { publicationId, ownerId, gift, name, address, now });
}

type Telling = { email: string; name: string; giver: string; messages: Messages; now: Date };

/** With the link a giftee opens the account of what is posted to them, or redeems what is not. */
async function tell(tx: Sql, gift: Gift, { email, name, giver, messages, now }: Telling): Promise<void> {
  const { publication_id, token, deliverable } = gift;
  const payload: GiftForYou = { name, giver, detail: describeChoice(gift, messages), print: shipcodeOf(deliverable) !== null, token };
  const deps = { config: { publicationId: publication_id }, clock: () => now };
  await postLetter(tx, deps, { kind: 'gift-for-you', subject: token, recipient: email, payload });
}
