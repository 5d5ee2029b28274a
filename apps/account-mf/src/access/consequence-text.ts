import type { DeleteConsequence } from '@newsstand/contracts/account-data';
import type { T } from '../widget.ts';

/** What goes and what stays when the account of an `email` is deleted, in words. */
export const consequenceText = (consequence: DeleteConsequence, t: T, email: string): string => {
  switch (consequence.type) {
    case 'personal-data':
      return t('account.delete_personal');
    case 'subscription': {
      const { left } = consequence;
      if (left === null) return t('account.delete_subscription_life');
      return left === 1 ? t('account.delete_subscription_one') : t('account.delete_subscription', { left });
    }
    case 'autorenew':
      return t('account.delete_autorenew');
    case 'card':
      return t('account.delete_card');
    case 'donations':
      return t('account.delete_donations', { count: consequence.count });
    case 'downloads':
      return t('account.delete_downloads', { count: consequence.count });
    case 'gifts':
      return t('account.delete_gifts', { count: consequence.count });
    case 'tax-records':
      return t('account.delete_tax', { count: consequence.count, email });
  }
};
