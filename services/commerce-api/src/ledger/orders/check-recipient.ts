import { Address, VISIBLE } from '@newsstand/contracts/address';
import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { redeemText } from '../../publication/texts/redeem-texts.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { checkAddress } from '../../rules/checkout/check-address.ts';

/** To whom, and where, an order's one gift is sent directly. */
export const Recipient = v.object({ name: v.string(), address: Address, shipcode: Shipcode });
export type Recipient = v.InferOutput<typeof Recipient>;

const MAX_NAME = 120;

/**
 * Whom the purchaser wants their gift to be sent to; null where they hand it over themselves. Section 5: a gift
 * recipient needs a name and an address. Refuses (422) what is missing, an address that the gift is not for, and
 * anything but one print gift.
 */
export function checkRecipient(
  { publication }: Pick<Deps, 'publication'>,
  { giftsubs }: Pick<Cart, 'giftsubs'>,
  {
    recipient_name = '',
    recipient_address,
    recipient_shipcode,
  }: Pick<CheckoutBody, 'recipient_name' | 'recipient_address' | 'recipient_shipcode'>,
): Recipient | null {
  const name = VISIBLE.test(recipient_name) ? recipient_name.trim() : '';
  if (name === '' && recipient_address === undefined) return null;
  const { zones } = publication.cached();
  const [gift, ...others] = giftsubs;
  const zone = gift ? shipcodeOf(gift.deliverable) : null;
  if (zone === null || others.length > 0) throw new Refusal(422, { recipient_name: redeemText('one_print') });

  const checked = checkAddress(recipient_address ?? null, recipient_shipcode ?? zone, true, zones);
  const errors: Record<string, CodedText> = {
    ...(name === '' && { recipient_name: apiText('blank') }),
    ...(name.length > MAX_NAME && { recipient_name: apiText('too_long', { n: MAX_NAME }) }),
    ...(checked.type === 'errors' && recipientErrors(checked.errors)),
  };
  if (checked.type === 'destination' && checked.destination.shipcode !== zone) {
    errors['recipient_address.country'] = redeemText('other_zone');
  }
  if (checked.type === 'errors' || Object.keys(errors).length > 0 || checked.destination.address === null) throw new Refusal(422, errors);
  return { name, address: checked.destination.address, shipcode: zone };
}

function recipientErrors(errors: Record<string, CodedText>): Record<string, CodedText> {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [`recipient_${field}`, message]));
}
