import { useState } from 'react';
import { errorText } from '../error-text.ts';
import type { Widget } from '../widget.ts';
import type { Offer } from './offer.ts';
import { type Left, type Room, roomFor } from './stock.ts';

export type Adding = {
  status: 'ready' | 'sending' | 'added';
  problem: string | null;
  /** How many more of `ref` the cart can hold, of which `left` are in stock. */
  room(ref: string, left: Left): Room;
  /** The refs of sizes cannot be guessed: `ref` is what is added, the offer's own or that of a size. */
  add(ref: string, quantity: number): Promise<boolean>;
};

/** Puts an offer into the cart. */
export const useAdd = ({ api, context, cart }: Pick<Widget, 'api' | 'context' | 'cart'>, { item }: Pick<Offer, 'item'>): Adding => {
  const [status, setStatus] = useState<Adding['status']>('ready');
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (ref: string, quantity: number) => {
    setStatus('sending');
    setProblem(null);
    const outcome = await api('addToCart', { body: { type: 'add', item: { item, quantity, ref } } });
    setStatus(outcome.ok ? 'added' : 'ready');
    if (outcome.ok) {
      context.updateCart(outcome.data);
      context.setState('completed');
    } else setProblem(errorText(outcome.refusal));
    return outcome.ok;
  };
  return { status, problem, room: (ref, left) => roomFor(cart, { type: item, ref }, left), add };
};
