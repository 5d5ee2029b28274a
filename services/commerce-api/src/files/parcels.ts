import { Address } from '@newsstand/contracts/address';
import { type CartType, GOODS, GoodType } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { GifteeLine } from '../rules/gifts/giftee-line.ts';
import type { LineChoice } from '../rules/pricing/line-choice.ts';

type Line = { type: CartType; ref: string; quantity: number; choice?: LineChoice | null };
type Giftee = { name: string; address: unknown; lines: unknown };

/**
 * What of an order is posted to whom: whether anything goes to its own address, and the goods that go to the giftees of
 * its invoice.
 */
export function parcelsOf(lines: readonly Line[], giftees: readonly Giftee[]): Pick<Receipt, 'posted' | 'parcels'> {
  const others = giftees.map(({ name, address, lines: theirs }) => ({
    name,
    address: v.parse(v.nullable(Address), address),
    lines: v.parse(v.array(GifteeLine), theirs),
  }));
  const given = others.flatMap((giftee) => giftee.lines);
  const posted = lines.some((line) => {
    const alike = given.filter(({ type, ref }) => type === line.type && ref === line.ref);
    return isPosted(line) && line.quantity > alike.reduce((sum, { quantity }) => sum + quantity, 0);
  });
  const parcels = others.flatMap(({ name, address, lines: theirs }) => {
    const goods = theirs.filter(isPosted).map((line) => ({ name: line.name, quantity: line.quantity }));
    return address && goods.length > 0 ? [{ name, address, goods }] : [];
  });
  return { posted, ...(parcels.length > 0 && { parcels }) };
}

/** Section 5: goods in print, and print of one's own or an upgrade to it. A gift goes to its recipient. */
function isPosted({ type, choice }: Line): boolean {
  if (choice && choice.type !== 'gift' && choice.type !== 'donation') return mediumOf(choice.deliverable) === 'print';
  return v.is(GoodType, type) && GOODS[type].medium === 'print';
}
