import { isDeepStrictEqual } from 'node:util';
import { requireSession } from '../readers/login/require-session.ts';
import type { AccountAddresses } from '@newsstand/contracts/account';
import type { Address, AddressForm } from '@newsstand/contracts/address';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { findSubscription } from '../ledger/terms/find-subscription.ts';
import { postLetter } from '../letters/post-letter.ts';
import { keepAddress } from '../ledger/terms/keep-address.ts';
import { readSubscriptions } from '../ledger/terms/read-subscriptions.ts';
import { conflict } from '../platform/http/conflict.ts';
import { type FieldTexts, Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { checkAddress } from '../rules/checkout/check-address.ts';
import { mayRenew, renewalStateOf } from '../rules/subscriptions/renewal-state-rules.ts';
import { isRunning, type Subscription } from '../rules/subscriptions/subscription-rules.ts';
import { timetable } from '../rules/subscriptions/timetable-rules.ts';
import { renewalOnItsWay, renewalRow } from '../ledger/planned-charges/charge-rows.ts';
import { readAddresses } from './read-addresses.ts';
import type { SignedIn } from './signed-in.ts';
import { apiText } from '../platform/http/api-text.ts';
import { SubscriberRow } from './subscriber-row.ts';

const Renewal = v.object({ ...v.pick(SubscriberRow, ['renewal', 'renewal_processing']).entries, autorenew: v.boolean() });
type Zones = Record<Shipcode, boolean>;
type AddressDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Change = {
  shipcode: Shipcode;
  form: AddressForm;
  /** What the page had read; without it the change overwrites. */
  version: string | undefined;
  /** The subscription that the address is for: while something of it is posted, its zone is the only one. */
  token: string | undefined;
};

const OTHER_ZONE = apiText('country_of_other_zone');
const NOT_USED = apiText('zone_not_used');
const REQUIRED = apiText('address_needed');

/**
 * Keeps a reader's address of a zone (section 5). Refuses, by field, what cannot be one of that zone; a zone to which
 * nothing is posted while something is posted to another; and (409) when the address is no longer the one of `version`.
 */
export async function saveAddress(
  deps: AddressDeps,
  reader: SignedIn,
  { shipcode, form, version, token }: Change,
): Promise<AccountAddresses> {
  const address = await addressOf(deps, shipcode, form);
  return deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, reader);
    return writeAddress(tx, deps, { id: reader.accountId, name: reader.name }, { shipcode, address, version, token });
  });
}

/** `before`: what was read in the same transaction, with the owner held. */
type Written = Pick<Change, 'shipcode' | 'version' | 'token'> & { address: Address; before?: AccountAddresses };

/**
 * The same for an owner who need have no account, whoever asks for it: in a transaction that holds the owner. `name`:
 * whose name is written on it.
 */
export async function writeAddress(
  tx: Prisma.TransactionClient,
  deps: AddressDeps,
  { id: ownerId, name }: { id: string; name: string },
  { shipcode, address, version, token, before: read }: Written,
): Promise<AccountAddresses> {
  const { publicationId } = deps.config;
  const before = read ?? (await readAddresses(tx, publicationId, ownerId));
  const subject = token === undefined ? null : await findSubscription({ ...deps, db: tx }, ownerId, token);
  const required = await requiredZones(tx, deps, ownerId);
  if (!isOpen(subject, required, before, shipcode)) throw new Refusal(422, { shipcode: NOT_USED });
  const isDone = isDeepStrictEqual(before.addresses[shipcode], address);
  if (!isDone) mustBe(before, shipcode, version);
  await keepAddress(tx, { publicationId, ownerId, shipcode, name, address, now: deps.clock(), confirmed: true });
  return readAddresses(tx, publicationId, ownerId);
}

/**
 * Deletes a reader's address of a zone to which nothing is posted, and confirms it by letter; refuses (422) one that is
 * required, and (409) one that is no longer that of `version`.
 */
export async function deleteAddress(
  deps: AddressDeps,
  reader: SignedIn,
  { shipcode, version }: Pick<Change, 'shipcode' | 'version'>,
): Promise<AccountAddresses> {
  const { publicationId } = deps.config;
  const ownerId = reader.accountId;
  return deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, reader);
    const before = await readAddresses(tx, publicationId, ownerId);
    // Another tab was first.
    if (before.addresses[shipcode] === null) return before;
    if ((await requiredZones(tx, deps, ownerId))[shipcode]) throw new Refusal(422, REQUIRED);
    mustBe(before, shipcode, version);
    await tx.ownerAddress.delete({ where: { publicationId_ownerId_shipcode: { publicationId, ownerId, shipcode } } });
    const { name, email } = await tx.account.findUniqueOrThrow({ where: { id: ownerId }, select: { name: true, email: true } });
    const subject = `${ownerId}:${shipcode}:${deps.clock().toISOString()}`;
    await postLetter(tx, deps, { kind: 'address-deleted', subject, recipient: email, payload: { name } });
    return readAddresses(tx, publicationId, ownerId);
  });
}

/** An address as it is kept. Refuses (422), by field, what cannot be one of that zone. */
export async function addressOf({ publication }: Pick<Deps, 'publication'>, shipcode: Shipcode, form: AddressForm): Promise<Address> {
  const { zones } = await publication.now();
  const checked = checkAddress(form, shipcode, true, zones);
  // Here the form is the whole body, so its fields stand by themselves.
  if (checked.type === 'errors') throw new Refusal(422, withoutPrefix(checked.errors));
  const { destination } = checked;
  if (destination.shipcode !== shipcode || destination.address === null) throw new Refusal(422, { country: OTHER_ZONE });
  return destination.address;
}

function withoutPrefix(errors: FieldTexts): FieldTexts {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field.replace('address.', ''), message]));
}

/**
 * Whether an address of a zone can be kept now: only where `subject` is posted; without one where any is, where one is
 * on record, or where none needs any.
 */
function isOpen(subject: Subscription | null, required: Zones, { addresses }: AccountAddresses, shipcode: Shipcode): boolean {
  const zone = subject && isRunning(subject) ? shipcodeOf(subject.deliverables.active) : null;
  if (zone !== null) return zone === shipcode;
  return required[shipcode] || addresses[shipcode] !== null || !SHIPCODES.some((each) => required[each]);
}

/**
 * Which issue came out last says nothing of where the next one goes. The account is locked: autorenew is not switched
 * meanwhile.
 */
async function requiredZones(tx: Prisma.TransactionClient, deps: AddressDeps, ownerId: string): Promise<Zones> {
  const subscriptions = await readSubscriptions({ ...deps, db: tx }, ownerId);
  const owner = Prisma.sql`${ownerId}::uuid`;
  const { publicationId } = deps.config;
  const [row] = await tx.$queryRaw<unknown[]>`
    select (${renewalRow(publicationId, owner)}) as renewal, ${renewalOnItsWay(publicationId, owner)} as renewal_processing,
      exists (select from account where id = ${owner} and autorenew_since is not null) as autorenew`;
  const { renewal, renewal_processing, autorenew } = v.parse(Renewal, row);
  const renews = mayRenew(autorenew, renewalStateOf(renewal, subscriptions, deps.clock()), renewal_processing);
  return timetable(subscriptions, 0, renews).address_required;
}

function mustBe({ address_versions }: AccountAddresses, shipcode: Shipcode, version: string | undefined): void {
  if (version !== undefined && version !== address_versions[shipcode]) throw conflict('address');
}
