import * as v from 'valibot';
import { LoginTab } from '@newsstand/contracts/access';
import { Subscriber } from '@newsstand/contracts/account';
import { PageBotCheck } from '@newsstand/contracts/bot-check';
import type { PageData } from '@newsstand/contracts/page-data';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { pageReader } from '@newsstand/ui/parsed-page';

/**
 * The parts of the page's data that this remote needs; the rest (cart, products, …) is not parsed, nor are its schemas
 * shipped.
 */
const AccountPage = v.object({
  publication: PublicationInfo,
  bot_check: PageBotCheck,
  stripe: v.object({ pubkey: v.string(), script: v.string() }),
  shipping: v.optional(ShippingConfig),
  subscriber: v.optional(v.nullable(Subscriber)),
  logins: v.optional(v.array(LoginTab)),
} satisfies Record<keyof Pick<PageData, 'publication' | 'bot_check' | 'stripe' | 'shipping' | 'subscriber' | 'logins'>, v.GenericSchema>);
export type AccountPage = v.InferOutput<typeof AccountPage>;

export const readAccountPage = pageReader(AccountPage);
