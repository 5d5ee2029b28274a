import { Address } from '@newsstand/contracts/address';
import { CartType, type Totals } from '@newsstand/contracts/cart';
import type { Receipt, ReceiptLine } from '@newsstand/contracts/receipt';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { readGifts } from '../ledger/gifts/read-gifts.ts';
import { lineOutcome, toLineOutcome, type LineOutcome } from '../ledger/orders/line-outcome.ts';
import { isSentOnceMore } from '../ledger/orders/sent-once-more.ts';
import { isPaid } from '../ledger/orders/order-states.ts';
import { moneyBackColumns, toldOfColumns } from '../payments/refunds/read-money-back.ts';
import { DAY, MINUTE } from '../platform/duration.ts';
import type { Deps } from '../publication/deps.ts';
import { LineChoice } from '../rules/pricing/line-choice.ts';
import { parcelsOf } from './parcels.ts';
import { readAgreed } from './read-agreed.ts';
import { sentOf, toldSent } from './read-sent.ts';
import { readReceiptFiles } from './read-receipt-files.ts';
import { readReceiptIssues } from './read-receipt-issues.ts';

type ReceiptDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;

/**
 * The receipt behind a token, or null: the token is what the reader and the letter know, so whoever holds it may read
 * it.
 */
export async function readReceipt(deps: ReceiptDeps, token: string): Promise<Receipt | null> {
  const [receipt] = (await findReceipts(deps, Prisma.sql`o.receipt_token = ${token}`)).values();
  return receipt ?? null;
}

/** The same receipts, for the letters that belong to these orders, by order: as many statements for all as for one. */
export function readReceipts(deps: ReceiptDeps, orders: readonly string[]): Promise<Map<string, Receipt>> {
  return findReceipts(deps, Prisma.sql`o.id = any(${orders}::uuid[])`);
}

type Line = { type: string; ref: string; name: string; detail: string | null; quantity: number; price: number; discount: number };
type Row = {
  id: string;
  receipt_token: string;
  number: string | null;
  paid: Date | null;
  name: string;
  email: string;
  address: unknown;
  shipcode: string;
  card: unknown;
  save_card: boolean;
  autorenew: boolean | null;
  lines: (Line & { shipping: number; choice: unknown; became: LineOutcome })[];
  giftees: { name: string; address: unknown; lines: unknown }[];
  /** How an invoice was paid; null for what is none, or is paid by card. */
  paid_by: string | null;
  dispatched: unknown;
  /** Of its letter; null where there is none. */
  written: Date | null;
  sent: Date | null;
  bounced: Date | null;
} & Totals;

const WithCoupon = v.object({ coupon: v.string() });
const Received = v.picklist(['check', 'wire']);
const Card = v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) }));

/**
 * By the orders' ids, but for those that the desk made, which nobody bought: one statement, and one more for each kind
 * of what comes with a link, where one of them has any.
 */
async function findReceipts(deps: ReceiptDeps, which: Prisma.Sql): Promise<Map<string, Receipt>> {
  const { db, config, clock } = deps;
  const orders = await db.$queryRaw<Row[]>`
    select o.id, o.receipt_token, o.number, o.paid, o.name, o.email, o.address, o.shipcode, o.card, o.save_card, o.autorenew, o.goods, o.shipping, o.discount, o.waived, o.total,
      (
        select coalesce(json_agg(json_build_object('type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail, 'quantity', l.quantity,
          'price', l.price, 'discount', l.discount, 'shipping', l.shipping, 'choice', l.choice, 'became', ${lineOutcome}) order by l.ordinal), '[]')
        from order_line l where l.order_id = o.id
      ) as lines, (
        select coalesce(json_agg(json_build_object('name', g.name, 'address', g.address, 'lines', g.lines) order by g.ordinal), '[]')
        from order_giftee g where g.order_id = o.id
      ) as giftees, (
        select p.method from invoice i join invoice_payment p on p.publication_id = i.publication_id and p.invoice_id = i.id where i.order_id = o.id
      ) as paid_by, ${sentOf(Prisma.sql`o.id`)} as dispatched, letter.created as written, letter.sent, letter.bounced, ${moneyBackColumns(Prisma.sql`o.id`)}
    from "order" o left join outbox letter on letter.kind = 'receipt' and letter.subject = o.id::text
    where ${which} and o.publication_id = ${config.publicationId} and ${isPaid} and not ${isSentOnceMore}`;
  const having = (type: CartType) => orders.filter(({ lines }) => lines.some((line) => line.type === type));
  const tokensWith = (type: CartType) => having(type).map((order) => order.receipt_token);
  const none = new Map<string, never>();
  const gifted = having('gift-subscription').map(({ id }) => id);
  const [withIssues, withFiles] = [tokensWith('digital-issue'), tokensWith('digital-product')];
  const gifts = gifted.length > 0 ? await readGifts(deps, gifted) : none;
  const issues = withIssues.length > 0 ? await readReceiptIssues(deps, withIssues) : none;
  const files = withFiles.length > 0 ? await readReceiptFiles(deps, withFiles) : none;
  const cards = new Map(orders.map(({ id, card }) => [id, v.parse(Card, card)]));
  const agreeing = orders.filter(agreesToMore).map(({ id }) => [id, cards.get(id) ?? null] as const);
  const agreed = await readAgreed(deps, new Map(agreeing));
  const receipts = new Map<string, Receipt>();
  for (const order of orders) {
    const { id, receipt_token: token, number, paid, goods, shipping, discount, waived, total } = order;
    if (number === null || paid === null) continue;
    const kinds = order.lines.map(({ type, ref, quantity, choice }) => ({
      type: v.parse(CartType, type),
      ref,
      quantity,
      choice: v.parse(v.nullable(LineChoice), choice),
    }));
    receipts.set(id, {
      token,
      number,
      created: paid.toISOString(),
      name: order.name,
      email: order.email,
      mailed: isOnItsWay(order, clock()),
      address: v.parse(v.nullable(Address), order.address),
      ...parcelsOf(kinds, order.giftees),
      ...toldSent(order.dispatched),
      shipcode: v.parse(Shipcode, order.shipcode),
      lines: order.lines.map(lineOf),
      totals: { goods, shipping, discount, waived, total },
      card: cards.get(id) ?? null,
      ...(agreed.has(id) && { agreed: agreed.get(id) }),
      ...toldOfColumns(order),
      ...(v.is(Received, order.paid_by) && { paid_by: order.paid_by }),
      ...(kinds.some(({ type }) => type === 'gift-subscription') && { gifts: gifts.get(id) ?? [] }),
      ...(kinds.some(({ type }) => type === 'digital-issue') && { issues: issues.get(token) ?? [] }),
      ...(kinds.some(({ type }) => type === 'digital-product') && { files: files.get(token) ?? [] }),
    });
  }
  return receipts;
}

/** Whether something of it may be charged later. */
function agreesToMore({ save_card, autorenew, lines }: Row): boolean {
  return save_card || autorenew !== null || lines.some(({ type, ref }) => type === 'donation-item' && ref === 'monthly-init');
}

function lineOf({ type, ref, name, detail, quantity, price, discount, shipping, choice, became }: Row['lines'][number]): ReceiptLine {
  const coupon = discount > 0 ? v.safeParse(WithCoupon, choice) : null;
  return {
    type: v.parse(CartType, type),
    ref,
    name,
    detail,
    quantity,
    price,
    discount,
    ...(coupon?.success && coupon.output),
    ...(choice !== null && { shipping }),
    ...toLineOutcome(became),
  };
}

/**
 * A letter that the mail server has taken is in the mailbox after so long; one that it has not taken by then was given
 * up by the queue.
 */
const ARRIVED = 15 * MINUTE;
const GIVEN_UP = DAY;

function isOnItsWay({ written, sent, bounced }: Pick<Row, 'written' | 'sent' | 'bounced'>, now: Date): boolean {
  if (written === null || bounced !== null) return false;
  const age = (since: Date) => now.getTime() - since.getTime();
  return sent === null ? age(written) < GIVEN_UP : age(sent) < ARRIVED;
}
