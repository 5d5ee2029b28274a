import type { AccountAddresses } from '@newsstand/contracts/account';
import type { Address, AddressForm } from '@newsstand/contracts/address';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { upgradeTo, type Upgrade } from '@newsstand/contracts/upgrade';
import type { UpdateSubscription } from '@newsstand/contracts/upgrade-endpoints';
import { conflict } from '../account/conflict.ts';
import { lockAddresses, readAddresses } from '../account/read-addresses.ts';
import { checkAddress } from '../checkout/check-address.ts';
import { checkOut } from '../checkout/check-out.ts';
import { checkoutMessages } from '../checkout/messages.ts';
import type { Deps } from '../deps.ts';
import { upgradeOptions } from '../pricing/upgrade-rules.ts';
import { Refusal } from '../refusal.ts';
import { applyChange } from './apply-change.ts';
import { findBegunUpgrades, giveUpUpgrades } from './begun-upgrades.ts';
import { findOwn } from './find-own.ts';
import { keepAddress } from './keep-address.ts';
import { subscriptionVersion } from './subscription-version.ts';
import type { Subscription } from './subscription-rules.ts';
import { updateMessage } from './update-messages.ts';
import { upgradeCart } from './upgrade-cart.ts';

export type Wish = {
  token: string;
  deliverable: Deliverable;
  level: Level;
  /** What the page had read; without one the change overwrites. */
  versions: UpdateSubscription['versions'];
};
const SUBSCRIPTION = 'This subscription was';

type CheckedOut = Awaited<ReturnType<typeof checkOut>>;
type Updated = { type: 'succeeded' } | { type: 'failed'; message: string } | { type: 'checked-out'; checkedOut: CheckedOut };
/** Where print goes; nothing for digital. */
type Destination = { shipcode: Shipcode; form: AddressForm; address: Address } | null;

/**
 * Changes how a subscription is delivered (section 4, subscription update): at once where nothing is due, and else by an order whose payment starts
 * here; `beforePaying` is asked first. Refuses (404) another's subscription, (409) one or an address that is no longer that of `versions` and one whose
 * upgrade is on its way, and (422) an address that is missing or in another zone than the one that was chosen.
 */
export async function updateSubscription(
  deps: Deps,
  ownerId: string,
  wish: Wish,
  form: CheckoutBody,
  beforePaying: () => Promise<void>,
): Promise<Updated> {
  const { deliverable, level } = wish;
  const subscription = await findOwn(deps, ownerId, wish.token);
  const upgrade = judge(deps, subscription, wish);
  const { messages, settings } = deps.publication.cached();
  if (upgrade.type === 'unavailable') return { type: 'failed', message: upgrade.message };
  if (upgrade.type === 'blocked') throw new Refusal(409, { general: updateMessage(messages, 'blocked', settings.support_address) });

  if (upgrade.type !== 'payable') {
    await change(deps, ownerId, wish, form.address);
    return { type: 'succeeded' };
  }
  const onRecord = await readAddresses(deps.db, deps.config.publicationId, ownerId);
  const destination = destinationOf(deps, deliverable, form.address, onRecord);
  mustBeRead(wish, subscription, destination && form.address && { ...destination, onRecord });
  await beforePaying();
  const read = async () => {
    const { publicationId } = deps.config;
    const begun = await findBegunUpgrades(deps.db, { publicationId, ownerId, subscriptions: [subscription.id] });
    if (begun.some(({ state }) => state === 'processing'))
      throw new Refusal(409, { general: updateMessage(messages, 'on_its_way', settings.support_address) });
    // Whoever has an invoice's form open begins anew; the account's own order is taken up, or replaced.
    const others = begun.filter((other) => other.ownerId !== ownerId);
    await giveUpUpgrades(deps, others);
    // An issue may come out, or another tab may change it, while this one is at it.
    const current = await findOwn(deps, ownerId, wish.token);
    const now = judge(deps, current, wish);
    const choice = { deliverable, level, term: current.term };
    const amount = now.type === 'payable' ? now.amount : 0;
    const from = { deliverable: current.deliverables.set, level: current.level };
    return upgradeCart({ ref: [current.id, deliverable, level, from.deliverable, from.level].join('/'), choice, amount }, messages);
  };
  const address = destination?.form ?? null;
  const body = { ...form, address, shipcode: destination?.shipcode ?? form.shipcode };
  return { type: 'checked-out', checkedOut: await checkOut(deps, ownerId, body, read) };
}

function judge({ publication }: Deps, subscription: Subscription, { deliverable, level }: Wish): Upgrade {
  return upgradeTo(upgradeOptions(publication.cached().prices, subscription), subscription, { deliverable, level });
}

/** At once, in one transaction with what it is judged by: another tab is before it or after it. With Keep Address no address is written. */
async function change(deps: Deps, ownerId: string, wish: Wish, typed: AddressForm | null): Promise<void> {
  const now = deps.clock();
  const { publicationId } = deps.config;
  const { deliverable, level } = wish;
  await deps.db.$transaction(async (tx) => {
    const onRecord = await lockAddresses(tx, publicationId, ownerId);
    const current = await findOwn({ ...deps, db: tx }, ownerId, wish.token);
    const upgrade = judge(deps, current, wish);
    const destination = destinationOf(deps, deliverable, typed, onRecord);
    mustBeRead(wish, current, destination && typed && { ...destination, onRecord });
    // It cost nothing a moment ago.
    if (upgrade.type !== 'free' && upgrade.type !== 'unchanged') throw conflict(SUBSCRIPTION);
    if (upgrade.type === 'free')
      await applyChange(tx, { publicationId, ownerId, subscription: current.id, target: { deliverable, level }, order: null, now });
    if (destination === null || typed === null) return;
    // The page's may be older.
    const { name } = await tx.account.findUniqueOrThrow({ where: { id: ownerId }, select: { name: true } });
    await keepAddress(tx, { publicationId, ownerId, name, now, shipcode: destination.shipcode, address: destination.address });
  });
}

/** Refuses (409) what another tab has changed since the page read it; what is as it is wished for is no conflict. `typed` is an address to be written. */
function mustBeRead(
  { deliverable, level, versions }: Wish,
  current: Subscription,
  typed: { shipcode: Shipcode; address: Address; onRecord: AccountAddresses } | null,
): void {
  const isDone = current.deliverables.active === deliverable && current.settings.level === level;
  if (!isDone && versions.subscription !== undefined && versions.subscription !== subscriptionVersion(current))
    throw conflict(SUBSCRIPTION);
  if (typed === null || versions.address === undefined) return;
  const { shipcode, address, onRecord } = typed;
  const isKept = JSON.stringify(onRecord.addresses[shipcode]) === JSON.stringify(address);
  if (!isKept && versions.address !== onRecord.address_versions[shipcode]) throw conflict('This address was');
}

/** Print goes to the address of the form, or, where there is none, to the one on record for the zone (section 4, keep address). */
function destinationOf(deps: Deps, deliverable: Deliverable, typed: AddressForm | null, { addresses }: AccountAddresses): Destination {
  const zone = shipcodeOf(deliverable);
  if (zone === null) return null;
  const { zones, messages, settings } = deps.publication.cached();
  const form = typed ?? formOf(addresses[zone]);
  const checked = checkAddress(form, zone, mediumOf(deliverable) === 'print', zones, checkoutMessages(messages));
  if (checked.type === 'errors') throw new Refusal(422, checked.errors);
  const { address, shipcode } = checked.destination;
  if (shipcode !== zone) throw new Refusal(422, { 'address.country': updateMessage(messages, 'other_zone', settings.support_address) });
  return form && address && { shipcode, form, address };
}

function formOf(address: Address | null): AddressForm | null {
  if (address === null) return null;
  const { line1, line2, city, state, postcode, country_code } = address;
  return { line1, line2, city, state, postcode, country: country_code };
}
