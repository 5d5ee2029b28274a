import * as v from 'valibot';
import { Cents } from './money.ts';
import { Held, Picture } from './product.ts';

/**
 * An issue of the magazine (section 3). `released` is an ISO date, null while it is not out; prices in cents, null
 * where that medium is not sold; `print_quantity` in stock, `held` of the printed issue.
 */
export const Issue = v.object({
  ref: v.string(),
  number: v.number(),
  title: v.string(),
  slug: v.string(),
  summary: v.string(),
  cover: Picture,
  released: v.nullable(v.string()),
  print_price: v.nullable(Cents),
  digital_price: v.nullable(Cents),
  print_quantity: v.number(),
  held: Held,
});
export type Issue = v.InferOutput<typeof Issue>;
