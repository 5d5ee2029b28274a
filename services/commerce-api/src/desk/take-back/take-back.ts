import { toAddressForm } from '@newsstand/contracts/address';
import { displayDate } from '@newsstand/contracts/display-date';
import type { DispatchTakenBack } from '@newsstand/contracts/desk-parcels';
import { mayDo, type DeskVerb } from '@newsstand/contracts/desk-roles';
import { UNTOLD } from '@newsstand/contracts/desk-verbs';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { StaffAction } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { KeptLetters, takeBackLetters } from '../donations/write-to-donors.ts';
import { KeptInvitations, stopImported } from '../imports/write-to-imported.ts';
import { KeptIssueFile, takeBackIssueFile } from '../issues/put-issue-file.ts';
import { heirOf } from '../../readers/login/merged-owners.ts';
import { mayBeTakenBack } from '../read-history.ts';
import { undoTaking } from '../refunds/retry-refund.ts';
import { takeBackReturn } from '../post/return-to-sender.ts';
import { KeptDispatch, takeBackParcel } from '../parcels/send-parcel.ts';
import type { Person } from '../staff/staff-session.ts';
import { KeptMove, takeBackMove } from '../stock/move-stock.ts';
import { KeptEnd, KeptTerm, restoreSubscription } from '../readers/cancel-subscription.ts';
import { changeAddressFor, KeptAddress } from '../readers/change-address-for.ts';
import { KeptNote, takeBackNote } from '../readers/write-note.ts';
import { KeptComp, takeBackComp } from '../readers/comp-subscription.ts';
import { takeBackErasure } from '../readers/erase-reader.ts';
import { KeptCopy, takeBackCopy } from '../readers/send-copy.ts';
import { KeptGood, takeBackGood } from '../readers/send-good.ts';
import { switchAutorenewFor } from '../readers/switch-autorenew-for.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

type Asked = { action: string; done: string; network: string; dry: boolean };
type TakenBack = { verb: DeskVerb; letter?: DispatchTakenBack };

/**
 * Takes back what was done at the desk: the same verb the other way, which points to it. Refuses (404) what is not known, (403) what is not for somebody's role,
 * and (409) what was taken back already, is too old, or is no longer as that action left it: then it says who changed it, and when.
 */
export async function takeBack(deps: Deps, person: Person, asked: Asked): Promise<TakenBack> {
  const { publicationId } = deps.config;
  const row = await deps.db.staffAction.findFirst({ where: { id: asked.done, publicationId } });
  if (row === null) throw new Refusal(404, deskText('nothing_known'));
  if (!mayBeTakenBack(row, deps.clock())) throw new Refusal(409, deskText('not_taken_back'));
  const [heir] = await deps.db.$queryRaw<
    { owner: string | null }[]
  >`select ${heirOf} as owner from staff_action s where s.id = ${row.id}::uuid`;
  const owner = heir?.owner ?? null;
  try {
    return await takeBackRow(deps, person, row, { ...asked, owner });
  } catch (error) {
    const since = error instanceof Refusal && error.status === 409 ? await changedSince(deps, row, owner) : null;
    if (since === null) throw error;
    const [who, day] = [since.who, displayDate(since.at.toISOString(), 'UTC')];
    throw new Refusal(409, who === null ? deskText('changed_by_reader_since', { day }) : deskText('changed_since', { who, day }));
  }
}

/** What changes a thing of which one change is taken back; `subject`: of the same one alone. */
const CHANGED_BY: Record<string, { subject: boolean }> = {
  changeAddressFor: { subject: true },
  uploadIssueFile: { subject: true },
  switchAutorenewFor: { subject: false },
};

/** Who changed last what an action had left (null: the reader, or an order of theirs), and when; null where nobody did of whom that is known, and where the action itself was taken back. */
async function changedSince(
  { db }: Pick<Deps, 'db'>,
  row: StaffAction,
  heir: string | null,
): Promise<{ who: string | null; at: Date } | null> {
  const { id, publicationId, verb, subject, ownerId, at } = row;
  const changed = CHANGED_BY[verb];
  if (changed === undefined || (await db.staffAction.count({ where: { undoes: id } })) > 0) return null;
  const last = await db.staffAction.findFirst({
    where: {
      publicationId,
      verb,
      ...(changed.subject && { subject }),
      at: { gte: at },
      id: { not: id },
      OR: [{ ownerId }, { ownerId: heir }],
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { at: true, program: true, staff: { select: { name: true } } },
  });
  const own = await changedByReader(db, { ...row, ownerId: heir });
  if (own !== null && (last === null || own > last.at)) return { who: null, at: own };
  return last && { who: last.staff?.name ?? last.program ?? 'Somebody', at: last.at };
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
  { action, done, network, dry, owner }: Asked & { owner: string | null },
): Promise<TakenBack> {
  if (row.verb === 'adjustStock') {
    mustBeFor(person, row.verb);
    await takeBackMove(deps, person, { action, subject: row.subject, undoes: done, network, dry, ...v.parse(KeptMove, row.to) });
    return { verb: row.verb };
  }
  if (row.verb === 'uploadIssueFile') {
    mustBeFor(person, row.verb);
    await takeBackIssueFile(deps, person, { action, undoes: done, network, dry, ...v.parse(KeptIssueFile, row.to) });
    return { verb: row.verb };
  }
  if (row.verb === 'writeToImported') {
    mustBeFor(person, row.verb);
    await stopImported(deps, person, { action, subject: row.subject, undoes: done, network, dry, ...v.parse(KeptInvitations, row.to) });
    return { verb: row.verb };
  }
  if (row.verb === 'writeToDonors') {
    mustBeFor(person, row.verb);
    await takeBackLetters(deps, person, { action, undoes: done, network, dry, ...v.parse(KeptLetters, row.to) });
    return { verb: row.verb };
  }
  if (owner === null) throw new Refusal(404, deskText('nothing_known'));
  // Where nobody was to be written to of it, nobody is of its end.
  const reason = UNTOLD.find((untold) => untold === row.reason) ?? 'mended';
  const asked = { action, owner, reason, network, dry, undoes: done };
  switch (row.verb) {
    case 'changeAddressFor': {
      mustBeFor(person, row.verb);
      const [from, to] = [v.parse(KeptAddress, row.from), v.parse(KeptAddress, row.to)];
      if (from.address === null) throw new Refusal(409, deskText('no_address_before'));
      const change = { shipcode: v.parse(Shipcode, from.shipcode), address: toAddressForm(from.address), version: to.version };
      await changeAddressFor(deps, person, { ...asked, ...change });
      return { verb: row.verb };
    }
    case 'switchAutorenewFor': {
      mustBeFor(person, row.verb);
      await switchAutorenewFor(deps, person, { ...asked, on: v.parse(v.object({ on: v.boolean() }), row.from).on });
      return { verb: row.verb };
    }
    case 'cancelSubscription': {
      mustBeFor(person, row.verb);
      await restoreSubscription(deps, person, { ...asked, ...v.parse(KeptTerm, row.from), ...v.parse(KeptEnd, row.to) });
      return { verb: row.verb };
    }
    case 'compSubscription': {
      mustBeFor(person, row.verb);
      await takeBackComp(deps, person, { ...asked, ...v.parse(KeptComp, row.to) });
      return { verb: row.verb };
    }
    case 'sendCopy': {
      mustBeFor(person, row.verb);
      if (v.is(KeptGood, row.to)) await takeBackGood(deps, person, { ...asked, ...row.to });
      else await takeBackCopy(deps, person, { ...asked, ...v.parse(KeptCopy, row.to) });
      return { verb: row.verb };
    }
    case 'returnToSender': {
      mustBeFor(person, row.verb);
      await takeBackReturn(deps, person, { ...asked, subject: row.subject });
      return { verb: row.verb };
    }
    case 'refundOrder': {
      mustBeFor(person, row.verb);
      await undoTaking(deps, person, { refund: done, action, network, dry });
      return { verb: row.verb };
    }
    case 'askToErase': {
      mustBeFor(person, row.verb);
      await takeBackErasure(deps, person, asked);
      return { verb: row.verb };
    }
    case 'dispatchGoods': {
      mustBeFor(person, row.verb);
      const letter = await takeBackParcel(deps, person, { ...asked, subject: row.subject, ...v.parse(KeptDispatch, row.to) });
      return { verb: row.verb, letter };
    }
    case 'writeNote': {
      mustBeFor(person, row.verb);
      await takeBackNote(deps, person, { action, owner, note: done, network, dry, ...v.parse(KeptNote, row.to) });
      return { verb: row.verb };
    }
    default:
      throw new Error(`nobody knows how ${row.verb} is taken back`);
  }
}

function mustBeFor({ roles }: Person, verb: DeskVerb): void {
  if (!mayDo(roles, verb)) throw new Refusal(403, deskText('not_your_role'));
}
