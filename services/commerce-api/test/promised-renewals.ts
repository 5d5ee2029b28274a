// What a renewal's notice promises, kept and counted beside the service: no issue that comes out before the renewal is
// paid is missing (decision 010).
import { issuesOf } from '@newsstand/contracts/term';
import { expect } from 'vitest';
import { readSubscriptions } from '../src/ledger/terms/read-subscriptions.ts';
import { DAY } from '../src/platform/duration.ts';
import { deliveries } from '../src/rules/subscriptions/subscription-rules.ts';
import type { Magazine } from './timed-magazine.ts';

/** The cycle that a notice is about, and the notice's instant. */
export type Promised = { cycle: number; remind: Date };

/**
 * The notice that stands when a reader renews by hand: nobody switched autorenew off or cancelled, and it was not given
 * up.
 */
export async function promisedNow({ deps, now }: Magazine, ownerId: string): Promise<Promised[]> {
  const charges = await deps.db.charge.findMany({ where: { ownerId, kind: 'renewal', state: { not: 'paid' } } });
  const terms = await readSubscriptions(deps, ownerId);
  return charges.filter(({ why, due, subject, cycle }) => {
    const isOver = why !== null && (['not-wanted', 'renewed', 'lapsed'].includes(why) || now().getTime() - due.getTime() >= 30 * DAY);
    return !isOver && cycle === terms.length + 1 && terms.some((term) => term.id === subject && term.cancelled === null);
  });
}

/**
 * The term that took the place of each renewal, paid by itself or one of `byHand`, begins with what came out since its
 * notice, in order, as far as the term goes.
 */
export async function expectPromised({ deps }: Magazine, ownerId: string, byHand: readonly Promised[] = []): Promise<void> {
  const terms = await readSubscriptions(deps, ownerId);
  const paid = await deps.db.charge.findMany({ where: { ownerId, kind: 'renewal', state: 'paid' } });
  // A term of the reader's own may have come before the one that an attempt under way paid for; and a notice promises
  // nothing that came out after the end of what it was to renew.
  const byItself = paid.filter(({ subject, cycle }) => {
    const renewal = terms.find((each) => each.cycle === cycle && each.source === `renewal:${subject}:${cycle}`);
    const ended = terms.find((each) => each.id === subject)?.cancelled ?? null;
    return renewal && (ended === null || ended > renewal.created);
  });
  const releases = await deps.db.release.findMany({ orderBy: { issue: 'asc' } });
  for (const { cycle, remind } of [...byHand, ...byItself]) {
    const term = terms.find((each) => each.cycle === cycle);
    if (!term) throw new Error(`cycle ${cycle} was paid and is not there`);
    const last = deliveries(terms.filter((each) => each.cycle < cycle)).at(-1)?.issue ?? 0;
    const missed = releases.filter(({ issue, released }) => issue > last && released >= remind && released <= term.created);
    const first = missed.slice(0, issuesOf(term.term) ?? missed.length).map(({ issue }) => issue);
    const had = deliveries([term]).map(({ issue }) => issue);
    expect(had.slice(0, first.length), 'what came out since the notice').toEqual(first);
  }
}
