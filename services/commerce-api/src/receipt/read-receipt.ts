import { Address } from '@newsstand/contracts/address';
import { CartType } from '@newsstand/contracts/cart';
import type { Receipt, ReceiptLine } from '@newsstand/contracts/receipt';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { DAY, MINUTE } from '../duration.ts';
import { readGifts } from '../gift/read-gifts.ts';
import { parcelsOf } from './parcels.ts';
import { readReceiptFiles } from './read-receipt-files.ts';
import { readReceiptIssues } from './read-receipt-issues.ts';

type ReceiptDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;

/** The receipt behind a token, or null: the token is what the reader and the letter know, so whoever holds it may read it. */
export function readReceipt(deps: ReceiptDeps, token: string): Promise<Receipt | null> {
  return findReceipt(deps, { receiptToken: token });
}

/** The same receipt, for the letter that belongs to an order. */
export function readReceiptOf(deps: ReceiptDeps, order: string): Promise<Receipt | null> {
  return findReceipt(deps, { id: order });
}

const WithCoupon = v.object({ coupon: v.string() });
const Card = v.nullable(v.object({ type: v.string(), last_four: v.string() }));

async function findReceipt(deps: ReceiptDeps, where: { receiptToken: string } | { id: string }): Promise<Receipt | null> {
  const { db, config, clock } = deps;
  const order = await db.order.findFirst({
    where: { ...where, publicationId: config.publicationId, state: { in: ['paid', 'fulfilled'] } },
    include: { lines: { orderBy: { ordinal: 'asc' } }, giftees: { orderBy: { ordinal: 'asc' } }, invoice: { select: { id: true } } },
    relationLoadStrategy: 'join',
  });
  if (!order || order.number === null || order.paid === null) return null;
  const { goods, shipping, discount, waived, total } = order;
  const kinds = order.lines.map(({ type, ref, quantity }) => ({ type: v.parse(CartType, type), ref, quantity }));
  return {
    token: order.receiptToken,
    number: order.number,
    created: order.paid.toISOString(),
    name: order.name,
    email: order.email,
    mailed: await isOnItsWay(deps, order.id),
    address: v.parse(v.nullable(Address), order.address),
    ...parcelsOf(kinds, order.giftees),
    shipcode: v.parse(Shipcode, order.shipcode),
    lines: order.lines.map((line): ReceiptLine => {
      const { ref, name, detail, quantity, price } = line;
      const shipping = line.choice === null ? {} : { shipping: line.shipping };
      const type = v.parse(CartType, line.type);
      const coupon = line.discount > 0 ? v.safeParse(WithCoupon, line.choice) : null;
      return { type, ref, name, detail, quantity, price, discount: line.discount, ...(coupon?.success && coupon.output), ...shipping };
    }),
    totals: { goods, shipping, discount, waived, total },
    card: v.parse(Card, order.card),
    ...(order.invoice && (await paidBy({ db, config }, order.invoice.id))),
    ...(order.lines.some(({ type }) => type === 'gift-subscription') && { gifts: await readGifts(deps, order.id) }),
    ...(order.lines.some(({ type }) => type === 'digital-issue') && {
      issues: await readReceiptIssues({ db, config, clock }, order.receiptToken),
    }),
    ...(order.lines.some(({ type }) => type === 'digital-product') && {
      files: await readReceiptFiles({ db, config }, order.receiptToken),
    }),
  };
}

/** A letter that the mail server has taken is in the mailbox after so long; one that it has not taken by then was given up by the queue. */
const ARRIVED = 15 * MINUTE;
const GIVEN_UP = DAY;

async function isOnItsWay({ db, clock }: Pick<Deps, 'db' | 'clock'>, order: string): Promise<boolean> {
  const letter = await db.outbox.findUnique({ where: { kind_subject: { kind: 'receipt', subject: order } } });
  if (letter === null || letter.bounced !== null) return false;
  const age = (since: Date) => clock().getTime() - since.getTime();
  return letter.sent === null ? age(letter.created) < GIVEN_UP : age(letter.sent) < ARRIVED;
}

/** How an invoice was paid that was not paid by card. */
async function paidBy({ db, config }: Pick<Deps, 'db' | 'config'>, invoiceId: string): Promise<Pick<Receipt, 'paid_by'>> {
  const payment = await db.invoicePayment.findFirst({
    where: { publicationId: config.publicationId, invoiceId },
    select: { method: true },
  });
  const method = v.safeParse(v.picklist(['check', 'wire']), payment?.method);
  return method.success ? { paid_by: method.output } : {};
}
