import { Address, addressLines, type AddressForm } from '@newsstand/contracts/address';
import { AddressChanged } from '@newsstand/contracts/desk-verbs';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { addressOf, writeAddress } from '../../account/save-address.ts';
import { issuesThatWait } from '../../ledger/releases/waiting-copies.ts';
import { readAddressees, readAddresses } from '../../account/read-addresses.ts';
import { holdSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { endingTerms, holdOpenUpgrades } from '../../payments/invoices/open-upgrades.ts';
import { conflict } from '../../platform/http/conflict.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, keptInvoices } from '../act.ts';
import { fromHere, KeptPlaces, postAsBefore, postElsewhere, waitingGoods } from '../to-send/waiting-goods.ts';
import { mustBeAsShown } from '../as-shown.ts';
import type { Person } from '../staff/staff-session.ts';
import { askForAddress } from './ask-for-address.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { knownReader, type KnownReader } from '../known-reader.ts';
import { nothingToTakeBack } from '../nothing-to-take-back.ts';
import { billMove, movingTo, moveNow, mustHaveArrived } from './move-to-zone.ts';

/**
 * What a change of address forgets, beside the address: since when it stood and copies came back from it, and for which
 * of them a letter waited that asks for another one.
 */
const Forgotten = v.object({
  updated: v.string(),
  undeliverable: v.nullable(v.string()),
  asked: v.array(v.object({ id: v.string(), issue: v.number() })),
});
type Forgotten = v.InferOutput<typeof Forgotten>;

/** As an action keeps an address that was changed: null for none. */
export const KeptAddress = v.object({
  shipcode: v.string(),
  address: v.nullable(Address),
  version: v.string(),
  places: v.optional(KeptPlaces),
  forgotten: v.optional(Forgotten),
});

type Change = Asked & {
  shipcode: Shipcode;
  /** An `Address` is put back as it was, whatever is asked of one today. */
  address: AddressForm | Address;
  version: string;
  move?: 'billed' | 'waived' | undefined;
  /** The version of what was shown to move. */
  moved?: string | undefined;
  /** The orders whose goods, which are not sent yet, go there, too; `places`: where they went before, taken back. */
  goods?: readonly string[] | undefined;
  places?: KeptPlaces | undefined;
  /** What is remembered again, as the address is taken back. */
  forgotten?: Forgotten | undefined;
};

/**
 * Changes where an owner's print of a zone goes, for whoever cannot do it themselves. Refuses (404) an owner of whom
 * nothing is known; (422), by field, what cannot be an address of that zone, and a zone that is not used, unless what
 * is posted shall `move` to it, with what that costs waived, or billed: then an invoice is written that moves it once
 * it is paid, and nothing is changed before; and (409) when the address is no longer the one of `version`, where
 * something else would move than was shown (`moved`), or where `goods` that shall go there wait no more. A move is
 * taken back by another one. Of what is taken back (`undoes`) all must be as it was left: also where its goods go, and
 * that copies go to that zone.
 */
export async function changeAddressFor(
  deps: Deps,
  person: Person,
  { shipcode, address: form, version, move, moved: shown, goods = [], places = [], forgotten, ...asked }: Change,
): Promise<AddressChanged> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  // Before the transaction: it may read the publication, on a connection that those who wait for this one would hold.
  const address = 'country_code' in form ? form : await addressOf(deps, shipcode, form);
  if (move === 'billed' && !('country_code' in form) && (await movingTo(deps, owner, shipcode)).amount > 0)
    return billForZone(deps, person, { ...asked, shipcode, form, address, version, shown });
  return act(deps, { person: person.id }, actionOf('changeAddressFor', `zone ${shipcode}`, asked), AddressChanged, async (tx) => {
    const reader = await knownReader(tx, publicationId, owner);
    // Orders before invoices and the account, as whoever pays one back holds them.
    const waiting = await waitingGoods(tx, deps, owner);
    const went = await postElsewhere(tx, deps, { orders: goods, waiting, address });
    const changing = { owners: move === undefined ? [] : [owner], reason: asked.reason };
    const { ended, invoices } = await endingTerms(tx, deps, changing, async () => {
      await tx.$queryRaw`select 1 from account where id = ${owner}::uuid for no key update`;
      if (asked.undoes !== undefined && (await nothingToTakeBack(tx, [asked.undoes])).size > 0) {
        throw new Refusal(409, deskText('not_as_address_left'));
      }
      const again = await postAsBefore(tx, deps, { owner, places, waiting });
      if (move === undefined) return { back: again, moved: null };
      await holdSubscriptions(tx, publicationId, [owner]);
      const costs = await movingTo({ ...deps, db: tx }, owner, shipcode);
      mustBeAsShown({ version: shown, dry: asked.dry }, costs.version);
      // It cost nothing a moment ago.
      if (move === 'billed' && costs.amount > 0) throw new Refusal(409, deskText('cost_changed'));
      await moveNow(tx, deps, owner, { ...costs, shipcode });
      return { back: again, moved: costs };
    });
    const { back, moved } = ended;
    const isMoved = moved !== null && moved.moving.length > 0;
    const { addresses: before, names } = await readAddressees(tx, publicationId, owner);
    const old = before.addresses[shipcode];
    const forgets = await readForgotten(tx, { publicationId, ownerId: owner, shipcode });
    const after = await writeAddress(
      tx,
      deps,
      // Whose name is on the copies of a zone: as it was, or the reader's own.
      { id: owner, name: names.get(shipcode) || reader.name },
      { shipcode, address, version, token: undefined, before },
    );
    if (forgotten) await remember(tx, deps, { owner, reader, shipcode, forgotten });
    // A guest's order may have been a stranger's, whose words no letter says.
    const isGuests =
      old !== null && (await tx.order.count({ where: { publicationId, ownerId: owner, ownWords: false, address: { equals: old } } })) > 0;
    const letter = await tell(tx, deps, asked, reader, { kind: 'address-changed', payload: { from: isGuests ? null : old, to: address } });
    const keptOf = (one: typeof before) => ({ shipcode, address: one.addresses[shipcode], version: one.address_versions[shipcode] });
    return {
      // What moved to another zone moves back with the price of that, which is a verb of its own and no undo.
      ...(old !== null &&
        !isMoved && { from: { ...keptOf(before), ...(went.length > 0 && { places: went }), ...(forgets && { forgotten: forgets }) } }),
      to: {
        ...keptOf(after),
        ...(goods.length > 0 && { goods: [...goods] }),
        ...(isMoved && { moved: moved.moving.map(({ id }) => id), waived: moved.amount }),
        ...keptInvoices(invoices),
      },
      result: {
        from: old && addressLines(old),
        to: addressLines(address),
        lists: await listsOf(tx, deps, owner, isMoved ? null : shipcode),
        waiting: await issuesThatWait(tx, deps, { owner, shipcode }),
        goods: fromHere(asked.undoes === undefined ? waiting : back, old),
        letter,
        invoices,
        ...(isMoved && { moved: { subscriptions: moved.moving.length, amount: moved.amount, version: moved.version, invoice: null } }),
      },
    };
  });
}

type Tx = Prisma.TransactionClient;
type Zone = { publicationId: string; ownerId: string; shipcode: Shipcode };

async function readForgotten(tx: Tx, { publicationId, ownerId, shipcode }: Zone): Promise<Forgotten | null> {
  const where = { publicationId_ownerId_shipcode: { publicationId, ownerId, shipcode } };
  const row = await tx.ownerAddress.findUnique({ where, select: { updated: true, undeliverable: true } });
  if (row === null) return null;
  const asked = await tx.$queryRaw<Forgotten['asked']>`
    select r.id, r.issue from post_return r join outbox o on o.kind = 'address-needed' and o.subject = r.id::text and o.queued is null
    where r.publication_id = ${publicationId} and r.owner_id = ${ownerId}::uuid order by r.id`;
  return { updated: row.updated.toISOString(), undeliverable: row.undeliverable?.toISOString() ?? null, asked };
}

/** The address that is put back is as it was: nothing is posted where copies came back from; who was asked is asked. */
async function remember(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  { owner: ownerId, reader, shipcode, forgotten }: { owner: string; reader: KnownReader; shipcode: Shipcode; forgotten: Forgotten },
): Promise<void> {
  const { updated, undeliverable, asked } = forgotten;
  const where = { publicationId: deps.config.publicationId, ownerId, shipcode };
  await tx.ownerAddress.updateMany({ where, data: { updated, undeliverable } });
  for (const { id, issue } of asked) await askForAddress(tx, deps, { action: id, reader, issue });
}

type Billing = Asked & { shipcode: Shipcode; form: AddressForm; address: Address; version: string; shown: string | undefined };

/**
 * Writes the invoice that moves what is posted to a dearer zone once it is paid. Refuses (409) where the address, or
 * what a move costs, is another one by now, and what an unpaid invoice asks for already.
 */
async function billForZone(
  deps: Deps,
  person: Person,
  { shipcode, form, address, version, shown, ...asked }: Billing,
): Promise<AddressChanged> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  const { moving, amount, version: moves } = await movingTo(deps, owner, shipcode);
  mustBeAsShown({ version: shown, dry: asked.dry }, moves);
  const reader = await knownReader(deps.db, publicationId, owner);
  const billed = await billMove(deps, { reader, address: form, reference: asked.action });
  return act(deps, { person: person.id }, actionOf('changeAddressFor', `zone ${shipcode}`, asked), AddressChanged, async (tx) => {
    await holdOpenUpgrades(tx, publicationId, [owner]);
    await mustHaveArrived(tx, deps.config, owner);
    const { address_versions: versions } = await readAddresses(tx, publicationId, owner);
    if (versions[shipcode] !== version) throw conflict('address');
    await holdSubscriptions(tx, publicationId, [owner]);
    // It was priced a moment ago, outside of what is held.
    if ((await movingTo({ ...deps, db: tx }, owner, shipcode)).version !== moves) throw new Refusal(409, deskText('cost_changed'));
    const number = await billed.write(tx);
    const invoice = { number: asked.dry ? null : number, total: billed.total, due: billed.due, letter: reader.email ?? '' };
    const moved = { subscriptions: moving.length, amount, version: moves, invoice };
    const waiting = await issuesThatWait(tx, deps, { owner, shipcode: null });
    return {
      to: { billed: number, total: billed.total },
      result: { from: null, to: addressLines(address), lists: [], waiting, goods: [], letter: null, invoices: [], moved },
    };
  });
}

/**
 * The lists of the newest issue that was listed, of a zone or of all, on which this owner stands with the old address:
 * they are printed as they are.
 */
async function listsOf(
  tx: Prisma.TransactionClient,
  { config: { publicationId } }: Pick<Deps, 'config'>,
  ownerId: string,
  shipcode: Shipcode | null,
): Promise<{ issue: number; part: number }[]> {
  return tx.$queryRaw<{ issue: number; part: number }[]>`
    select issue, part from post_line
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and (${shipcode}::text is null or shipcode = ${shipcode})
      and issue = (select max(issue) from post_list where publication_id = ${publicationId}) order by part`;
}
