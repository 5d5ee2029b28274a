import { Address } from '@newsstand/contracts/address';
import { CartType, GOODS, GoodType } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import { Invoice, invoiceNumber } from '@newsstand/contracts/invoice';
import type { ReceiptLine } from '@newsstand/contracts/receipt';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';
import { readLineOutcomes } from '../../ledger/orders/line-outcome.ts';
import { BOUGHT } from '../../ledger/orders/order-states.ts';
import { GifteeLine } from '../../rules/gifts/giftee-line.ts';
import { LineChoice } from '../../rules/pricing/line-choice.ts';
import { readMoneyBack, toldMoneyBack } from '../refunds/read-money-back.ts';
import { readSuperseded } from './upgrade-of-invoice.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'publication'>;
type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type Line = Order['lines'][number];
type Good = Invoice['bill']['goods'][number];

/**
 * The invoice behind a token, or null: who has the token may read it, its number alone says nothing. An order whose
 * bank takes days has no invoice of its own and is shown as one, by its receipt's token (section 4: 'processing' leads
 * to the invoice).
 */
export async function readInvoice(deps: ReadDeps, token: string): Promise<Invoice | null> {
  const order = await findOrder(deps, token);
  if (!order) return null;
  const isUnpaid = order.invoice !== null && order.state === 'started';
  const superseded = isUnpaid ? await readSuperseded(deps, order, order.invoice?.subscriberId ?? null) : null;
  const money_back = (await readMoneyBack(deps.db, order.id)).money_back;
  const became = order.paid === null ? null : await readLineOutcomes(deps.db, order.id);
  const lines = order.lines.map((line) => ({ ...toLine(line), ...became?.get(line.ordinal) }));
  return { ...toInvoice(deps, order, token), lines, ...(await receivedOn(deps, order)), superseded, ...toldMoneyBack(money_back ?? []) };
}

/** The day on which a check or a wire arrived, whenever staff wrote it down. */
async function receivedOn({ db, config: { publicationId } }: ReadDeps, { invoice, paid }: Order): Promise<Pick<Invoice, 'paid'> | null> {
  if (!invoice || paid === null) return null;
  const payment = await db.invoicePayment.findFirst({ where: { publicationId, invoiceId: invoice.id, method: { not: 'card' } } });
  return payment && { paid: payment.received.toISOString().slice(0, 10) };
}

/** An invoice whose order staff gave up is gone. */
function findOrder({ db, config }: ReadDeps, token: string) {
  return db.order.findFirst({
    where: {
      publicationId: config.publicationId,
      OR: [
        { invoice: { token }, state: { not: 'cancelled' } },
        { invoice: null, receiptToken: token, state: { in: BOUGHT } },
      ],
    },
    include: { lines: { orderBy: { ordinal: 'asc' } }, giftees: { orderBy: { ordinal: 'asc' } }, invoice: true },
    relationLoadStrategy: 'join',
  });
}

function toInvoice({ publication }: ReadDeps, order: Order, token: string): Omit<Invoice, 'lines'> {
  const { invoice, goods, shipping, discount, waived, total, name, email } = order;
  const created = order.created.toISOString();
  const giftees = order.giftees.map((giftee) => ({
    name: giftee.name,
    address: v.parse(v.nullable(Address), giftee.address),
    lines: v.parse(v.array(GifteeLine), giftee.lines),
  }));
  return {
    invoice_no: invoice ? invoiceNumber(publication.cached().settings.invoice_prefix, invoice.number) : (order.number ?? ''),
    created,
    term: invoice?.term ?? 0,
    due_date: (invoice?.dueDate ?? order.created).toISOString().slice(0, 10),
    billed_to: invoice?.billedTo ?? name,
    name,
    email,
    email_to: invoice?.emailTo ?? null,
    address: v.parse(v.nullable(Address), order.address),
    shipcode: v.parse(Shipcode, order.shipcode),
    token,
    bill: {
      goods: order.lines.filter(isGood).flatMap((line) => ownGood(line, giftees)),
      membership: membershipOf(order.lines),
      giftees: giftees.map(({ lines, ...giftee }) => ({ ...giftee, goods: lines.map((line) => gifteeGood(line, order.lines)) })),
    },
    totals: { goods, shipping, discount, waived, total },
    total,
    paid: order.paid?.toISOString() ?? null,
    processing: order.state === 'processing' ? order.updated.toISOString() : null,
    ...agreedOf(order),
    failures: order.failure === null ? [] : [{ data: { msg: order.failure } }],
    accepted_payments: v.parse(Invoice.entries.accepted_payments, invoice?.acceptedPayments ?? 'any'),
  };
}

function agreedOf({ state, autorenew, saveCard }: Order): Pick<Invoice, 'agreed'> {
  return state === 'processing' && (autorenew === true || saveCard) ? { agreed: { autorenew: autorenew === true, kept: saveCard } } : {};
}

function toLine({ type, ref, name, detail, quantity, price, discount, shipping, choice }: Line): ReceiptLine {
  return { type: v.parse(CartType, type), ref, name, detail, quantity, price, discount, ...(choice !== null && { shipping }) };
}

function isGood({ type }: Line): boolean {
  return v.is(GoodType, type);
}

/** What of a line goes to the invoice's own address: what the giftees do not get. */
function ownGood(line: Line, giftees: { lines: GifteeLine[] }[]): Good[] {
  const given = giftees.flatMap(({ lines }) => lines).filter(({ type, ref }) => type === line.type && ref === line.ref);
  const qty = line.quantity - given.reduce((sum, { quantity }) => sum + quantity, 0);
  const name = line.detail === null ? line.name : `${line.name}: ${line.detail}`;
  const { ref, price } = line;
  return qty > 0 ? [{ name, medium: GOODS[v.parse(GoodType, line.type)].medium, qty, price, ref, outlays: outlaysOf(qty, line) }] : [];
}

function gifteeGood({ type, ref, name, quantity: qty, price }: GifteeLine, bought: Line[]): Good {
  const line = bought.find((each) => each.type === type && each.ref === ref);
  const choice = v.parse(v.nullable(LineChoice), line?.choice ?? null);
  const medium = choice?.type === 'gift' ? mediumOf(choice.deliverable) : GOODS[v.parse(GoodType, type)].medium;
  return { name, medium, qty, price, ref, ...(line && { outlays: outlaysOf(qty, line) }) };
}

/**
 * What `qty` copies of a line cost. Every copy of a gift has the same shipping and discount; what a good ships for is
 * in the totals.
 */
function outlaysOf(qty: number, { price, quantity, shipping, discount, type }: Line): NonNullable<Good['outlays']> {
  const share = (cents: number) => Math.round((cents * qty) / quantity);
  return { amount: price * qty, shipping: v.is(GoodType, type) ? 0 : share(shipping), discount: share(discount) };
}

function membershipOf(lines: Line[]): Invoice['bill']['membership'] {
  const line = lines.find(({ type }) => type === 'personal-subscription' || type === 'subscription-upgrade');
  const choice = line && v.parse(LineChoice, line.choice);
  if (line && choice?.type === 'upgrade') {
    const { deliverable, level, from: old_deliverable = null } = choice;
    const item = { medium: mediumOf(deliverable), phase: 'renewal' as const, coupon: null, level, deliverable };
    const change = old_deliverable && { old_deliverable, new_deliverable: deliverable };
    return { type: 'upgrades', item, detail: line.detail ?? line.name, ...change };
  }
  if (!line || choice?.type !== 'subscription') return null;
  const { deliverable, level, term, renewal, coupon } = choice;
  const phase = renewal ? ('renewal' as const) : ('introductory' as const);
  const item = { phase, medium: mediumOf(deliverable), level, term, copies: line.quantity, coupon, deliverable };
  return { type: 'subscription', item, detail: line.detail ?? line.name };
}
