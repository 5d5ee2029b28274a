import type { Code, Codes, Refusal as Refused } from '@newsstand/contracts/refusal';
import type { FieldsSaid, Said } from '../../platform/http/refusal.ts';
import { CodedText } from '../../platform/http/coded-text.ts';

type Published = { messages: Record<string, string>; settings: { support_address: string } };

/** What is told, in the publication's words. */
export function words(told: CodedText, published: Published): string {
  return told.inWords(...ownWords(published));
}

function ownWords({ messages, settings }: Published): Parameters<CodedText['inWords']> {
  const own = EMPTY_CART in messages ? { 'checkout-api.empty_cart': messages[EMPTY_CART] ?? '', ...messages } : messages;
  return [own, { support: settings.support_address }];
}

/** The one place where what a refusal says becomes the `errors` and `codes` of an answer. */
export function wordRefusal(said: Said | FieldsSaid, published: Published): Refused {
  if (isSaid(said)) {
    const code = codeOf(said, published);
    return { errors: wordsOf(said, published), ...(code && { codes: code }) };
  }
  const codes: Codes = {};
  const errors: Record<string, string> = {};
  for (const [field, one] of Object.entries(said)) {
    errors[field] = wordsOf(one, published);
    const code = codeOf(one, published);
    if (code) codes[field] = code;
  }
  return { errors, ...(Object.keys(codes).length > 0 && { codes }) };
}

function isSaid(said: Said | FieldsSaid): said is Said {
  return said instanceof CodedText || Array.isArray(said);
}

function wordsOf(said: Said, published: Published): string {
  return [said]
    .flat()
    .map((told) => words(told, published))
    .join(' ');
}

/** Several told one after the other have the code of the first. */
function codeOf(said: Said, published: Published): Code | undefined {
  const [first] = [said].flat();
  return first?.toCode(...ownWords(published));
}

/** Section 8 has one text for an empty cart, which the page shows, too. */
const EMPTY_CART = 'checkout.empty_cart';
