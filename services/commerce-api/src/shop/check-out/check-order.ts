import type { Address } from '@newsstand/contracts/address';
import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { formatCents } from '@newsstand/contracts/money';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { unavailableLines } from '../../ledger/orders/unavailable-lines.ts';
import { type FieldTexts, Refusal } from '../../platform/http/refusal.ts';
import { defaultZone, DONATION_ZONE } from '../../publication/default-zone.ts';
import type { Deps } from '../../publication/deps.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { checkAddress } from '../../rules/checkout/check-address.ts';

/**
 * Whether a cart can be ordered as its form says; answers where it goes. Refuses (422) an empty cart and the fields
 * that are wrong, those in
 * `problems` among them, and (409) lines that cannot be had and a total that is no longer true.
 */
export function checkOrder(
  { publication }: Pick<Deps, 'publication'>,
  cart: Cart,
  body: Pick<CheckoutBody, 'address' | 'shipcode' | 'total'>,
  problems: FieldTexts = {},
): { address: Address | null; shipcode: Shipcode } {
  const published = publication.cached();
  const { zones } = published;
  // A donation by itself goes where donations go, whatever the form says (section 9).
  const zone = isDonation(cart) ? DONATION_ZONE : (body.shipcode ?? defaultZone(published));
  if (cart.billing.a.length === 0) throw new Refusal(422, { general: checkoutText('empty_cart') });

  const checked = checkAddress(body.address, zone, cart.address_required, zones);
  const errors = { ...problems, ...(checked.type === 'errors' && checked.errors) };
  if (checked.type === 'errors' || Object.keys(errors).length > 0) throw new Refusal(422, errors);

  const { shipcode } = checked.destination;
  const { total } = cart.totals[shipcode];
  const unavailable = unavailableLines(cart.billing[shipcode]);
  if (unavailable) throw new Refusal(409, unavailable);
  if (total !== body.total) throw new Refusal(409, { total: checkoutText('total_changed', { total: formatCents(total) }) });
  return checked.destination;
}

function isDonation({ billing: { a: lines } }: Cart): boolean {
  return lines.every(({ cart }) => cart.type === 'donation-item');
}
