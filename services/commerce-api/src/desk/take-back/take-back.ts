import { mayDo, type DeskVerb } from '@newsstand/contracts/desk-roles';
import { UNTOLD } from '@newsstand/contracts/desk-verbs';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma, type StaffAction } from '../../../generated/prisma/client.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { heirOf } from '../../readers/login/merged-owners.ts';
import { isEndedForWon } from '../refunds/read-order-money.ts';
import { givenUpFor } from '../refunds/refund-order.ts';
import { mayBeTakenBack } from '../read-history.ts';
import type { Person } from '../staff/staff-session.ts';
import { DOER, doerOf } from '../done-by.ts';
import { KeptAddress } from '../readers/change-address-for.ts';
import { UNDO_FOR_READER, UNDO_FOR_SHOP, type TakenBackOf } from './undo-by-verb.ts';
import { KeptMove } from '../stock/move-stock.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

type Asked = { action: string; done: string; decides?: string | undefined; version?: string | undefined; network: string; dry: boolean };
type TakenBack = { verb: DeskVerb } & TakenBackOf;

/**
 * Takes back what was done at the desk: the same verb the other way, which points to it. Refuses (404) what is not
 * known, (403) what is not for somebody's role, and (409) what was taken back already, is too old, or is no longer as
 * that action left it: then it says who changed it, and when.
 */
export async function takeBack(deps: Deps, person: Person, asked: Asked): Promise<TakenBack> {
  const { publicationId } = deps.config;
  const row = await deps.db.staffAction.findFirst({ where: { id: asked.done, publicationId } });
  if (row === null) throw new Refusal(404, deskText('nothing_known'));
  const back = asked.decides;
  if (back !== undefined && !(await isEndedForWon(deps.db, publicationId, { back, done: row.id }))) {
    throw new Refusal(404, deskText('no_such_money'));
  }
  // A bank may take longer to give back what it took than what was done here can be taken back.
  if (!mayBeTakenBack(row, back === undefined ? deps.clock() : row.at)) throw new Refusal(409, deskText('not_taken_back'));
  const [heir] = await deps.db.$queryRaw<
    { owner: string | null }[]
  >`select ${heirOf} as owner from staff_action s where s.id = ${row.id}::uuid`;
  const owner = heir?.owner ?? null;
  try {
    return await takeBackRow(deps, person, row, { ...asked, owner });
  } catch (error) {
    const since = error instanceof Refusal && error.status === 409 ? await changedSince(deps, row, owner) : null;
    if (since === null) throw error;
    const { who, at: day } = since;
    throw new Refusal(409, who === null ? deskText('changed_by_reader_since', { day }) : deskText('changed_since', { who, day }));
  }
}

/** What of its verb changes a thing of which one change is taken back: of the same one alone, or any. */
const CHANGED_BY: Record<string, (row: StaffAction) => Prisma.StaffActionWhereInput> = {
  // A move takes what is posted to another zone, and goods may have gone with another address.
  changeAddressFor: ({ subject, to }) => ({
    OR: [
      { subject },
      { NOT: { to: { path: ['moved'], equals: Prisma.AnyNull } } },
      ...(v.is(KeptGoods, to) ? to.goods.map((order) => ({ to: { path: ['goods'], array_contains: [order] } })) : []),
    ],
  }),
  adjustStock: ({ to }) => (v.is(KeptMove, to) ? { subject: `${to.ref} count` } : {}),
  uploadIssueFile: ({ subject }) => ({ subject }),
  switchAutorenewFor: () => ({}),
};
const KeptGoods = v.object({ goods: v.array(v.string()) });

/**
 * Who changed last what an action had left (null: the reader, or an order of theirs), and when; null where nobody did
 * of whom that is known, and where the action itself was taken back.
 */
async function changedSince(
  { db }: Pick<Deps, 'db'>,
  row: StaffAction,
  heir: string | null,
): Promise<{ who: string | CodedText | null; at: Date } | null> {
  const { id, publicationId, verb, ownerId, at } = row;
  const changed = CHANGED_BY[verb];
  if (changed === undefined || (await db.staffAction.count({ where: { undoes: id } })) > 0) return null;
  const last = await db.staffAction.findFirst({
    where: {
      publicationId,
      verb,
      at: { gte: at },
      id: { not: id },
      AND: [changed(row), { OR: [{ ownerId }, { ownerId: heir }] }],
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: DOER,
  });
  const own = await changedByReader(db, { ...row, ownerId: heir });
  if (own !== null && (last === null || own > last.at)) return { who: null, at: own };
  return last && { who: doerOf(last), at: last.at };
}

/** When an address was written last; of what is written by a verb of the desk that is the time of its row. */
async function changedByReader(db: Deps['db'], { publicationId, verb, ownerId, from, at }: StaffAction): Promise<Date | null> {
  if (verb !== 'changeAddressFor' || ownerId === null) return null;
  const shipcode = v.parse(Shipcode, v.parse(KeptAddress, from).shipcode);
  const where = { publicationId_ownerId_shipcode: { publicationId, ownerId, shipcode } };
  const address = await db.ownerAddress.findUnique({ where, select: { updated: true } });
  return address && address.updated > at ? address.updated : null;
}

async function takeBackRow(
  deps: Deps,
  person: Person,
  row: StaffAction,
  { action, done, decides, version, network, dry, owner }: Asked & { owner: string | null },
): Promise<TakenBack> {
  const { verb } = row;
  const asked = { action, undoes: done, network, dry };
  if (isOf(UNDO_FOR_SHOP, verb)) {
    mustBeFor(person, verb);
    await UNDO_FOR_SHOP[verb](deps, person, row, asked);
    return { verb };
  }
  if (owner === null) throw new Refusal(404, deskText('nothing_known'));
  if (!isOf(UNDO_FOR_READER, verb)) throw new Error(`nobody knows how ${verb} is taken back`);
  // What was taken away for a dispute that was won is about its money: whoever decides about that gives it back.
  mustBeFor(person, decides === undefined ? verb : 'decideMoneyBack');
  // Where nobody was to be written to of it, nobody is of its end.
  const reason = UNTOLD.find((untold) => untold === row.reason) ?? 'mended';
  const back = await UNDO_FOR_READER[verb](deps, person, row, { ...asked, owner, reason, decides, version });
  // Who packs parcels sees no reader: that somebody is written to, and not where.
  const isHidden = back?.told != null && !mayDo(person.roles, 'seeReaders');
  return { verb, ...back, ...(isHidden && { told: '' }), ...(back?.invoices && { invoices: givenUpFor(person, back.invoices) }) };
}

const isOf = <Table extends object>(table: Table, verb: PropertyKey): verb is keyof Table => Object.hasOwn(table, verb);

function mustBeFor({ roles }: Person, verb: DeskVerb): void {
  if (!mayDo(roles, verb)) throw new Refusal(403, deskText('not_your_role'));
}
