import { PageBotCheck } from '@newsstand/contracts/bot-check';
import { LastOrder } from '@newsstand/contracts/checkout';
import type { PageData } from '@newsstand/contracts/page-data';
import { PaymentInfo } from '@newsstand/contracts/payment-info';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { LoginTab } from '@newsstand/contracts/reader';
import { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { pageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';
import { Subscriber } from './membership.ts';

type Parts = 'publication' | 'bot_check' | 'stripe' | 'stand_ins' | 'shipping' | 'account' | 'payment_info' | 'last_order' | 'logins';

/** What the check-out page needs beside the cart. */
const Always = v.object({
  publication: PublicationInfo,
  bot_check: PageBotCheck,
  stripe: v.object({ pubkey: v.string(), script: v.string() }),
  stand_ins: v.array(v.string()),
  shipping: v.optional(ShippingConfig),
  account: v.optional(v.nullable(v.object({ name: v.string(), email: v.string() }))),
  payment_info: v.optional(v.nullable(PaymentInfo)),
  last_order: v.optional(v.nullable(LastOrder)),
  logins: v.optional(v.array(LoginTab)),
}) satisfies v.GenericSchema<unknown, Pick<PageData, Parts>>;
/** Where the page's data has the subscriber in it, the server need not be asked. */
const CheckoutPage = v.object({ ...Always.entries, subscriber: v.optional(v.nullable(Subscriber)) });
export type CheckoutPage = v.InferOutput<typeof CheckoutPage>;

export const readCheckoutPage = pageReader(CheckoutPage);
