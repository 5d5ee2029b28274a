import { AddToCart, Cart, ChangeQuantity, RemoveFromCart } from '@newsstand/contracts/cart';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import type { TableApi } from '@newsstand/ui/call-table';

const answers = { answer: Cart, refusal: Refusal } as const;

/** The calls that the counter, the panel and 'Add to Cart' make: with the whole endpoint table every page would fetch every schema (calls.test.ts holds them to it). */
export const cartCalls = {
  addToCart: { method: 'POST', path: '/api/cart', summary: 'Put a good into the cart', body: AddToCart, ...answers, begins_session: true },
  changeQuantity: { method: 'PATCH', path: '/api/cart', summary: 'Set the quantity of a line', body: ChangeQuantity, ...answers },
  removeFromCart: { method: 'POST', path: '/api/cart/remove', summary: 'Remove a line, or everything', body: RemoveFromCart, ...answers },
} as const satisfies Record<string, Endpoint>;
export type CartApi = TableApi<typeof cartCalls>;
