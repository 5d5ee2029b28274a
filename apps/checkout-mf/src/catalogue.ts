import { invoiceMessages } from './invoice/messages.ts';
import { pageMessages } from './messages-pages.ts';
import { agreedMessages, endedMessages, fileMessages, moneyBackMessages, sentMessages } from './receipt/messages.ts';
import { heldMessages } from './store/messages-held.ts';
import { storeMessages } from './store/messages-store.ts';

/** Every text of this remote, for who translates: no page imports it, since each fetches its own part. */
export const catalogue = {
  ...pageMessages,
  ...agreedMessages,
  ...endedMessages,
  ...fileMessages,
  ...moneyBackMessages,
  ...sentMessages,
  ...invoiceMessages,
  ...heldMessages,
  ...storeMessages,
};
