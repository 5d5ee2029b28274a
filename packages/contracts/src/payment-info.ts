import * as v from 'valibot';

/** What a subscriber's page says of the means of payment on record (section 3): a card, or a bank account, or neither. */
export const PaymentInfo = v.object({
  card: v.nullable(v.object({ type: v.string(), last_four: v.string(), exp_month: v.number(), exp_year: v.number() })),
  ach: v.nullable(v.object({ bank_name: v.string(), last_four: v.string(), routing_number: v.string() })),
});
export type PaymentInfo = v.InferOutput<typeof PaymentInfo>;
