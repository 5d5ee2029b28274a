import { CartType } from '@newsstand/contracts/cart';
import * as v from 'valibot';

/** What one giftee gets of a line of the order. `price` in cents, for one. */
export const GifteeLine = v.object({ type: CartType, ref: v.string(), name: v.string(), quantity: v.number(), price: v.number() });
export type GifteeLine = v.InferOutput<typeof GifteeLine>;
