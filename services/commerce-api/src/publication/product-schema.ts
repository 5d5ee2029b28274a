import * as v from 'valibot';
import { Cents, File, Picture, Quantity, Slug, Text, listOf } from './fields.ts';

const common = { slug: Slug, name: Text, summary: Text, description: Text, price: Cents, tags: listOf(Slug), image: Picture };

const ProductSize = v.strictObject({ name: Text, quantity: Quantity });

const kinds = ['basic-product', 'sized-product', 'digital-product'] as const;
const ProductEntry = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal(kinds[0]), ...common, quantity: Quantity }),
    v.strictObject({
      type: v.literal(kinds[1]),
      ...common,
      sizes: v.pipe(listOf(ProductSize), v.minLength(1, 'must hold at least one size')),
    }),
    v.strictObject({ type: v.literal(kinds[2]), ...common, file: File }),
  ],
  `must be ${kinds.map((kind) => `"${kind}"`).join(' or ')}`,
);

const productRef = (slug: string) => `prd:${slug}` as const;
const sizeRef = (slug: string, size: string) => `sze:${slug}-${size.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}` as const;

/**
 * A thing the store sells, with the refs that carts know it and its sizes by. `price` is in cents. `quantity`, here and
 * of a size, is the stock a new database starts with; afterwards the database counts. A sized product has none of its
 * own, and a digital one never runs out: null. `file` is what who buys a digital one gets.
 */
export const Product = v.pipe(
  ProductEntry,
  v.transform((entry) => ({
    ...entry,
    file: entry.type === 'digital-product' ? entry.file : null,
    ref: productRef(entry.slug),
    quantity: entry.type === 'basic-product' ? entry.quantity : null,
    sizes: entry.type === 'sized-product' ? entry.sizes.map((size) => ({ ...size, ref: sizeRef(entry.slug, size.name) })) : [],
  })),
);
export type Product = v.InferOutput<typeof Product>;

export const Products = listOf(Product);
