import { sessionMessages } from './access/messages-sessions.ts';
import { loginMessages } from './messages-login.ts';
import { lookMessages, staffMessages } from './messages-staff.ts';
import { messages } from './messages.ts';
import { claimMessages } from './overview/messages-claim.ts';
import { giftMessages } from './overview/messages-gifts.ts';
import { outcomeMessages } from './overview/messages-outcome.ts';
import { paidBackMessages } from './overview/messages-paid-back.ts';
import { renewalInvoiceMessages } from './overview/messages-renewal-invoices.ts';
import { subscriptionMessages } from './subscription/messages.ts';

/** Every text of this remote, for who translates: no page imports it, since each fetches its own part. */
export const catalogue = {
  ...messages,
  ...claimMessages,
  ...giftMessages,
  ...outcomeMessages,
  ...paidBackMessages,
  ...renewalInvoiceMessages,
  ...loginMessages,
  ...sessionMessages,
  ...lookMessages,
  ...staffMessages,
  ...subscriptionMessages,
};
