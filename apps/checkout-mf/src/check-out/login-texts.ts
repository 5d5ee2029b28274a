import type { Login } from '@newsstand/ui/use-login';
import type { T } from '../page-texts.ts';

/** The texts of the offer to log in at once. */
export const loginTexts = (email: string, { byPassword }: Login, t: T) => ({
  password: t('checkout.login_password', { email }),
  log_in: t('checkout.log_in'),
  logging_in: t('checkout.logging_in'),
  otherwise: t('checkout.login_otherwise'),
  note: t('checkout.login_note'),
  send_code: t(byPassword ? 'checkout.login_send_code' : 'checkout.login_by_code'),
  new_code: t('checkout.login_new_code'),
  sending_code: t('checkout.login_sending_code'),
  code: t('checkout.login_code'),
  code_sent: t('checkout.login_code_sent', { email }),
});
