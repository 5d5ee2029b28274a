import * as v from 'valibot';
import { Cart } from './cart.ts';

export { UPDATE_CART } from './page-names.ts';

/** The detail of `update-cart`. `v` is the version of this shape: listeners leave alone what they do not know. */
export const UpdateCart = v.object({ v: v.literal(1), cart: Cart });
export type UpdateCart = v.InferOutput<typeof UpdateCart>;
