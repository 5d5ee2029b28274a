import type { Address } from '@newsstand/contracts/address';
import type { Totals } from '@newsstand/contracts/cart';
import type { ReceiptLine } from '@newsstand/contracts/receipt';
import type { OrderState } from '../../../generated/prisma/enums.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { LineChoice } from '../../rules/pricing/line-choice.ts';
import type { Recipient } from './check-recipient.ts';

/** A line as it is stored: a receipt's, and what it promises beyond a good. */
export type OrderLine = ReceiptLine & { choice?: LineChoice | null };

/**
 * An order as it is made; what is left out it does not have. `number`: SQL of it; `ownWords`: SQL of whether what was
 * typed is its reader's own, where that is not by whether their account has proved its mailbox. Amounts in cents;
 * `currency` as the card provider writes it.
 */
export type OrderRow = {
  id: string;
  publicationId: string;
  ownerId: string;
  number?: Prisma.Sql;
  state: OrderState;
  /** 0 for one that does not come out of the cart. */
  cartVersion: number;
  name: string;
  email: string;
  /** Whom the order's one gift is sent to directly. */
  recipient?: Recipient | null;
  address: Address | Prisma.JsonValue;
  shipcode: string;
  totals: Totals;
  currency: string;
  intentId?: string | null;
  receiptToken: string;
  /**
   * The network it is placed from (`networkOf`), since what one network may hold unpaid is limited. Null for orders
   * that no visitor places.
   */
  network: string | null;
  card?: object | null;
  ownWords?: Prisma.Sql;
  /** What the purchaser agreed to: keeping the card on the account, and renewing with it. Left out: neither. */
  saveCard?: boolean;
  autorenew?: boolean | null;
  now: Date;
  paid?: Date;
};

const json = (value: unknown): Prisma.Sql => Prisma.sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

/** SQL: whether an account has proved its mailbox: what it typed is its reader's own. */
const hasProved = (accountId: string): Prisma.Sql =>
  Prisma.sql`exists (select from account a where a.id = ${accountId}::uuid and a.verified is not null)`;

/** What an order only has later. */
type Later = 'attempt' | 'failure' | 'keptFor';
/** Each column of an order, so that whoever adds one has to say what every order has of it that is made. */
const COLUMNS: Record<Exclude<Prisma.OrderScalarFieldEnum, Later>, (order: OrderRow) => Prisma.Sql> = {
  id: ({ id }) => Prisma.sql`${id}::uuid`,
  publicationId: ({ publicationId }) => Prisma.sql`${publicationId}`,
  ownerId: ({ ownerId }) => Prisma.sql`${ownerId}::uuid`,
  number: ({ number }) => number ?? Prisma.sql`null`,
  state: ({ state }) => Prisma.sql`${state}::order_state`,
  cartVersion: ({ cartVersion }) => Prisma.sql`${cartVersion}::int`,
  name: ({ name }) => Prisma.sql`${name}`,
  email: ({ email }) => Prisma.sql`${email}`,
  recipient: ({ recipient }) => json(recipient ?? null),
  address: ({ address }) => json(address),
  shipcode: ({ shipcode }) => Prisma.sql`${shipcode}`,
  goods: ({ totals }) => Prisma.sql`${totals.goods}::int`,
  shipping: ({ totals }) => Prisma.sql`${totals.shipping}::int`,
  discount: ({ totals }) => Prisma.sql`${totals.discount}::int`,
  waived: ({ totals }) => Prisma.sql`${totals.waived}::int`,
  total: ({ totals }) => Prisma.sql`${totals.total}::int`,
  currency: ({ currency }) => Prisma.sql`${currency}`,
  intentId: ({ intentId }) => Prisma.sql`${intentId ?? null}`,
  receiptToken: ({ receiptToken }) => Prisma.sql`${receiptToken}`,
  network: ({ network }) => Prisma.sql`${network}`,
  card: ({ card }) => json(card ?? null),
  ownWords: ({ ownWords, ownerId }) => ownWords ?? hasProved(ownerId),
  saveCard: ({ saveCard }) => Prisma.sql`${saveCard ?? false}::boolean`,
  autorenew: ({ autorenew }) => Prisma.sql`${autorenew ?? null}::boolean`,
  created: ({ now }) => Prisma.sql`${now}::timestamptz`,
  updated: ({ now }) => Prisma.sql`${now}::timestamptz`,
  paid: ({ paid }) => Prisma.sql`${paid ?? null}::timestamptz`,
};
const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
const NAMES = Prisma.raw(Object.keys(COLUMNS).map(columnOf).join(', '));

/** SQL: inserts an order; what follows says from what, or when not. The only way that one is made. */
export const intoOrder = (order: OrderRow): Prisma.Sql =>
  Prisma.sql`insert into "order" (${NAMES}) select ${Prisma.join(Object.values(COLUMNS).map((valueOf) => valueOf(order)))}`;

/** SQL: takes a publication's next number of an order, as `number`. */
export const countOrder = (publication: Prisma.Sql, prefix: string): Prisma.Sql =>
  Prisma.sql`update publication p set order_number = p.order_number + 1 where p.id = ${publication} returning ${prefix}::text || '-' || p.order_number as number`;

/** Takes it in a statement of its own. */
export async function takeNumber(tx: Sql, publicationId: string, prefix: string): Promise<string> {
  const [counted] = await tx.$queryRaw<{ number: string }[]>(countOrder(Prisma.sql`${publicationId}`, prefix));
  if (!counted) throw new Error(`the publication ${publicationId} is not stored`);
  return counted.number;
}

/** SQL of each column of a line `w` of an order that is `placed`; as above, but that `held` differs. */
const LINE_COLUMNS: Record<Exclude<Prisma.OrderLineScalarFieldEnum, 'held' | 'sent' | 'dropped'>, string> = {
  orderId: 'placed.id',
  ordinal: 'w.ordinal',
  type: 'w.type',
  ref: 'w.ref',
  name: 'w.name',
  detail: 'w.detail',
  quantity: 'w.quantity',
  price: 'w.price',
  discount: 'w.discount',
  shipping: 'coalesce(w.shipping, 0)',
  choice: `nullif(w.choice, 'null')`,
};
const LINE_NAMES = Prisma.raw(Object.keys(LINE_COLUMNS).map(columnOf).join(', '));
const LINE_VALUES = Prisma.raw(Object.values(LINE_COLUMNS).join(', '));

/** SQL: the lines of an order, the first with this ordinal, as rows `w`. */
export const lineRows = (lines: readonly (Omit<OrderLine, 'type'> & { type: string })[], first = 0): Prisma.Sql =>
  Prisma.sql`jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ ...line, ordinal: first + index })))}::jsonb)
    as w(ordinal int, type text, ref text, name text, detail text, quantity int, price int, discount int, shipping int, choice jsonb)`;

/**
 * SQL: inserts the lines of an order; what follows says from where `placed` and `w` are. `held`: SQL of whether stock
 * is held for one.
 */
export const intoLines = (held: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`insert into order_line (${LINE_NAMES}, held) select ${LINE_VALUES}, ${held}`;
