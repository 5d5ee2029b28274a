import type { CheckoutField, CheckoutForm } from './checkout-form.ts';

/** What the blocks of the form share: what is typed, what is wrong with it (by wire name), and how it changes. */
export type FormProps = {
  form: CheckoutForm;
  errors: Readonly<Record<string, string>>;
  onChange(field: CheckoutField, value: string): void;
};
