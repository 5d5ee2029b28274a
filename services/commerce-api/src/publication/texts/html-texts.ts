/** What the pieces of HTML for search engines and for readers without scripts say. A publication's `messages` override them by key: `html.in_stock`. */
export const HTML_TEXTS = {
  in_stock: 'In stock',
  out_of_stock: 'Out of stock',
  held: 'In somebody’s cart: it may come free in a few minutes',
  file: 'As a file, at once',
  size: '{size}: {availability}',
  print: 'In print: {price}',
  digital: 'As a file: {price}',
  issue: 'No. {number}, {title}',
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
