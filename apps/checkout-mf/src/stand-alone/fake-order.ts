import { INTENT } from '@newsstand/contracts/fixtures/checkout';
import * as v from 'valibot';
import { stored } from '@newsstand/ui/stored';

/** The one order of the pretended world; it survives a reload, as the real one does. */
const Order = v.object({
  intent: v.string(),
  status: v.picklist(['none', 'requires_payment_method', 'requires_action', 'succeeded']),
  failure: v.nullable(v.string()),
  asked: v.number(),
});
type Order = v.InferOutput<typeof Order>;

const kept = stored(() => sessionStorage, 'stand-alone:order', Order);

export const readOrder = (): Order => kept.read() ?? { intent: INTENT, status: 'none', failure: null, asked: 0 };

export const changeOrder = (parts: Partial<Order>): void => kept.write({ ...readOrder(), ...parts });
