import * as v from 'valibot';
import { AddToCart, Cart, ChangeQuantity, RemoveFromCart } from './cart.ts';
import type { Endpoint } from './endpoint.ts';
import { says } from './schema-message.ts';
import { AddMembership, PutCoupon } from './subscribe.ts';

export const addToCart = {
  method: 'POST',
  path: '/api/cart',
  summary: "Put a good, what the builder's page chose, or a coupon into the cart",
  body: v.variant('type', [AddToCart, AddMembership, PutCoupon], says('change_of_cart')),
  answer: Cart,
  refuses: [404, 409],
  begins_session: true,
} as const satisfies Endpoint;

export const changeQuantity = {
  method: 'PATCH',
  path: '/api/cart',
  summary: 'Set the quantity of a line',
  body: ChangeQuantity,
  answer: Cart,
  refuses: [404],
  repeatable: true,
} as const satisfies Endpoint;

export const removeFromCart = {
  method: 'POST',
  path: '/api/cart/remove',
  summary: 'Remove a line, or everything',
  body: RemoveFromCart,
  answer: Cart,
  repeatable: true,
} as const satisfies Endpoint;
