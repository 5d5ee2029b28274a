import { PageBotCheck } from '@newsstand/contracts/bot-check';
import { BusinessInfo, Invoice } from '@newsstand/contracts/invoice';
import type { PageData } from '@newsstand/contracts/page-data';
import { PaymentInfo } from '@newsstand/contracts/payment-info';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { LoginTab } from '@newsstand/contracts/reader';
import { pageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';

type Parts = 'publication' | 'bot_check' | 'stripe' | 'stand_ins' | 'account' | 'payment_info' | 'invoice' | 'business' | 'logins';

/**
 * What the invoice's page needs. A saved card is its reader's own, who is logged in; a new one is not kept there
 * (section 4).
 */
const InvoicePage = v.object({
  publication: PublicationInfo,
  bot_check: PageBotCheck,
  stripe: v.object({ pubkey: v.string(), script: v.string() }),
  stand_ins: v.array(v.string()),
  account: v.optional(v.nullable(v.object({ name: v.string(), email: v.string() }))),
  payment_info: v.optional(v.nullable(PaymentInfo)),
  invoice: v.optional(v.nullable(Invoice)),
  business: v.optional(BusinessInfo),
  logins: v.optional(v.array(LoginTab)),
}) satisfies v.GenericSchema<unknown, Pick<PageData, Parts>>;
export type InvoicePage = v.InferOutput<typeof InvoicePage>;

export const readInvoicePage = pageReader(InvoicePage);
