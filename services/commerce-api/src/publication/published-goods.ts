import type { GoodType } from '@newsstand/contracts/cart';
import type { Picture } from '@newsstand/contracts/product';
import type { Issue } from './issue-schema.ts';
import type { Product } from './product-schema.ts';
import type { Publication } from './publication-schema.ts';
import { lineText, type Messages } from './texts/line-texts.ts';

/** A row of what can be bought; `stock` is what a new database starts with, null for what never runs out. */
export type PublishedGood = {
  type: GoodType;
  ref: string;
  name: string;
  detail: string | null;
  slug: string;
  image: Picture;
  price: number;
  stock: number | null;
  on_sale: boolean;
};

/**
 * Everything of the publication that a cart can hold, in its words. An issue is sold from the day of its release;
 * `today` is the publication's day, an ISO date.
 */
export function publishedGoods(publication: Publication, picture: (picture: Picture) => Picture, today: string): PublishedGood[] {
  const { messages } = publication;
  return [
    ...publication.products.flatMap((product) => productGoods(product, picture(product.image), messages)),
    ...publication.issues.flatMap((issue) => issueGoods(issue, picture(issue.cover), today, messages)),
  ];
}

function productGoods(product: Product, image: Picture, messages: Messages): PublishedGood[] {
  const good = { name: product.name, slug: product.slug, image, price: product.price, on_sale: true };
  if (product.type !== 'sized-product') {
    const detail = product.type === 'digital-product' ? lineText(messages, 'digital') : null;
    return [{ ...good, type: product.type, ref: product.ref, detail, stock: product.quantity }];
  }
  return product.sizes.map(({ ref, name, quantity }) => ({ ...good, type: 'sized-product', ref, detail: name, stock: quantity }));
}

function issueGoods(issue: Issue, image: Picture, today: string, messages: Messages): PublishedGood[] {
  const good = {
    ref: issue.ref,
    name: lineText(messages, 'issue', { number: issue.number, title: issue.title }),
    slug: issue.slug,
    image,
    on_sale: issue.released !== null && issue.released <= today,
  };
  return [
    { ...good, type: 'print-issue', detail: lineText(messages, 'print'), price: issue.print_price, stock: issue.print_quantity },
    { ...good, type: 'digital-issue', detail: lineText(messages, 'digital'), price: issue.digital_price, stock: null },
  ];
}
