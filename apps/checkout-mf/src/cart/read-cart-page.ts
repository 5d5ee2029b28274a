import { Cart } from '@newsstand/contracts/cart';
import type { PageData } from '@newsstand/contracts/page-data';
import { pageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';

/**
 * What every widget of this remote needs of the page's data. What only some need is read by those: a schema that is not
 * named is not fetched.
 */
const CartPage = v.object({
  publication: v.object({ name: v.string(), support_address: v.string(), messages: v.record(v.string(), v.string()) }),
  cart: Cart,
}) satisfies v.GenericSchema<
  unknown,
  Pick<PageData, 'cart'> & { publication: Pick<PageData['publication'], 'name' | 'support_address' | 'messages'> }
>;
export type CartPage = v.InferOutput<typeof CartPage>;

export const readCartPage = pageReader(CartPage);
