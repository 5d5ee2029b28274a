import { Address, addressLines } from '@newsstand/contracts/address';
import { cardName } from '@newsstand/contracts/card-name';
import { DeskOrder } from '@newsstand/contracts/desk-orders';
import { mayDo } from '@newsstand/contracts/desk-roles';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { mailboxesOf, wentTo } from '../../account/own-mailboxes.ts';
import { isLineGone } from '../../ledger/orders/money-gone.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { readScrap } from '../find/search-words.ts';
import { giftStands } from '../gift-columns.ts';
import { doneFor, hasBeen, HasBeen } from '../../readers/login/merged-owners.ts';
import type { Person } from '../staff/staff-session.ts';
import { noteOpened, type Onlooker } from '../note-opened.ts';
import { readHistory } from '../read-history.ts';
import { doneWithInvoice } from '../invoices/read-invoices.ts';
import { sentAgain } from '../readers/send-good.ts';
import { donationOfLine } from '../refunds/refundable.ts';
import { became, besideAgain, kindOfLetter } from '../readers/send-again.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { goesTo, postedToSeveral, PostedToSeveral } from '../to-send/destinations.ts';
import { isOfLine } from '../../ledger/terms/source-parts.ts';

type OrderDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

const Row = v.object({
  ...v.omit(DeskOrder, ['address', 'invoice', 'by', 'history', 'goes_to']).entries,
  owner: v.string(),
  been: HasBeen,
  address: v.nullable(Address),
  invoice: v.nullable(v.number()),
  sent_again: v.array(v.object({ ...DeskOrder.entries.sent_again.wrapped.item.entries, id: v.string() })),
  card: v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) })),
  posted: v.nullable(PostedToSeveral),
  payment: v.nullable(v.object({ method: v.string(), reference: v.nullable(v.string()) })),
});

/**
 * One sale, by its number, with its prefix or without: a statement for what it is, one for what was done with it, and
 * one that notes whose it was that somebody looked at. Who sees no readers sees the sale without its owner and letters,
 * who sees no names without any person in it. Refuses (404) a number that no order has.
 */
export async function readOrder(deps: OrderDeps, onlooker: Onlooker<Person>, asked: string): Promise<DeskOrder> {
  const { person } = onlooker;
  const { db, config, publication, clock } = deps;
  const { publicationId } = config;
  const { receipt_prefix: receipt, invoice_prefix } = publication.cached().settings;
  const named = readScrap(asked, { receipt, invoice: invoice_prefix }).orders[0] ?? asked;
  const [row] = await db.$queryRaw<{ sale: unknown }[]>(saleOf(publicationId, named, clock()));
  const sale = v.safeParse(v.nullable(Row), row?.sale ?? null);
  if (!sale.success) throw new Error(`the order ${asked} could not be read`, { cause: sale.issues });
  if (sale.output === null) throw new Refusal(404, deskText('no_order_of_number'));
  const { number, owner, been, name, email, address, invoice, card, payment, letters, lines, sent_again, posted, ...rest } = sale.output;
  const sees = { readers: mayDo(person.roles, 'seeReaders'), names: mayDo(person.roles, 'seeNames') };
  if (sees.names) await noteOpened(deps, onlooker, owner);
  // That pieces were sent once more is of both orders, and so is that they were not after all; that goods go to where
  // their reader has moved is of those.
  const done = [
    { subject: number },
    { id: rest.id },
    { undoes: { in: sent_again.map(({ id }) => id) } },
    { to: { path: ['goods'], array_contains: [rest.id] } },
  ];
  const billed = invoice === null ? null : invoiceNumber(invoice_prefix, invoice);
  const withInvoice = billed === null ? [] : [doneWithInvoice({ number: billed, created: rest.placed })];
  const where = { OR: [{ AND: [doneFor(been), { OR: done }] }, ...withInvoice] };
  const { actions } = sees.readers ? await readHistory(deps, { where }) : { actions: [] };
  return {
    ...rest,
    number,
    lines: lines.map((line) => ({
      ...line,
      gifts: line.gifts.map((gift) => ({
        ...gift,
        recipient: sees.names ? gift.recipient : null,
        to: (sees.readers && gift.to) || null,
      })),
    })),
    owner: sees.readers ? owner : null,
    name: sees.names ? name : '',
    email: sees.readers ? email : null,
    address: sees.names && address !== null ? addressLines(address) : [],
    goes_to: posted !== null && sees.names ? goesTo(posted, { name, address, email: sees.readers ? email : null }, sees.readers) : [],
    invoice: billed,
    by: card ? `${cardName(card.type, card.wallet)} ···· ${card.last_four}` : payment && paymentWords(payment),
    sent_again: sent_again.map(({ id: _action, ...one }) => one),
    letters: sees.readers ? letters : [],
    history: actions,
  };
}

const paymentWords = ({ method, reference }: { method: string; reference: string | null }): string =>
  reference === null ? method : `${method} ${reference}`;

/** SQL: whether the action `a` was taken back. */
const isUndone = Prisma.sql`exists (select from staff_action u where u.undoes = a.id)`;

const list = (rows: Prisma.Sql) => Prisma.sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`;

function saleOf(publication: string, number: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    with o as (
      select o.*, coalesce((select a.email from account a where a.id = o.owner_id), o.email) as mailbox
      from "order" o where o.publication_id = ${publication} and o.number = ${number}
    ), i as (select i.* from invoice i join o on i.order_id = o.id)
    select (select json_build_object(
      'id', o.id, 'number', o.number, 'owner', o.owner_id, 'been', ${hasBeen(publication, Prisma.sql`o.owner_id`)}, 'name', o.name, 'email', o.mailbox, 'address', coalesce((select t.address from order_post_to t where t.order_id = o.id), o.address), 'zone', o.shipcode,
      'state', o.state, 'placed', o.created, 'paid', o.paid, 'invoice', (select i.number from i), 'card', o.card,
      'payment', (select json_build_object('method', p.method, 'reference', p.reference) from invoice_payment p join i on i.id = p.invoice_id
        where p.publication_id = ${publication}),
      'goods', o.goods, 'shipping', o.shipping, 'discount', o.discount, 'waived', o.waived, 'total', o.total,
      'lines', ${list(linesOf(publication))},
      'posted', ${postedToSeveral},
      'back', ${list(Prisma.sql`select m.id, m.state, m.amount, m.reason, m.created, m.updated from money_back m where m.order_id = o.id order by m.created`)},
      'again_of', (select json_build_object('number', f.number, 'who', coalesce(s.name, a.program, ''), 'reason', a.reason, 'undone', ${isUndone})
        from staff_action a left join staff s on s.id = a.staff_id left join "order" f on f.id = (a."to" ->> 'of')::uuid
        where a.id = o.id and a.verb = 'sendCopy'),
      'sent_again', ${list(Prisma.sql`
        select a.id, n.number, (a."to" ->> 'ordinal')::int as ordinal, (a."to" ->> 'quantity')::int as quantity, ${isUndone} as undone,
          (select coalesce(sum(c.dropped), 0)::int from order_line c where c.order_id = n.id) as dropped,
          (select coalesce(sum(c.quantity - c.sent - c.dropped), 0)::int from order_line c where c.order_id = n.id) as waits
        from staff_action a join "order" n on n.id = a.id
        where a.publication_id = ${publication} and a.subject = o.number and a.verb = 'sendCopy' and a."to" ->> 'of' = o.id::text order by a.at`)},
      'letters', ${list(lettersOf(publication, now))}
    ) from o) as sale`;
}

/** SQL: the lines of the order `o`, with what each brought. What was given to somebody else is the gift's. */
function linesOf(publication: string): Prisma.Sql {
  return Prisma.sql`
    select l.ordinal, l.type, l.name, l.detail, l.quantity, l.price, l.discount, l.shipping,
      case when l.held then json_build_object('sent', l.sent, 'dropped', l.dropped, 'again', ${sentAgain}, 'gone', ${isLineGone}) end as posted,
      (select u.code from coupon_use u where u.publication_id = ${publication} and u.order_id = l.order_id and u.ordinal = l.ordinal) as coupon,
      l.type = 'donation-item' and ${donationOfLine} is not null as monthly,
      ${list(Prisma.sql`
        select ${giftStands} from gift g
        where g.publication_id = ${publication} and g.order_id = l.order_id and g.ordinal = l.ordinal order by g.number`)} as gifts,
      ${list(Prisma.sql`
        select s.id, s.cancelled, case when s.term <> 'lifetime' then count(t.ordinal)::int end as paid, count(t.issue)::int as served
        from subscription s left join issue_token t on (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id)
        where s.publication_id = ${publication} and ${isOfLine}
        group by s.publication_id, s.owner_id, s.id`)} as terms
    from order_line l where l.order_id = o.id order by l.ordinal`;
}

/**
 * SQL: the letters about the order `o` that went to its reader, to whom its invoice went, or to whom a gift of it was
 * given. Letters are kept for 90 days.
 */
function lettersOf(publication: string, now: Date): Prisma.Sql {
  const tokens = Prisma.sql`select g.token from gift g where g.publication_id = ${publication} and g.order_id = o.id`;
  return Prisma.sql`
    select w.id, ${kindOfLetter} as kind, w.recipient as to, w.created, ${became(now)},
      exists (select 1 from (${mailboxesOf(publication, Prisma.sql`o.owner_id`, Prisma.sql`o.mailbox`)}) m where ${wentTo}) and t.why_not is null as again, t.why_not
    from outbox w ${besideAgain({ publication, owner: Prisma.sql`o.owner_id`, mailbox: Prisma.sql`o.mailbox`, now })}
    where w.publication_id = ${publication} and (
      (w.recipient in (o.mailbox, o.email, (select i.email_to from i))
        and (w.payload ->> 'order' = o.id::text or w.payload ->> 'number' = o.number or w.subject = (select i.id::text from i)))
      or (w.kind = 'gift-for-you' and w.subject = any(array(${tokens})))
      or (w.kind in ('gift-taken-back', 'gift-restored') and w.recipient = any(array(select g.email from order_giftee g where g.order_id = o.id))
        and w.payload ->> 'token' = any(array(${tokens}))))
    order by w.created desc limit 50`;
}
