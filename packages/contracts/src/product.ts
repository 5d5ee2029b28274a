import * as v from 'valibot';
import { Cents } from './money.ts';

/** A picture; width and height in CSS pixels, so that its space can be reserved. */
export const Picture = v.object({ source: v.string(), width: v.number(), height: v.number(), alt: v.optional(v.string(), '') });
export type Picture = v.InferOutput<typeof Picture>;

/**
 * Of what there is none: `true` where unpaid orders hold some, so that it may be had again in minutes. Absent where it
 * is gone, or there is some.
 */
export const Held = v.optional(v.boolean());

/** One size of a sized product; `quantity` is what is in stock. */
export const ProductSize = v.object({ ref: v.string(), name: v.string(), quantity: v.number(), held: Held });
export type ProductSize = v.InferOutput<typeof ProductSize>;

/**
 * A product of the store (section 3). `print_price` in cents; `quantity` in stock, null for digital products, and the
 * sum of its sizes for a sized one.
 */
export const Product = v.object({
  type: v.picklist(['basic-product', 'sized-product', 'digital-product']),
  ref: v.string(),
  slug: v.string(),
  name: v.string(),
  description: v.string(),
  image: Picture,
  print_price: Cents,
  quantity: v.nullable(v.number()),
  held: Held,
  sizes: v.array(ProductSize),
  tags: v.array(v.string()),
});
export type Product = v.InferOutput<typeof Product>;
