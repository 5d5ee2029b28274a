import { Cart } from '@newsstand/contracts/cart';
import type { PageData } from '@newsstand/contracts/page-data';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { pageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';

/**
 * What every widget of this remote needs of the page's data. What only some need is read by those: a schema that is not
 * named is not fetched.
 */
const CartPage = v.object({ publication: PublicationInfo, cart: Cart }) satisfies v.GenericSchema<
  unknown,
  Pick<PageData, 'publication' | 'cart'>
>;
export type CartPage = v.InferOutput<typeof CartPage>;

export const readCartPage = pageReader(CartPage);
