import type { Code } from '@newsstand/contracts/refusal';
import { API_TEXTS } from '@newsstand/contracts/texts';
import { CodedText } from '../../platform/http/coded-text.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { CARD_TEXTS } from './card-texts.ts';
import { CHECKOUT_TEXTS } from './checkout-texts.ts';
import { DESK_TEXTS } from './desk-texts.ts';
import { HTML_TEXTS } from './html-texts.ts';
import { INVOICE_TEXTS } from './invoice-texts.ts';
import { MAIL_TEXTS } from './letter-texts.ts';
import { LINE_TEXTS } from './line-texts.ts';
import { REDEEM_TEXTS } from './redeem-texts.ts';
import { UPDATE_TEXTS } from './update-texts.ts';

const OF_FEATURES = {
  api: API_TEXTS,
  'account-api': ACCOUNT_TEXTS,
  'card-api': CARD_TEXTS,
  'checkout-api': CHECKOUT_TEXTS,
  desk: DESK_TEXTS,
  'redeem-api': REDEEM_TEXTS,
  'update-api': UPDATE_TEXTS,
  html: HTML_TEXTS,
  invoice: INVOICE_TEXTS,
  line: LINE_TEXTS,
  mail: MAIL_TEXTS,
};

/** Every text of the service by the key under which a publication's `messages` override it. */
export const SERVICE_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OF_FEATURES).flatMap(([feature, texts]) => Object.entries(texts).map(([key, text]) => [`${feature}.${key}`, text])),
);

/** What was kept as a code with its values; null where another release has such a text, and this one none. */
export function toldBy({ code, values }: Code): CodedText | null {
  const text = SERVICE_TEXTS[code];
  return text === undefined ? null : new CodedText(code, text, values);
}
