/**
 * What the pieces of HTML for search engines and for readers without scripts say. A publication's `messages` override
 * them by key: `html.in_stock`.
 */
export const HTML_TEXTS = {
  free: 'Free',
  in_stock: 'In stock',
  low_stock: 'Low stock (only {count} left)',
  size_low: 'Only {count} left',
  out_of_stock: 'Out of stock',
  held: 'In somebody’s cart: it may come free in a few minutes',
  held_on_shelf: 'In somebody’s cart',
  file: 'As a file, at once',
  size: '{size}: {availability}',
  print: 'In print: {price}',
  digital: 'As a file: {price}',
  issue: 'No. {number}, {title}',
  subscribe_title: 'Subscribe',
  subscription: 'Subscription',
  rate: 'Rate',
  rate_print: 'In print, {level}',
  rate_digital: 'As a file, {level}',
  '1year': '1 year',
  '2year': '2 years',
  '3year': '3 years',
  lifetime: 'Lifetime',
  postage: 'Postage of a year in print: {zones}.',
  postage_zone: '{zone} {price}',
  postage_free: 'Postage of a year in print is included.',
  donate_title: 'Donate',
  tier: '{onetime} once, or {monthly} a month',
  checkout_title: 'Check Out',
  without_scripts_subscribe: 'Choosing and paying need JavaScript. To subscribe without it, write to {address}.',
  without_scripts_donate: 'Paying needs JavaScript. To donate without it, write to {address}.',
  without_scripts_checkout:
    'The cart and paying need JavaScript. To order without it, write to {address}, and say what you would like and where it goes.',
  to_store: 'What the store has',
  to_subscriptions: 'What subscriptions cost',
  form_email: 'Email',
  form_password: 'Password',
  form_login_title: 'Log in',
  form_login_button: 'Log in',
  form_list_title: 'The mailing list',
  form_list_button: 'Write to me',
  form_list_done: 'A letter to {email} is on its way. Press the button in it, and you are on the list.',
  form_back: 'Back to the site',
} as const;

export type SayHtml = (key: keyof typeof HTML_TEXTS, values?: Record<string, string | number>) => string;

/** The texts with a publication's own wording laid over them. */
export function htmlTexts(overrides: Readonly<Record<string, string>>): SayHtml {
  return (key, values = {}) =>
    (overrides[`html.${key}`] ?? HTML_TEXTS[key]).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
      String(values[name] ?? placeholder),
    );
}
