import type { AccountAddresses } from '@newsstand/contracts/account';
import type { Address, AddressForm } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import { checkAddress } from '../checkout/check-address.ts';
import { checkoutMessages } from '../checkout/messages.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { keepAddress } from '../subscription/keep-address.ts';
import { readSubscriptions } from '../subscription/read-subscriptions.ts';
import { timetable } from '../subscription/timetable-rules.ts';
import { conflict } from './conflict.ts';
import { lockAddresses, readAddresses } from './read-addresses.ts';
import type { SignedIn } from './signed-in.ts';

type AddressDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Change = {
  shipcode: Shipcode;
  form: AddressForm;
  /** What the page had read; without it the change overwrites. */
  version: string | undefined;
  /** The subscription that the address is for: it may be of any zone that one could be posted to. */
  token: string | undefined;
};

const OTHER_ZONE = 'This country belongs to another shipping category.';
const NOT_USED = 'Your subscription does not use this shipping category.';
const REQUIRED = 'Your subscription is posted to this address, so it cannot be deleted. You can change it.';

/**
 * Keeps a reader's address of a zone (section 5). Refuses, by field, what cannot be one of that zone; a zone to which nothing is posted while
 * something is posted to another; and (409) when the address is no longer the one of `version`.
 */
export async function saveAddress(
  deps: AddressDeps,
  reader: SignedIn,
  { shipcode, form, version, token }: Change,
): Promise<AccountAddresses> {
  const address = await addressOf(deps, shipcode, form);
  const { publicationId } = deps.config;
  const ownerId = reader.accountId;
  if (token !== undefined) await mustOwn(deps, ownerId, token);
  return deps.db.$transaction(async (tx) => {
    const before = await lockAddresses(tx, publicationId, ownerId);
    const required = await requiredZones({ ...deps, db: tx }, ownerId);
    const isUsed =
      token !== undefined || before.addresses[shipcode] !== null || required[shipcode] || !SHIPCODES.some((zone) => required[zone]);
    if (!isUsed) throw new Refusal(422, { shipcode: NOT_USED });
    const isDone = JSON.stringify(before.addresses[shipcode]) === JSON.stringify(address);
    if (!isDone) mustBe(before, shipcode, version);
    await keepAddress(tx, { publicationId, ownerId, shipcode, name: reader.name, address, now: deps.clock() });
    return readAddresses(tx, publicationId, ownerId);
  });
}

/** Deletes a reader's address of a zone to which nothing is posted; refuses (422) one that is required, and (409) one that is no longer that of `version`. */
export async function deleteAddress(
  deps: AddressDeps,
  { accountId: ownerId }: SignedIn,
  { shipcode, version }: Pick<Change, 'shipcode' | 'version'>,
): Promise<AccountAddresses> {
  const { publicationId } = deps.config;
  return deps.db.$transaction(async (tx) => {
    const before = await lockAddresses(tx, publicationId, ownerId);
    // Another tab was first.
    if (before.addresses[shipcode] === null) return before;
    if ((await requiredZones({ ...deps, db: tx }, ownerId))[shipcode]) throw new Refusal(422, REQUIRED);
    mustBe(before, shipcode, version);
    await tx.ownerAddress.delete({ where: { publicationId_ownerId_shipcode: { publicationId, ownerId, shipcode } } });
    return readAddresses(tx, publicationId, ownerId);
  });
}

async function addressOf({ publication }: AddressDeps, shipcode: Shipcode, form: AddressForm): Promise<Address> {
  const { zones, messages } = await publication.now();
  const checked = checkAddress(form, shipcode, true, zones, checkoutMessages(messages));
  // Here the form is the whole body, so its fields stand by themselves.
  if (checked.type === 'errors') throw new Refusal(422, withoutPrefix(checked.errors));
  const { destination } = checked;
  if (destination.shipcode !== shipcode || destination.address === null) throw new Refusal(422, { country: OTHER_ZONE });
  return destination.address;
}

function withoutPrefix(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field.replace('address.', ''), message]));
}

async function mustOwn({ db, config }: AddressDeps, ownerId: string, token: string): Promise<void> {
  const own = await db.subscription.count({ where: { publicationId: config.publicationId, ownerId, token } });
  if (own === 0) throw new Refusal(404, 'Not found.');
}

async function requiredZones(deps: Parameters<typeof readSubscriptions>[0], ownerId: string): Promise<Record<Shipcode, boolean>> {
  // Which issue came out last says nothing of where the next one goes.
  return timetable(await readSubscriptions(deps, ownerId), 0).address_required;
}

function mustBe({ address_versions }: AccountAddresses, shipcode: Shipcode, version: string | undefined): void {
  if (version !== undefined && version !== address_versions[shipcode]) throw conflict('This address was');
}
