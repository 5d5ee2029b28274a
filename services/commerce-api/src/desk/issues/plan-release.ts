import { isGiven, unusualOf, type PlanRelease, ReleasePlanned } from '@newsstand/contracts/desk-issues';
import { displayDate } from '@newsstand/contracts/display-date';
import type * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { CALENDAR, isBehindAnother, RELEASE_DELAY, waitsForEarlier } from '../../ledger/releases/release-due.ts';
import { lockIssue } from '../../ledger/releases/run-release.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { whoDid } from '../done-by.ts';
import { isPlannedAnew, readDeskIssue } from './read-desk-issues.ts';
import { dayIn, timeZoneOf } from '../../publication/publication-day.ts';

type PlanDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Planned = v.InferOutput<typeof ReleasePlanned>;

/**
 * Says when an issue is given to readers: ten minutes from now, or later; until it begins anybody may stop it. Refuses
 * (404) an issue that there is none of, (409) one that has begun or is not as it was shown, and (422) a moment that has
 * gone, one before the day of its files where nobody said `on_sale` (it is put on sale then), and a number of readers
 * that is far from the last issue's and was not typed.
 */
export async function planRelease(
  deps: PlanDeps,
  person: Person,
  { number, action, version, at, on_sale, typed, network, dry }: PlanRelease & { number: number; network: string; dry: boolean },
): Promise<Planned> {
  const told = { id: action, verb: 'planRelease', subject: String(number), network, dry };
  return act(deps, { person: person.id }, told, ReleasePlanned, async (tx) => {
    const now = deps.clock();
    const zone = timeZoneOf(deps.publication.cached());
    await lockIssue(tx, deps.config.publicationId, number);
    const issue = await readDeskIssue({ ...deps, db: tx }, number);
    if (isGiven(issue.state)) throw new Refusal(409, deskText('release_begun'));
    if (isPlannedAnew(version, issue.version)) throw await plannedMeanwhile(tx, deps, number);
    if (issue.version !== version) throw new Refusal(409, deskText('issue_changed'));
    if (await waitsForEarlier(tx, { publication: deps.config.publicationId, issue: number, now, today: dayIn(zone, now) })) {
      throw new Refusal(409, deskText('earlier_issue_waits'));
    }
    const soonest = new Date(now.getTime() + RELEASE_DELAY);
    const begins = at === null ? soonest : new Date(at);
    if (begins < now) throw new Refusal(422, { at: deskText('moment_past') });
    const isOut = issue.day !== null && issue.day <= dayIn(zone, begins);
    if (!isOut && !on_sale) {
      const told = issue.day === null ? deskText('files_without_day') : deskText('files_of_later_day', { day: displayDate(issue.day) });
      throw new Refusal(422, { on_sale: told });
    }
    if (!isOut && (await isBehindAnother(tx, deps.config.publicationId, number, dayIn(zone, now)))) {
      throw new Refusal(422, { on_sale: deskText('earlier_issue_not_out') });
    }
    for (const count of unusualOf(issue.counts)) {
      if (typed[count.deliverable] !== count.readers) {
        throw new Refusal(422, { [count.deliverable]: deskText('type_readers', { readers: count.readers, before: count.before }) });
      }
    }
    // Not sooner than it can be stopped.
    const when = begins < soonest ? soonest : begins;
    const { publicationId } = deps.config;
    const plan = { at: when, held: false, onSale: !isOut, action, updated: now };
    await tx.releasePlan.upsert({
      where: { publicationId_issue: { publicationId, issue: number } },
      create: { publicationId, issue: number, ...plan },
      update: plan,
    });
    const planned = { at: when.toISOString(), on_sale: !isOut };
    // What it may be far from as it begins.
    const copies = Object.fromEntries(issue.counts.map((count) => [count.deliverable, count.copies]));
    return { from: { state: issue.state, at: issue.at }, to: { ...planned, copies }, result: planned };
  });
}

/** What is told whoever comes second, by whom: what the calendar plans it plans without an action. */
async function plannedMeanwhile(tx: Prisma.TransactionClient, { config: { publicationId } }: PlanDeps, issue: number): Promise<Refusal> {
  const plan = await tx.releasePlan.findUnique({ where: { publicationId_issue: { publicationId, issue } } });
  if (plan === null) return new Refusal(409, deskText('issue_changed'));
  if (plan.action === null && !plan.held) return new Refusal(409, deskText('issue_planned_by', { who: CALENDAR }));
  const who = await whoDid(tx, publicationId, { verbs: [plan.held ? 'stopRelease' : 'planRelease'], subject: String(issue) });
  return new Refusal(409, deskText(plan.held ? 'issue_stopped_by' : 'issue_planned_by', { who }));
}

/**
 * Holds an issue until it is planned anew: nobody was given it. Refuses (404) one that there is none of, and (409) one
 * that has begun or is held.
 */
export async function stopRelease(
  deps: PlanDeps,
  person: Person,
  { number, action, network, dry }: { number: number; action: string; network: string; dry: boolean },
): Promise<Planned> {
  const told = { id: action, verb: 'stopRelease', subject: String(number), network, dry };
  return act(deps, { person: person.id }, told, ReleasePlanned, async (tx) => {
    const { publicationId } = deps.config;
    const now = deps.clock();
    const known = await tx.issue.count({ where: { publicationId, number } });
    if (known === 0) throw new Refusal(404, deskText('no_such_issue'));
    await lockIssue(tx, deps.config.publicationId, number);
    if ((await tx.release.count({ where: { publicationId, issue: number } })) > 0) {
      throw new Refusal(409, deskText('release_not_stopped'));
    }
    const before = await tx.releasePlan.findUnique({ where: { publicationId_issue: { publicationId, issue: number } } });
    if (before?.held) {
      const who = await whoDid(tx, publicationId, { verbs: ['stopRelease'], subject: told.subject });
      throw new Refusal(409, deskText('release_held', { who }));
    }
    const held = { held: true, action, updated: now };
    await tx.releasePlan.upsert({
      where: { publicationId_issue: { publicationId, issue: number } },
      create: { publicationId, issue: number, at: now, ...held },
      update: held,
    });
    return { from: { at: before?.at.toISOString() ?? null }, to: { held: true }, result: { at: null, on_sale: false } };
  });
}
