import type { T } from '../page-texts.ts';

/** The texts of the offer to log in at once. */
export const loginTexts = (email: string, t: T) => ({
  password: t('checkout.login_password', { email }),
  log_in: t('checkout.log_in'),
  logging_in: t('checkout.logging_in'),
  otherwise: t('checkout.login_otherwise'),
  note: t('checkout.login_note'),
});
