import type { Coupon } from '@newsstand/contracts/coupon';
import { mustChangeSettings, type Renewing, sameSettings } from '@newsstand/contracts/subscription';
import type { Chosen } from '../builder/chosen.ts';
import { type KeptRenewal, type Offered, stillOffered } from '../builder/kept-choice.ts';
import { startAgain, startWith, type Start } from '../builder/start.ts';

/** Who the page is for (section 4, renew). */
export type Reader = { type: 'guest' } | { type: 'lifetime' } | { type: 'none' } | { type: 'subscriber'; renewing: Subscriber };
/** A reader who has, or had, a subscription. */
export type Subscriber = Renewing & { subscription: NonNullable<Renewing['subscription']> };
export type Mode = 'same' | 'change';

export const readerOf = (renewing: Renewing | null): Reader => {
  if (renewing === null) return { type: 'guest' };
  if (renewing.options.is_lifetime) return { type: 'lifetime' };
  const { subscription } = renewing;
  return subscription === null ? { type: 'none' } : { type: 'subscriber', renewing: { ...renewing, subscription } };
};

/** Whether autorenew is on now. */
export const isAutorenewing = ({ standing }: Pick<Renewing, 'standing'>): boolean => 'autorenew' in standing && standing.autorenew;

/** How the page opens: with the settings there are, and the coupon of its link on, which may change them. */
export const startRenewal = (renewing: Subscriber, code: string | null, coupon: Coupon | null): { start: Start; mode: Mode } => {
  const chosen: Chosen = {
    renewal: true,
    purpose: 'personal',
    ...sameSettings(renewing.subscription),
    gifts: 1,
    swag: {},
    donation: 0,
    when: 'now',
  };
  const start = startWith(chosen, code?.trim().toUpperCase() || null, coupon);
  return { start, mode: isSame(start.chosen, renewing) && !mustChangeSettings(renewing, false) ? 'same' : 'change' };
};

/** The same after a reload: with what was chosen before, as far as it is still offered. */
export const resumeRenewal = (
  opened: Start,
  before: KeptRenewal,
  coupon: Coupon | null,
  offered: Offered,
): { start: Start; mode: Mode } => ({
  start: startAgain({ ...stillOffered(before, offered), renewal: true }, before.code, coupon, opened),
  mode: before.mode,
});

/** Whether what is chosen is what there is. */
export const isSame = (chosen: Chosen, renewing: Subscriber): boolean => {
  const same = sameSettings(renewing.subscription);
  return (
    (['medium', 'level', 'term'] as const).every((part) => chosen[part] === same[part]) &&
    (chosen.medium === 'digital' || chosen.shipcode === same.shipcode)
  );
};

/** The number of the issue that a renewal begins with; null where nothing says it. */
export const nextIssue = ({ options }: Pick<Renewing, 'options'>): number | null => {
  const last = options.issues_expected.at(-1);
  return last ? last.issue + 1 : null;
};
