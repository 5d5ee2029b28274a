import type { CartLine } from '@newsstand/contracts/cart';
import { availableQuantity } from '@newsstand/contracts/available-quantity';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { fullName } from '../../rules/checkout/full-name.ts';

/**
 * What to tell a reader whose lines cannot be had as they stand: one message per line, `lines.{id}`, and `general`.
 * Null when all can.
 */
export function unavailableLines(lines: CartLine[]): Record<string, CodedText> | null {
  const errors = lines.flatMap((line) => {
    const message = messageOf(line);
    return message === null ? [] : [[`lines.${line.id}`, message] as const];
  });
  if (errors.length === 0) return null;
  const isAnyGone = lines.some((line) => availableQuantity(line) === 0);
  return { ...Object.fromEntries(errors), general: checkoutText(isAnyGone ? 'unavailable' : 'short') };
}

function messageOf({ availability, name, detail }: CartLine): CodedText | null {
  const full = fullName({ name, detail });
  switch (availability.type) {
    case 'available':
      return null;
    case 'short':
      return checkoutText(availability.held ? 'line_short_held' : 'line_short', { name: full, left: availability.left });
    case 'sold-out':
      return checkoutText(availability.held ? 'line_held' : 'line_sold_out', { name: full });
    case 'withdrawn':
      return checkoutText('line_withdrawn', { name: full });
  }
}
