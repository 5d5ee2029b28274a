export type Field = { name: string; label: string; placeholder: string; autocomplete: AutoFill; isWide: boolean; isNumeric: boolean };

const field = (name: string, label: string, placeholder: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  placeholder,
  autocomplete: 'off',
  isWide: false,
  isNumeric: true,
  ...more,
});

const CARD = [
  field('number', 'Card number', '1234 1234 1234 1234', { isWide: true, autocomplete: 'cc-number' }),
  field('expiry', 'Expiration date', 'MM / YY', { autocomplete: 'cc-exp' }),
  field('cvc', 'Security code', 'CVC', { autocomplete: 'cc-csc' }),
];
const ADDRESS = [
  field('country', 'Country', '', { isNumeric: false, autocomplete: 'billing country' }),
  field('postalCode', 'ZIP code', '12345', { isNumeric: false, autocomplete: 'billing postal-code' }),
];
const BANK_ACCOUNT = [
  field('accountHolderName', 'Full name', 'First and last name', { isWide: true, isNumeric: false, autocomplete: 'name' }),
  field('routingNumber', 'Routing number', '110000000'),
  field('accountNumber', 'Account number', '000123456789'),
];

export const NAMES: Record<string, string> = {
  card: 'Card',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  us_bank_account: 'US bank account',
};
export const COUNTRIES = { US: 'United States', CA: 'Canada', GB: 'United Kingdom', ZA: 'South Africa', DE: 'Germany' };

export function fieldsOf(type: string, asksForAddress: boolean): Field[] {
  if (type === 'us_bank_account') return BANK_ACCOUNT;
  if (type !== 'card') return []; // a wallet asks on its own sheet
  return asksForAddress ? [...CARD, ...ADDRESS] : CARD;
}
