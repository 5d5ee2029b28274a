import * as v from 'valibot';

/** What always holds of the books; each is looked at every night. */
export const BOOK_RULES = [
  'order-sum',
  'refund-sum',
  'back-too-much',
  'credit-too-much',
  'stock',
  'fulfilled',
  'refunded-runs',
  'issues',
  'no-action',
] as const;
export const BookRule = v.picklist(BOOK_RULES);
export type BookRule = v.InferOutput<typeof BookRule>;

/**
 * Something that does not add up. `subject`: what it is about; `detail`: what was found; `order`, `owner`: whose it is,
 * where it is somebody's.
 */
export const BookDifference = v.object({
  rule: BookRule,
  subject: v.string(),
  detail: v.string(),
  order: v.nullable(v.string()),
  owner: v.nullable(v.string()),
  found: v.string(),
});
export type BookDifference = v.InferOutput<typeof BookDifference>;

/** `checked`: when the books were looked at last; null for never. */
export const DeskBooks = v.object({ checked: v.nullable(v.string()), differences: v.array(BookDifference) });
export type DeskBooks = v.InferOutput<typeof DeskBooks>;
