import { isWallet } from '../wallets.ts';

export type Values = Record<string, string>;
export type Problem = { field: string; code: string; message: string };

/** What is wrong with what was typed, in Stripe's words and in the order of the fields. */
export function problemsOf(type: string, values: Values, now: Date): Problem[] {
  if (isWallet(type)) return [];
  return (
    type === 'card' ? [numberProblem(values), expiryProblem(values, now), cvcProblem(values), zipProblem(values)] : bankProblems(values)
  ).filter((problem) => problem !== null);
}

function numberProblem({ number = '' }: Values): Problem | null {
  const digits = number.replaceAll(' ', '');
  if (digits.length < (/^3[47]/.test(digits) ? 15 : 16))
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  return passesLuhn(digits) ? null : { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
}

function expiryProblem({ expiry = '' }: Values, now: Date): Problem | null {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  if (!/^\d\d \/ \d\d$/.test(expiry))
    return { field: 'expiry', code: 'incomplete_expiry', message: 'Your card’s expiration date is incomplete.' };
  if (month < 1 || month > 12) return { field: 'expiry', code: 'invalid_expiry_month', message: 'Your card’s expiration date is invalid.' };
  const isPast = 2000 + year < now.getFullYear() || (2000 + year === now.getFullYear() && month < now.getMonth() + 1);
  return isPast ? { field: 'expiry', code: 'invalid_expiry_year_past', message: 'Your card’s expiration year is in the past.' } : null;
}

function cvcProblem({ cvc = '' }: Values): Problem | null {
  return cvc.length < 3 ? { field: 'cvc', code: 'incomplete_cvc', message: 'Your card’s security code is incomplete.' } : null;
}

function zipProblem({ country, postalCode = '' }: Values): Problem | null {
  const isMissing = country === 'US' && !/^\d{5}/.test(postalCode);
  return isMissing ? { field: 'postalCode', code: 'incomplete_zip', message: 'Your ZIP is invalid.' } : null;
}

function bankProblems({ accountHolderName = '', routingNumber = '', accountNumber = '' }: Values): (Problem | null)[] {
  return [
    accountHolderName ? null : { field: 'accountHolderName', code: 'incomplete_name', message: 'Your full name is incomplete.' },
    routingNumber.length === 9
      ? null
      : { field: 'routingNumber', code: 'routing_number_invalid', message: 'Your routing number is invalid.' },
    accountNumber ? null : { field: 'accountNumber', code: 'account_number_invalid', message: 'Your account number is incomplete.' },
  ];
}

/** Groups and cuts what is typed, as the reader types it. */
export function formatted(field: string, value: string): string {
  const digits = value.replaceAll(/\D/g, '');
  if (field === 'number') return digits.slice(0, 16).replaceAll(/(.{4})(?=.)/g, '$1 ');
  if (field === 'expiry') return digits.slice(0, 4).replace(/^(..)(.+)/, '$1 / $2');
  if (field === 'cvc') return digits.slice(0, 4);
  return value;
}

/** The form in which the API takes what was typed. */
export function paymentMethodData(type: string, values: Values): Record<string, string> {
  const {
    number = '',
    expiry = '',
    cvc = '',
    country,
    postalCode,
    routingNumber = '',
    accountNumber = '',
    accountHolderName = '',
  } = values;
  const [month = '', year = ''] = expiry.split(' / ');
  const prefix = 'payment_method_data';
  if (type !== 'card') {
    return {
      [`${prefix}[type]`]: type,
      [`${prefix}[us_bank_account][account_holder_type]`]: 'individual',
      [`${prefix}[us_bank_account][routing_number]`]: routingNumber,
      [`${prefix}[us_bank_account][account_number]`]: accountNumber,
      [`${prefix}[billing_details][name]`]: accountHolderName,
    };
  }
  return {
    [`${prefix}[type]`]: type,
    [`${prefix}[card][number]`]: number.replaceAll(' ', ''),
    [`${prefix}[card][exp_month]`]: month,
    [`${prefix}[card][exp_year]`]: `20${year}`,
    [`${prefix}[card][cvc]`]: cvc,
    ...(country && { [`${prefix}[billing_details][address][country]`]: country }),
    ...(postalCode && { [`${prefix}[billing_details][address][postal_code]`]: postalCode }),
  };
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
