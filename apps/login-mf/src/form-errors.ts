import type { Refusal } from '@newsstand/contracts/refusal';

/** What is wrong with each field, and with the whole. */
export type FormErrors = { fields: Readonly<Record<string, string>>; general: string | undefined };

export const NO_ERRORS: FormErrors = { fields: {}, general: undefined };

/** Section 8: the text, or one per field. What belongs to no field that the form has goes into its error area. */
export const formErrors = ({ errors }: Refusal, fields: readonly string[]): FormErrors => {
  if (typeof errors === 'string') return { fields: {}, general: errors };
  const entries = Object.entries(errors);
  const others = entries.filter(([name]) => !fields.includes(name)).map(([, text]) => text);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => fields.includes(name))),
    general: others.length > 0 ? others.join(' ') : undefined,
  };
};
