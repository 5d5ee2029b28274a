import type { Code, Codes, Refusal as Refused } from '@newsstand/contracts/refusal';
import type { FieldTexts, RefusalText } from '../../platform/http/refusal.ts';
import { CodedText } from '../../platform/http/coded-text.ts';

type Published = { messages: Record<string, string>; settings: { support_address: string; time_zone?: string | undefined } };

/** What is told, in the publication's words. */
export function words(told: CodedText, published: Published): string {
  return told.inWords(...ownWords(published));
}

function ownWords({ messages, settings }: Published): Parameters<CodedText['inWords']> {
  const own = EMPTY_CART in messages ? { 'checkout-api.empty_cart': messages[EMPTY_CART] ?? '', ...messages } : messages;
  return [own, { support: settings.support_address }, settings.time_zone];
}

/** The one place where what a refusal says becomes the `errors` and `codes` of an answer. */
export function wordRefusal(texts: RefusalText | FieldTexts, published: Published): Refused {
  if (isOneText(texts)) {
    const code = codeOf(texts, published);
    return { errors: wordsOf(texts, published), ...(code && { codes: code }) };
  }
  const codes: Codes = {};
  const errors: Record<string, string> = {};
  for (const [field, one] of Object.entries(texts)) {
    errors[field] = wordsOf(one, published);
    const code = codeOf(one, published);
    if (code) codes[field] = code;
  }
  return { errors, ...(Object.keys(codes).length > 0 && { codes }) };
}

function isOneText(texts: RefusalText | FieldTexts): texts is RefusalText {
  return texts instanceof CodedText || Array.isArray(texts);
}

function wordsOf(texts: RefusalText, published: Published): string {
  return [texts]
    .flat()
    .map((told) => words(told, published))
    .join(' ');
}

/** Several told one after the other have the code of the first. */
function codeOf(texts: RefusalText, published: Published): Code | undefined {
  const [first] = [texts].flat();
  return first?.toCode(...ownWords(published));
}

/** Section 8 has one text for an empty cart, which the page shows, too. */
const EMPTY_CART = 'checkout.empty_cart';
