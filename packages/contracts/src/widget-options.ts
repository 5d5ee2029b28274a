import type { WidgetName } from './widget.ts';

/** Which widgets take an option (those of which the name matches), and what it may say. */
type Option = { of: RegExp; says: RegExp };

/** What is there or not: whatever it says but `false`; these say something that it does not mean. */
const SWITCH = /^(?!(?:no|off|none|0)$)/i;
const EITHER = /^(true|false)$/;

/**
 * The options of an element, by their names without `data-`. What one says that is not among these counts as left out;
 * what names a good or a token shows nothing else in its place.
 */
export const OPTIONS: Readonly<Record<string, Option>> = {
  when: { of: /./, says: /^(load|visible|idle|intent)$/ },
  'heading-level': { of: /./, says: /^[1-6]$/ },
  item: { of: /^checkout\.add$/, says: /^((basic|sized|digital)-product|(print|digital)-issue)$/ },
  ref: { of: /^checkout\.add$/, says: /^(prd|sze|iss):[a-z0-9][a-z0-9-]{0,79}$/ },
  named: { of: /^checkout\.add$/, says: SWITCH },
  tag: { of: /^checkout\.store$/, says: /\S/ },
  slug: { of: /^checkout\.product$/, says: /^[a-z0-9][a-z0-9-]*$/ },
  token: { of: /\.(receipt|invoice|redeem|subscription|donation|renewal)$/, says: /\S/ },
  'checkout-later': { of: /^subscribe\.(builder|donate)$/, says: EITHER },
  'add-donation': { of: /^subscribe\.builder$/, says: EITHER },
  'add-products': { of: /^subscribe\.builder$/, says: EITHER },
  'list-tag': { of: /^mailing-list\./, says: /^\s*[a-z0-9][a-z0-9-]{0,39}(\s+[a-z0-9][a-z0-9-]{0,39}){0,9}\s*$/i },
  after: { of: /^mailing-list\.popup$/, says: /^\d{1,5}(\.\d+)?$/ },
  'in-place': { of: /^login\./, says: SWITCH },
  support: { of: /^account\./, says: /^\S+@\S+$/ },
  ship: { of: /^account\.delete-address$/, says: /^ship-[abc]$/ },
};

/** The options that a widget has beside those that all take, as its row in the guide lists them. */
export const optionsOf = (widget: WidgetName): string[] =>
  Object.keys(OPTIONS).filter((name) => OPTIONS[name]?.of.source !== '.' && OPTIONS[name]?.of.test(widget));
