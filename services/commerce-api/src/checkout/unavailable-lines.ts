import type { CartLine } from '@newsstand/contracts/cart';
import { quantityToBeHad } from '@newsstand/contracts/quantity-to-be-had';
import type { Say } from './messages.ts';

/** What to tell a reader whose lines cannot be had as they stand: one message per line, `lines.{id}`, and `general`. Null when all can. */
export function unavailableLines(lines: CartLine[], say: Say): Record<string, string> | null {
  const errors = lines.flatMap((line) => {
    const message = messageOf(line, say);
    return message === null ? [] : [[`lines.${line.id}`, message] as const];
  });
  if (errors.length === 0) return null;
  const isAnyGone = lines.some((line) => quantityToBeHad(line) === 0);
  return { ...Object.fromEntries(errors), general: say(isAnyGone ? 'unavailable' : 'short') };
}

function messageOf({ availability, name, detail }: CartLine, say: Say): string | null {
  const full = detail === null ? name : `${name} (${detail})`;
  switch (availability.type) {
    case 'available':
      return null;
    case 'short':
      return say('line_short', { name: full, left: availability.left });
    case 'sold-out':
      return say('line_sold_out', { name: full });
    case 'withdrawn':
      return say('line_withdrawn', { name: full });
  }
}
