import { Address, addressLines, type AddressForm } from '@newsstand/contracts/address';
import { AddressChanged } from '@newsstand/contracts/desk-verbs';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { addressOf, writeAddress } from '../../account/save-address.ts';
import { readAddresses } from '../../account/read-addresses.ts';
import type { Deps } from '../../publication/deps.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, tell, type Asked } from './do-for.ts';
import { knownReader } from './known-reader.ts';

/** As an action keeps an address that was changed: null for none. */
export const KeptAddress = v.object({ shipcode: v.string(), address: v.nullable(Address), version: v.string() });

type Change = Asked & { shipcode: Shipcode; address: AddressForm; version: string };

/**
 * Changes where an owner's print of a zone goes, for whoever cannot do it themselves. Refuses (404) an owner of whom nothing is known; (422), by field, what
 * cannot be an address of that zone, and a zone that is not used; and (409) when the address is no longer the one of `version`.
 */
export async function changeAddressFor(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  person: Person,
  { shipcode, address: form, version, ...asked }: Change,
): Promise<AddressChanged> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  // Before the transaction: it may read the publication, on a connection that those who wait for this one would hold.
  const address = await addressOf(deps, shipcode, form);
  return act(deps, { person: person.id }, actionOf('changeAddressFor', `zone ${shipcode}`, asked), AddressChanged, async (tx) => {
    const reader = await knownReader(tx, publicationId, owner);
    await tx.$queryRaw`select 1 from account where id = ${owner}::uuid for no key update`;
    const before = await readAddresses(tx, publicationId, owner);
    const old = before.addresses[shipcode];
    const after = await writeAddress(
      tx,
      deps,
      { id: owner, name: await addressee(tx, deps, { ...asked, shipcode }, reader.name) },
      { shipcode, address, version, token: undefined },
    );
    const letter = await tell(tx, deps, asked, reader, { kind: 'address-changed' });
    const kept = (one: typeof before) => ({ shipcode, address: one.addresses[shipcode], version: one.address_versions[shipcode] });
    return {
      ...(old !== null && { from: kept(before) }),
      to: kept(after),
      result: { from: old && addressLines(old), to: addressLines(address), lists: await listsOf(tx, deps, owner, shipcode), letter },
    };
  });
}

/** Whose name is on the copies of a zone: as it was, or the reader's own. */
async function addressee(
  tx: Prisma.TransactionClient,
  { config: { publicationId } }: Pick<Deps, 'config'>,
  { owner, shipcode }: { owner: string; shipcode: Shipcode },
  name: string,
): Promise<string> {
  const row = await tx.ownerAddress.findUnique({ where: { publicationId_ownerId_shipcode: { publicationId, ownerId: owner, shipcode } } });
  return row?.name || name;
}

/** The lists of the newest issue that was listed, on which this owner stands with the old address: they are printed as they are. */
async function listsOf(
  tx: Prisma.TransactionClient,
  { config: { publicationId } }: Pick<Deps, 'config'>,
  ownerId: string,
  shipcode: Shipcode,
): Promise<{ issue: number; part: number }[]> {
  const newest = await tx.postList.findFirst({ where: { publicationId }, orderBy: { issue: 'desc' }, select: { issue: true } });
  if (newest === null) return [];
  return tx.postLine.findMany({ where: { publicationId, ownerId, shipcode, issue: newest.issue }, select: { issue: true, part: true } });
}
