import * as v from 'valibot';
import { Cart } from './cart.ts';

/** The name of the CustomEvent on `document` by which remotes tell each other of a changed cart (section 7). */
export const UPDATE_CART = 'update-cart';

/** The detail of `update-cart`. `v` is the version of this shape: listeners leave alone what they do not know. */
export const UpdateCart = v.object({ v: v.literal(1), cart: Cart });
export type UpdateCart = v.InferOutput<typeof UpdateCart>;
