import { cardName } from '@newsstand/contracts/card-name';
import type { Deliverable } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { displayDate } from '@newsstand/contracts/display-date';
import type { PaymentInfo } from '@newsstand/contracts/payment-info';
import type { Subscription } from '@newsstand/contracts/subscription';
import type { T } from './widget.ts';

/** 'Print, United States', or 'Digital'. */
export const deliverableName = (deliverable: Deliverable, t: T): string => {
  const shipcode = shipcodeOf(deliverable);
  return shipcode === null ? t('account.digital') : t('account.print_to', { zone: t(`account.zone_${shipcode}`) });
};

/** 'Solidarity'; where another rate was chosen since, at no cost, 'Solidarity, renews at Standard'. */
export const rateName = ({ term, level, settings }: Pick<Subscription, 'term' | 'level' | 'settings'>, t: T): string => {
  const paid = t(`account.level_${level}`);
  if (term === 'lifetime' || settings.level === level) return paid;
  return t('account.rate_renews', { paid, chosen: t(`account.level_${settings.level}`) });
};

/** '1 year, 4 issues'; '3 issues' where it is for another number than its term has; and whether nobody paid for it. */
export const termName = ({ term, issues, given }: Pick<Subscription, 'term' | 'issues' | 'given'>, t: T): string => {
  const name = issues ? t(issues === 1 ? 'account.term_issue' : 'account.term_issues', { count: issues }) : t(`account.${term}`);
  return given ? t('account.term_given', { term: name }) : name;
};

/** The card or the bank account on record, in two lines (section 3, payment card); null where there is neither. */
export const paymentLines = (info: PaymentInfo | null, t: T): [what: string, more: string] | null => {
  if (info?.card) {
    const { type, last_four, exp_month, exp_year, wallet } = info.card;
    return [
      t('account.card_is', { card: cardName(type, wallet), last_four }),
      t('account.card_expires', { month: String(exp_month).padStart(2, '0'), year: exp_year }),
    ];
  }
  if (!info?.ach) return null;
  const { bank_name, last_four, routing_number } = info.ach;
  return [t('account.bank_is', { bank_name, last_four }), t('account.bank_routing', { routing_number })];
};

/** 'on 12.7.2026'; 'about 12.2026' where only the month is known; null where nobody can say. */
export const onOrAbout = (when: string | null, t: T): string | null =>
  when && t(when.length === 'YYYY-MM'.length ? 'account.about' : 'account.on', { date: displayDate(when) });
