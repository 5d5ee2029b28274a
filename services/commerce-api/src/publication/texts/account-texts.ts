import { catalogue } from '../../platform/http/coded-text.ts';

/**
 * What the account's pages say to some readers alone. A publication's `messages` override them by key:
 * `account-api.institution`.
 */
export const ACCOUNT_TEXTS = {
  /**
   * In place of `account.log_in_text`, for who came through an institution: the header knows them, and there is no
   * account of theirs.
   */
  institution:
    'You have access through {name}, for which you need no account. If you have one of your own, log in to see its subscription, its issues and everything else that we keep of you.',
} as const;

export const accountText = catalogue('account-api', ACCOUNT_TEXTS);
