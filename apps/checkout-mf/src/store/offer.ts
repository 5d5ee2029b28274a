import { type GoodType, GoodType as GoodTypes } from '@newsstand/contracts/cart';
import type { Issue } from '@newsstand/contracts/issue';
import type { Product, ProductSize } from '@newsstand/contracts/product';
import type { StorePage } from './read-store-page.ts';
import type { Left } from './stock.ts';

/** One thing that can be put into the cart. `price` in cents; `sizes` is empty where there is nothing to choose. */
export type Offer = {
  item: GoodType;
  ref: string;
  name: string;
  price: number | null;
  left: Left;
  /** None is left, but somebody's unpaid order holds some. */
  held: boolean;
  sizes: ProductSize[];
  /** False for an issue that is not out, or not sold in this medium. */
  sold: boolean;
};

export const productOffer = (product: Product): Offer => ({
  item: product.type,
  ref: product.ref,
  name: product.name,
  price: product.print_price,
  left: product.quantity,
  held: product.held ?? false,
  sizes: product.sizes,
  sold: true,
});

export const issueOffer = (issue: Issue, item: 'print-issue' | 'digital-issue'): Offer => {
  const price = item === 'print-issue' ? issue.print_price : issue.digital_price;
  return {
    item,
    ref: issue.ref,
    name: issue.title,
    price,
    left: item === 'print-issue' ? issue.print_quantity : null,
    held: item === 'print-issue' && (issue.held ?? false),
    sizes: [],
    sold: issue.released !== null && price !== null,
  };
};

/**
 * What `data-item` and `data-ref` of a mount element offer. A ref of one size (`sze:`) offers that size alone. Null
 * where nothing of the kind is sold; where the page's data hold no goods, it is offered without price and stock: the
 * server knows both, and says so when it is added.
 */
export const findOffer = (page: StorePage, item: string | undefined, ref: string | undefined): Offer | null => {
  const type = GoodTypes.options.find((option) => option === item);
  if (!type || !ref) return null;
  const issue = page.issues?.find((one) => one.ref === ref);
  if (issue && (type === 'print-issue' || type === 'digital-issue')) return issueOffer(issue, type);
  const products = [...(page.product ? [page.product] : []), ...(page.products ?? [])];
  const product = products.find((one) => one.ref === ref);
  if (product) return productOffer(product);
  const sized = products.find((one) => one.sizes.some((size) => size.ref === ref));
  const size = sized?.sizes.find((one) => one.ref === ref);
  if (sized && size)
    return { ...productOffer(sized), ref, name: `${sized.name}, ${size.name}`, left: size.quantity, held: size.held ?? false, sizes: [] };
  // All that is sold is in the page's data, unless a part of them could not be read.
  if (page.products && page.issues) return null;
  return { item: type, ref, name: '', price: null, left: null, held: false, sizes: [], sold: true };
};
