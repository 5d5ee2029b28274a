import { useRef, useState } from 'react';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { changeQuantity, removeFromCart } from '@newsstand/contracts/cart-endpoints';
import type { ResultOf } from '@newsstand/ui/call-table';
import { errorText } from '../error-text.ts';
import type { Widget } from '../widget.ts';

export type CartChanges = {
  /** The cart that is changed. */
  cart: Cart;
  /** The quantity to show: what the reader asked for last, until the server has answered. */
  quantityOf(line: CartLine): number;
  /** What the server said to the last change of this line, null when it agreed. */
  problemOf(line: CartLine): string | null;
  change(line: CartLine, quantity: number): void;
  remove(line: CartLine): Promise<boolean>;
  /** Everything at once. */
  removeAll(): Promise<boolean>;
  /** What the server said to that, null when it agreed. */
  problemOfAll: string | null;
};

type Outcome = ResultOf<typeof changeQuantity | typeof removeFromCart>;

/**
 * Changes to the lines of the cart. They go out one after the other, so that two quick clicks cannot overtake each
 * other.
 */
export const useCartChanges = ({ api, context, cart }: Pick<Widget, 'api' | 'context' | 'cart'>): CartChanges => {
  const [wanted, setWanted] = useState<Readonly<Record<string, number>>>({});
  const [problem, setProblem] = useState<{ id: string; message: string } | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const send = (id: string, call: () => Promise<Outcome>): Promise<boolean> => {
    setProblem(null);
    const sent = queue.current.then(call).then((outcome) => {
      if (outcome.ok) context.updateCart(outcome.data);
      else setProblem({ id, message: errorText(outcome.refusal) });
      return outcome.ok;
    });
    queue.current = sent;
    return sent;
  };

  const change = async (line: CartLine, quantity: number) => {
    setWanted((all) => ({ ...all, [line.id]: quantity }));
    await send(line.id, () => api('changeQuantity', { body: { cart: keyOf(line), qty: quantity } }));
    // A newer wish for the same line is still on its way: keep showing that one.
    setWanted((all) => (all[line.id] === quantity ? without(all, line.id) : all));
  };

  return {
    cart,
    quantityOf: (line) => wanted[line.id] ?? line.quantity,
    problemOf: (line) => (problem?.id === line.id ? problem.message : null),
    change: (line, quantity) => void change(line, quantity),
    remove: (line) => send(line.id, () => api('removeFromCart', { body: { cart: keyOf(line) } })),
    removeAll: () => send(ALL, () => api('removeFromCart', { body: { all: true } })),
    problemOfAll: problem?.id === ALL ? problem.message : null,
  };
};

/** No line has this id. */
const ALL = 'all';

const keyOf = ({ cart: { type, ref } }: CartLine) => ({ type, ref });

const without = (all: Readonly<Record<string, number>>, id: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== id));
