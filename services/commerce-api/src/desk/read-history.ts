import { HISTORY_KINDS, type DeskAction, type DeskHistory, type HistoryFilter } from '@newsstand/contracts/desk-history';
import type { DeskVerb } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import type { Deps } from '../publication/deps.ts';
import { Prisma, type StaffAction } from '../../generated/prisma/client.ts';
import { DAY } from '../platform/duration.ts';
import { nothingToTakeBack } from './nothing-to-take-back.ts';
import { PAGE, pageOf, readCursor } from './page-cursor.ts';
import { calledOf } from './known-reader.ts';
import { LETTER_DELAY } from './letter-delay.ts';
import { doneFor, ownerNow, type HasBeen } from '../readers/login/merged-owners.ts';

/** How long what was done can be taken back. */
const TAKEN_BACK_WITHIN = 30 * DAY;
/**
 * What can be taken back, as long as it is known what was before, or what there is since: an erased reader's actions
 * say neither.
 */
const TAKEN_BACK = {
  changeAddressFor: 'from',
  switchAutorenewFor: 'from',
  cancelSubscription: 'from',
  writeNote: 'to',
  compSubscription: 'to',
  leaveListFor: 'to',
  askToErase: 'to',
  // What went by letter leaves nothing to take back.
  sendCopy: 'to',
  returnToSender: 'to',
  dispatchGoods: 'to',
  adjustStock: 'to',
  uploadIssueFile: 'to',
  writeToDonors: 'to',
  writeToImported: 'to',
  refundOrder: 'to',
} as const satisfies Partial<Record<DeskVerb, 'from' | 'to'>>;
export type TakenBackVerb = keyof typeof TAKEN_BACK;
/**
 * What is on its way to a reader by then: a parcel that was not sent after all is noticed the same day, and of letters
 * to donors none that has gone out is taken back.
 */
const SOONER: Record<string, number> = { dispatchGoods: DAY, writeToDonors: LETTER_DELAY };

/**
 * Of an order that money went back of nothing is given back; what was only taken away is, where no piece that was sent
 * has come back.
 */
const TookOnly = v.object({ amount: v.literal(0), took: v.object({ came_back: v.literal(false) }) });

/** Whether an action can be taken back that nobody has taken back yet. What takes another back is done anew instead. */
export function mayBeTakenBack(action: Pick<StaffAction, 'verb' | 'from' | 'to' | 'at' | 'undoes'>, now: Date): boolean {
  const { verb, undoes, at } = action;
  if (verb === 'refundOrder' && !v.is(TookOnly, action.to)) return false;
  const needed = Object.entries(TAKEN_BACK).find(([one]) => one === verb)?.[1];
  return (
    needed !== undefined && action[needed] !== null && undoes === null && at.getTime() > now.getTime() - (SOONER[verb] ?? TAKEN_BACK_WITHIN)
  );
}

/** The actions that a history is narrowed to; its pages and its file read the same. */
export const narrowedTo = ({ about, who, since, until }: HistoryFilter): Prisma.StaffActionWhereInput => ({
  ...(about && { verb: { in: [...HISTORY_KINDS[about]] } }),
  ...(who !== undefined && (who === 'programs' ? { program: { not: null } } : { staffId: who })),
  at: { ...(since && { gte: new Date(since) }), ...(until && { lt: new Date(until) }) },
});

/** All of it, narrowed, with who there is to narrow it to on the first page. */
export async function readWholeHistory(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  { after, ...filter }: HistoryFilter & { after?: string | undefined },
): Promise<v.InferOutput<typeof DeskHistory>> {
  const read = await readHistory(deps, { after, where: narrowedTo(filter), whose: true });
  const owners = [...new Set(read.actions.flatMap(({ owner }) => owner ?? []))];
  const called =
    owners.length === 0 ? [] : await deps.db.$queryRaw<{ owner: string; name: string }[]>(calledAmong(deps.config.publicationId, owners));
  const history = { ...read, actions: calledBy(read.actions, new Map(called.map(({ owner, name }) => [owner, name]))) };
  if (after !== undefined) return history;
  const people = await deps.db.staff.findMany({
    where: { publicationId: deps.config.publicationId },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
  });
  return { ...history, people };
}

/** SQL: what these owners are called, or who they have become, as long as anything is known of them. */
export const calledAmong = (publication: string, owners: readonly string[]): Prisma.Sql => Prisma.sql`
  select o.owner, null::timestamptz as at, o.name from (
    select owner, ${calledOf(publication, Prisma.sql`now`)} as name
    from unnest(${[...owners]}::uuid[]) asked(owner), lateral (select ${ownerNow(publication, Prisma.sql`owner`)} as now) become
  ) o where o.name is not null`;

/** Each with the name of whom it was done to, or with nobody where nobody is known any more. */
export const calledBy = (actions: readonly DeskAction[], names: ReadonlyMap<string, string>): DeskAction[] =>
  actions.map(({ owner, ...action }) => {
    const name = owner === undefined ? undefined : names.get(owner);
    return owner === undefined || name === undefined ? action : { ...action, owner, name };
  });

/**
 * What was done, newest first: everything, or what concerns one reader or is of one `subject`, or else as `where` says.
 * An action's id sorts by when its dialog opened, so `after` is its time and its id.
 */
export async function readHistory(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  {
    been,
    subject,
    after,
    where: narrowed,
    whose = false,
  }: {
    /** Whom it concerns: by all that they have been. */
    been?: HasBeen;
    subject?: string;
    after?: string | undefined;
    where?: Prisma.StaffActionWhereInput;
    /** Each with whom it was done to. */
    whose?: boolean;
  },
): Promise<v.InferOutput<typeof DeskHistory>> {
  const from = readCursor(after);
  const where: Prisma.StaffActionWhereInput = {
    publicationId: config.publicationId,
    ...(subject !== undefined && { subject }),
    AND: [narrowed ?? {}, been ? doneFor(been) : {}, from ? { OR: [{ at: { lt: from.at } }, { at: from.at, id: { lt: from.id } }] } : {}],
  };
  const include = { staff: { select: { name: true } }, undoneBy: { select: { id: true } } };
  const rows = await db.staffAction.findMany({ where, include, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: PAGE + 1 });
  const { shown, next } = pageOf(rows);
  const open = shown.filter((row) => row.undoneBy === null && mayBeTakenBack(row, clock()));
  const gone = await nothingToTakeBack(
    db,
    open.map(({ id }) => id),
  );
  const mailboxes = await mailboxesOn(db, shown);
  const states = await statesOf(db, shown);
  const imports = new Map(been?.imports.map(({ action, changed }) => [action, changed]));
  const undoable = new Set(open.filter(({ id }) => !gone.has(id)).map(({ id }) => id));
  return {
    actions: shown.map(({ id, staff, program, verb, subject, ownerId, reason, from, to, at, undoes, undoneBy }) => ({
      id,
      ...(whose && ownerId !== null && { owner: ownerId }),
      ...(mailboxes.has(subject) && { email: mailboxes.get(subject) }),
      who: staff?.name ?? program ?? '',
      verb,
      subject,
      reason,
      from,
      to: withReader(withState(to, states.get(id)), imports.get(id)),
      at: at.toISOString(),
      undone: undoneBy !== null,
      undoes: undoes !== null,
      undo: undoable.has(id),
    })),
    next,
  };
}

type Stands = { state: string; method: string; amount: number };
/** How the refunds stand now that were made: what was asked for is not what went. */
async function statesOf({ refund }: Deps['db'], actions: readonly Pick<StaffAction, 'id' | 'verb'>[]): Promise<Map<string, Stands>> {
  const made = actions.filter(({ verb }) => verb === 'refundOrder' || verb === 'retryRefund').map(({ id }) => id);
  if (made.length === 0) return new Map();
  const rows = await refund.findMany({ where: { id: { in: made } }, select: { id: true, state: true, method: true, amount: true } });
  return new Map(rows.map(({ id, ...stands }) => [id, stands]));
}

/** An erased reader's action keeps nothing of itself, and their order how much went back. */
const withState = (to: StaffAction['to'], stands: Stands | undefined): unknown =>
  stands === undefined ? to : to === null || typeof to !== 'object' ? stands : { ...to, state: stands.state };

/** What an import did to the reader whose history it is. */
const withReader = (to: unknown, changed: boolean | undefined): unknown =>
  changed === undefined || to === null || typeof to !== 'object' ? to : { ...to, reader: changed ? 'changed' : 'brought' };

/**
 * What is done to an address is kept by its membership of a list, which goes with its reader: which address it was is
 * said as long as that is there.
 */
async function mailboxesOn(
  { listSignup }: Deps['db'],
  actions: readonly Pick<StaffAction, 'verb' | 'subject'>[],
): Promise<Map<string, string>> {
  const memberships = actions.filter(({ verb }) => verb === 'leaveListFor' || verb === 'takeBackLeaving').map(({ subject }) => subject);
  if (memberships.length === 0) return new Map();
  const rows = await listSignup.findMany({ where: { id: { in: memberships } }, select: { id: true, email: true } });
  return new Map(rows.map(({ id, email }) => [id, email]));
}
