import * as v from 'valibot';
import { PageBotCheck } from '@newsstand/contracts/bot-check';
import { Cart } from '@newsstand/contracts/cart';
import { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import type { PageData } from '@newsstand/contracts/page-data';
import { PaymentInfo } from '@newsstand/contracts/payment-info';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { LoginTab, ReaderAccount } from '@newsstand/contracts/reader';
import { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { SubscribeOptions } from '@newsstand/contracts/subscribe';
import { Renewing } from '@newsstand/contracts/subscription';
import { pageReader } from '@newsstand/ui/parsed-page';

type Parts =
  | 'publication'
  | 'cart'
  | 'bot_check'
  | 'stripe'
  | 'shipping'
  | 'account'
  | 'subscribe'
  | 'renew'
  | 'redeem'
  | 'payment_info'
  | 'logins';

/**
 * The parts of the page's data that this remote needs; the rest (issues, receipt, …) is not parsed. Said anew, since
 * `PageData` brings along the schemas of all pages.
 */
export const SubscribePage = v.object({
  publication: PublicationInfo,
  cart: Cart,
  bot_check: PageBotCheck,
  stripe: v.object({ pubkey: v.string(), script: v.string() }),
  shipping: v.optional(ShippingConfig),
  account: v.optional(v.nullable(ReaderAccount)),
  subscribe: v.optional(SubscribeOptions),
  renew: v.optional(v.nullable(Renewing)),
  redeem: v.optional(v.nullable(v.object({ gift: Gift, options: RedeemOptions }))),
  payment_info: v.optional(v.nullable(PaymentInfo)),
  logins: v.optional(v.array(LoginTab)),
}) satisfies v.GenericSchema<unknown, Pick<PageData, Parts>>;
export type SubscribePage = v.InferOutput<typeof SubscribePage>;

export const readSubscribePage = pageReader(SubscribePage);
