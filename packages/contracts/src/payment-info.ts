import * as v from 'valibot';
import { cardName } from './card-name.ts';
import { Keys } from './checkout.ts';

/**
 * What a subscriber's page says of the means of payment on record (section 3): a card, or a bank account, or neither.
 * `wallet`: what handed the card over, such as `apple_pay`.
 */
export const PaymentInfo = v.object({
  card: v.nullable(
    v.object({ type: v.string(), last_four: v.string(), exp_month: v.number(), exp_year: v.number(), wallet: v.optional(v.string()) }),
  ),
  ach: v.nullable(v.object({ bank_name: v.string(), last_four: v.string(), routing_number: v.string() })),
});
export type PaymentInfo = v.InferOutput<typeof PaymentInfo>;

/**
 * What is on record, as the choice to pay with it names it (section 4, use-card); null where nothing is. A card
 * expires, its month in two digits.
 */
export const meansOnRecord = ({
  card,
  ach,
}: PaymentInfo): { name: string; last_four: string; expires: { month: string; year: number } | null } | null => {
  if (card === null) return ach && { name: ach.bank_name, last_four: ach.last_four, expires: null };
  const expires = { month: String(card.exp_month).padStart(2, '0'), year: card.exp_year };
  return { name: cardName(card.type, card.wallet), last_four: card.last_four, expires };
};

/**
 * The name on the means of payment on record, and what may be shown of it. Without one, `data` holds two nulls, and
 * `name` is the reader's own.
 */
export const PaymentOnRecord = v.object({ name: v.string(), details: v.object({ type: v.literal('details'), data: PaymentInfo }) });
export type PaymentOnRecord = v.InferOutput<typeof PaymentOnRecord>;

/**
 * What a page needs to put a means of payment on record (section 3, payment setup): `keys` are those of one
 * SetupIntent, `version` is of the account's means on record.
 */
export const PaymentSetup = v.object({ ...PaymentOnRecord.entries, keys: Keys, version: v.optional(v.string()) });
export type PaymentSetup = v.InferOutput<typeof PaymentSetup>;
