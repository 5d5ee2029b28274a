import * as v from 'valibot';
import { PageBotCheck } from '@newsstand/contracts/bot-check';
import { Cart } from '@newsstand/contracts/cart';
import { PageData } from '@newsstand/contracts/page-data';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { pageReader } from '@newsstand/ui/parsed-page';

const { shipping, account, subscribe, renew, redeem, payment_info, stripe, logins } = PageData.entries;

/** The parts of the page's data that this remote needs; the rest (issues, receipt, …) is not parsed. */
export const SubscribePage = v.object({
  publication: PublicationInfo,
  cart: Cart,
  bot_check: PageBotCheck,
  stripe,
  shipping,
  account,
  subscribe,
  renew,
  redeem,
  payment_info,
  logins,
});
export type SubscribePage = v.InferOutput<typeof SubscribePage>;

export const readSubscribePage = pageReader(SubscribePage);
