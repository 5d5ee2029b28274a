import type { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import type { DeskReason } from '@newsstand/contracts/desk-verbs';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { StaffAction } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { KeptLetters, takeBackLetters } from '../donations/write-to-donors.ts';
import { KeptInvitations, stopImported } from '../imports/write-to-imported.ts';
import { KeptIssueFile, takeBackIssueFile } from '../issues/put-issue-file.ts';
import type { TakenBackVerb } from '../read-history.ts';
import { undoTaking } from '../refunds/retry-refund.ts';
import { takeBackReturn } from '../post/return-to-sender.ts';
import { KeptDispatch, takeBackParcel } from '../parcels/send-parcel.ts';
import type { Person } from '../staff/staff-session.ts';
import { KeptMove, takeBackMove } from '../stock/move-stock.ts';
import { KeptEnd, KeptTerm, restoreSubscription } from '../readers/cancel-subscription.ts';
import { changeAddressFor, KeptAddress } from '../readers/change-address-for.ts';
import { KeptLeaving, takeBackLeaving } from '../readers/leave-list-for.ts';
import { KeptNote, takeBackNote } from '../readers/write-note.ts';
import { KeptComp, takeBackComp } from '../readers/comp-subscription.ts';
import { takeBackErasure } from '../readers/erase-reader.ts';
import { KeptCopy, takeBackCopy } from '../readers/send-copy.ts';
import { KeptGood, takeBackGood } from '../readers/send-good.ts';
import { switchAutorenewFor } from '../readers/switch-autorenew-for.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

/** `undoes`: the action that is taken back, which `row` is. */
type Asked = { action: string; undoes: string; network: string; dry: boolean };
type AskedForReader = Asked & { owner: string; reason: DeskReason; decides?: string | undefined; version?: string | undefined };
export type TakenBackOf = Omit<v.InferOutput<(typeof historyEndpoints)['deskTakeBack']['answer']>, 'verb'>;
type Undo<A> = (deps: Deps, person: Person, row: StaffAction, asked: A) => Promise<TakenBackOf | void>;

type OfTheShop = 'leaveListFor' | 'adjustStock' | 'uploadIssueFile' | 'writeToImported' | 'writeToDonors';

/** How each verb that is about no one reader is taken back. */
export const UNDO_FOR_SHOP: Record<OfTheShop, Undo<Asked>> = {
  // Of an address that may be no reader's.
  leaveListFor: (deps, person, { subject, ownerId, to }, asked) =>
    takeBackLeaving(deps, person, { ...asked, membership: subject, owner: ownerId, ...v.parse(KeptLeaving, to) }),
  adjustStock: (deps, person, { subject, to }, asked) => takeBackMove(deps, person, { ...asked, subject, ...v.parse(KeptMove, to) }),
  uploadIssueFile: (deps, person, { to }, asked) => takeBackIssueFile(deps, person, { ...asked, ...v.parse(KeptIssueFile, to) }),
  writeToImported: (deps, person, { subject, to }, asked) =>
    stopImported(deps, person, { ...asked, subject, ...v.parse(KeptInvitations, to) }),
  writeToDonors: (deps, person, { to }, asked) => takeBackLetters(deps, person, { ...asked, ...v.parse(KeptLetters, to) }),
};

/** How each verb that is for a reader is taken back. */
export const UNDO_FOR_READER: Record<Exclude<TakenBackVerb, OfTheShop>, Undo<AskedForReader>> = {
  changeAddressFor: async (deps, person, row, asked) => {
    const [from, to] = [v.parse(KeptAddress, row.from), v.parse(KeptAddress, row.to)];
    if (from.address === null) throw new Refusal(409, deskText('no_address_before'));
    const change = { shipcode: v.parse(Shipcode, from.shipcode), address: from.address, version: to.version, places: from.places };
    const isHeld = from.forgotten?.undeliverable != null;
    const { letter, goods } = await changeAddressFor(deps, person, { ...asked, ...change, forgotten: from.forgotten });
    return { told: letter, ...(goods.length > 0 && { goods }), ...(isHeld && { held: true }) };
  },
  switchAutorenewFor: async (deps, person, { from }, asked) => {
    const { on } = v.parse(v.object({ on: v.boolean() }), from);
    const { letter, renewal } = await switchAutorenewFor(deps, person, { ...asked, on });
    return { told: letter, ...(on && { renews: true, renewal }) };
  },
  cancelSubscription: async (deps, person, { from, to }, asked) => {
    const restored = await restoreSubscription(deps, person, { ...asked, ...v.parse(KeptTerm, from), ...v.parse(KeptEnd, to) });
    if (restored === null) return {};
    const { letter: told, ...goesOn } = restored;
    return { told, ...goesOn };
  },
  compSubscription: (deps, person, { to }, asked) => takeBackComp(deps, person, { ...asked, ...v.parse(KeptComp, to) }),
  sendCopy: async (deps, person, { to }, asked) => ({
    told: v.is(KeptGood, to)
      ? await takeBackGood(deps, person, { ...asked, ...to })
      : await takeBackCopy(deps, person, { ...asked, ...v.parse(KeptCopy, to) }),
  }),
  returnToSender: (deps, person, { subject }, asked) => takeBackReturn(deps, person, { ...asked, subject }),
  refundOrder: async (deps, person, _row, { action, undoes, network, dry }) => {
    const { given } = await undoTaking(deps, person, { refund: undoes, action, network, dry });
    return given && { given };
  },
  askToErase: (deps, person, _row, asked) => takeBackErasure(deps, person, asked),
  dispatchGoods: async (deps, person, { subject, to }, asked) => ({
    letter: await takeBackParcel(deps, person, { ...asked, subject, ...v.parse(KeptDispatch, to) }),
  }),
  writeNote: (deps, person, { to }, { action, owner, undoes, network, dry }) =>
    takeBackNote(deps, person, { action, owner, note: undoes, network, dry, ...v.parse(KeptNote, to) }),
};
