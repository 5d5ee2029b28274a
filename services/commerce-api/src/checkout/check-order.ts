import type { Address } from '@newsstand/contracts/address';
import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { formatCents } from '@newsstand/contracts/money';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { checkAddress } from './check-address.ts';
import { checkoutMessages } from './messages.ts';
import { unavailableLines } from './unavailable-lines.ts';

/**
 * Whether a cart can be ordered as its form says; answers where it goes. Refuses (422) an empty cart and the fields that are wrong, those in
 * `problems` among them, and (409) lines that cannot be had and a total that is no longer true.
 */
export function checkOrder(
  { publication }: Pick<Deps, 'publication'>,
  cart: Cart,
  body: Pick<CheckoutBody, 'address' | 'shipcode' | 'total'>,
  problems: Record<string, string> = {},
): { address: Address | null; shipcode: Shipcode } {
  const { zones, messages } = publication.cached();
  const say = checkoutMessages(messages);
  if (cart.billing.a.length === 0) throw new Refusal(422, { general: say('empty_cart') });

  const checked = checkAddress(body.address, body.shipcode, cart.address_required, zones, say);
  const errors = { ...problems, ...(checked.type === 'errors' && checked.errors) };
  if (checked.type === 'errors' || Object.keys(errors).length > 0) throw new Refusal(422, errors);

  const { shipcode } = checked.destination;
  const { total } = cart.totals[shipcode];
  const unavailable = unavailableLines(cart.billing[shipcode], say);
  if (unavailable) throw new Refusal(409, unavailable);
  if (total !== body.total) throw new Refusal(409, { total: say('total_changed', { total: formatCents(total) }) });
  return checked.destination;
}
