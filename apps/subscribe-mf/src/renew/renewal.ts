import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { LinkedCoupon } from '@newsstand/contracts/subscribe';
import { mustChangeSettings, type Renewing, sameSettings } from '@newsstand/contracts/subscription';
import type { Chosen } from '../builder/chosen.ts';
import { type KeptRenewal, type Offered, stillOffered } from '../builder/kept-choice.ts';
import { startAgain, startWith, type Start } from '../builder/start.ts';

/** Who the page is for (section 4, renew). */
export type Reader = { type: 'guest' } | { type: 'lifetime' } | { type: 'none' } | { type: 'subscriber'; renewing: Subscriber };
/** A reader who has, or had, a subscription. `zone` is the publication's default, for what says none. */
export type Subscriber = Renewing & { subscription: NonNullable<Renewing['subscription']>; zone: Shipcode };
export type Mode = 'same' | 'change';

export const readerOf = (renewing: Renewing | null, zone: Shipcode): Reader => {
  if (renewing === null) return { type: 'guest' };
  if (renewing.options.is_lifetime) return { type: 'lifetime' };
  const { subscription } = renewing;
  return subscription === null ? { type: 'none' } : { type: 'subscriber', renewing: { ...renewing, subscription, zone } };
};

/** Whether autorenew is on now. */
export const isAutorenewing = ({ standing }: Pick<Renewing, 'standing'>): boolean => 'autorenew' in standing && standing.autorenew;

/** How the page opens: with the settings there are, and the coupon of its link on, which may change them. */
export const startRenewal = (renewing: Subscriber, code: string | null, linked: LinkedCoupon): { start: Start; mode: Mode } => {
  const chosen: Chosen = {
    renewal: true,
    purpose: 'personal',
    ...sameSettings(renewing.subscription, renewing.zone),
    gifts: 1,
    swag: {},
    donation: 0,
    when: 'now',
  };
  const start = startWith(chosen, code?.trim().toUpperCase() || null, linked);
  return { start, mode: isSame(start.chosen, renewing) && !mustChangeSettings(renewing, false) ? 'same' : 'change' };
};

/** The same after a reload: with what was chosen before, as far as it is still offered. */
export const resumeRenewal = (
  opened: Start,
  before: KeptRenewal,
  linked: LinkedCoupon,
  offered: Offered,
): { start: Start; mode: Mode } => ({
  start: startAgain({ ...stillOffered(before, offered), renewal: true }, before.code, linked, opened),
  mode: before.mode,
});

/** Whether what is chosen is what there is. */
export const isSame = (chosen: Chosen, renewing: Subscriber): boolean => {
  const same = sameSettings(renewing.subscription, renewing.zone);
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
