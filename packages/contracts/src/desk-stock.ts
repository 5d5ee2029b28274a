import * as v from 'valibot';
import { GoodType } from './cart.ts';
import { upTo } from './bounded.ts';
import { ActionId } from './desk-history.ts';

/** How few of a good are few, whatever is sold of it. */
export const FEW = 5;

/** Few are left: five, or fewer than a month sells, by what went in 90 days. */
export const isLow = ({ on_sale, stock, sold }: { on_sale: boolean; stock: number; sold: number }): boolean =>
  on_sale && stock <= Math.max(FEW, Math.ceil(sold / 3));

/**
 * A good that is counted. `stock`: what can be sold; `held`: sold or being paid, and still in the house; `sold`: pieces
 * in 90 days.
 */
export const StockedGood = v.object({
  type: GoodType,
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  on_sale: v.boolean(),
  stock: v.number(),
  held: v.number(),
  sold: v.number(),
  low: v.boolean(),
});
export type StockedGood = v.InferOutput<typeof StockedGood>;
export const DeskStock = v.object({ goods: v.array(StockedGood) });
export type DeskStock = v.InferOutput<typeof DeskStock>;

export const GoodParams = { type: GoodType, ref: upTo(100) };

/**
 * Why stock changed: `start`, as the ledger began; `sold`, by an order; `again`, sent once more; `refund`, back from
 * one that was paid back; `restock`, `count` and `loss`, by somebody here;
 * `taken-back`, what they took back of it.
 */
export type StockWhy = 'start' | 'sold' | 'again' | 'refund' | 'restock' | 'count' | 'loss' | 'taken-back';
/**
 * A row of the ledger. `why`: a `StockWhy`, or one that the desk does not know yet. `left`: what there was after it.
 * `order`: the number of the order that holds it; null for one that is not paid yet.
 */
export const StockMove = v.object({
  at: v.string(),
  why: v.string(),
  quantity: v.number(),
  left: v.number(),
  order: v.nullable(v.string()),
  who: v.nullable(v.string()),
  note: v.string(),
  action: v.nullable(v.string()),
  undo: v.boolean(),
});
export type StockMove = v.InferOutput<typeof StockMove>;

/**
 * A month (`2026-11`) of the publication's time zone: pieces that were sold in it, and what could still be sold at its
 * end, or can now.
 */
const StockMonth = v.object({ month: v.string(), sold: v.number(), left: v.number() });
export type StockMonth = v.InferOutput<typeof StockMonth>;
/** The last time that some came, or were gone, which nobody has taken back. `pieces`: how many. */
const LastMove = v.object({ action: v.string(), at: v.string(), pieces: v.number(), who: v.nullable(v.string()), note: v.string() });
/**
 * A good and its ledger, the newest first. `balanced`: whether what is there is the sum of all that was moved; `year`:
 * its last twelve months, the oldest first, since the ledger began; `last`: so that nobody adds, or writes off, what
 * somebody else has.
 */
export const DeskGood = v.object({
  good: StockedGood,
  moves: v.array(StockMove),
  more: v.boolean(),
  balanced: v.boolean(),
  year: v.optional(v.array(StockMonth)),
  last: v.optional(v.object({ restock: v.nullable(LastMove), loss: v.nullable(LastMove) })),
});
export type DeskGood = v.InferOutput<typeof DeskGood>;

const Pieces = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000));

/**
 * `restock`: so many came; `loss`: so many are gone; `count`: so many lie in the house, those that are sold and not
 * sent yet among them. `stock` and `held`: as they were shown; what was counted beside other numbers says nothing.
 * `last`: the action of the last move of this kind as it was shown: two who see to the same delivery add it once.
 */
export const MoveStock = v.object({
  action: ActionId,
  kind: v.picklist(['restock', 'loss', 'count']),
  pieces: Pieces,
  stock: v.number(),
  held: v.number(),
  last: v.optional(v.nullable(v.string())),
  note: upTo(200),
});
export type MoveStock = v.InferOutput<typeof MoveStock>;
export const StockMoved = v.object({ from: v.number(), to: v.number() });
export type StockMoved = v.InferOutput<typeof StockMoved>;
