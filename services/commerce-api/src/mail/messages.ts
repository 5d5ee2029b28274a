/** Every word of our letters. A publication's `messages` override them by key: `mail.receipt_subject`. */
const MESSAGES = {
  receipt_subject: 'Your receipt from {publication} ({number})',
  receipt_preheader: 'Order {number}, {total}. Thank you.',
  receipt_heading: 'Thank you for your order',
  receipt_greeting: 'Dear {name},',
  receipt_intro: 'Your payment has arrived. Below is everything that you bought; keep this letter as your receipt.',
  receipt_intro_gratis: 'Your order is complete and there was nothing to pay. Below is everything that it holds.',
  receipt_button: 'View your receipt',
  receipt_number: 'Receipt',
  receipt_date: 'Date',
  receipt_card: 'Paid with',
  receipt_card_value: '{type} ending in {last_four}',
  receipt_goods: 'Items',
  receipt_shipping: 'Shipping',
  receipt_discount: 'Discount',
  receipt_waived: 'Too small to charge, waived',
  receipt_total: 'Total',
  receipt_free: 'FREE',
  receipt_quantity: '{quantity} × {price}',
  receipt_address: 'We are sending it to',
  receipt_help: 'A question, or something not right? Write to {support} and name your receipt number.',
  greeting: 'Dear {name},',
  code_subject: 'Your code to log in to {publication}',
  code_preheader: 'It works for 10 minutes.',
  code_heading: 'Your code',
  code_intro: 'Type this code on the page where you asked for it:',
  code_lifetime: 'It works for 10 minutes, and only in the browser that asked for it. Nobody from {publication} will ever ask you for it.',
  no_account_subject: 'Logging in to {publication}',
  no_account_preheader: 'There is no account with this address.',
  no_account_heading: 'There is no account here yet',
  no_account_intro:
    'Somebody, probably you, asked to log in to {publication} with this address. It has no account: perhaps you subscribed with another one.',
  no_account_button: 'See the subscriptions',
  reset_subject: 'Set your password for {publication}',
  reset_preheader: 'The link works once, for 30 minutes.',
  reset_heading: 'Set your password',
  reset_intro: 'Follow this link to choose a new password. You will then be logged out everywhere else.',
  reset_button: 'Choose a password',
  reset_lifetime: 'The link works once, for 30 minutes.',
  password_changed_subject: 'Your password for {publication} was changed',
  password_changed_preheader: 'You are logged out everywhere else.',
  password_changed_heading: 'Your password was changed',
  password_changed_intro: 'Your password was just changed, and every other browser was logged out.',
  new_sign_in_subject: 'A new browser logged in to {publication}',
  new_sign_in_preheader: 'If it was you, there is nothing to do.',
  new_sign_in_heading: 'A new browser logged in',
  new_sign_in_intro: 'Your account was just used in a browser that it does not know. If it was you, there is nothing to do.',
  new_sign_in_when: 'When',
  new_sign_in_browser: 'Browser',
  new_sign_in_method: 'With',
  method_password: 'Your password',
  method_google: 'Your Google account',
  welcome_subject: 'Welcome to {publication}',
  welcome_preheader: 'Your account is ready.',
  welcome_heading: 'Welcome',
  welcome_intro: 'Your account at {publication} is ready. There you find your subscription, your addresses and everything that you bought.',
  welcome_button: 'Go to your account',
  welcome_help: 'If you did not make this account, write to {support} and we will take it away.',
  not_you_ignore: 'If you did not ask for this, you can ignore this letter: nothing happens without it.',
  not_you_help: 'If it was not you, set a new password at once, which logs everybody else out, and write to {support}.',
  secure_button: 'Set a new password',
  access_footer: 'You receive this letter because this address was used to log in at {publication}.',
  footer: 'You receive this letter because this address was used for an order at {publication}.',
} as const;

export type MailKey = keyof typeof MESSAGES;
export type Wording = (key: MailKey, values?: Record<string, string | number>) => string;

/** The texts of the letters with a publication's own wording laid over them. A placeholder without a value stays as it is, so that it is seen. */
export function wording(overrides: Record<string, string>): Wording {
  return (key, values = {}) => {
    const text = overrides[`mail.${key}`] ?? MESSAGES[key];
    return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}
