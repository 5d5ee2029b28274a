import { Address, type AddressForm } from '@newsstand/contracts/address';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { upgradeTo, type Upgrade } from '@newsstand/contracts/upgrade';
import * as v from 'valibot';
import { checkAddress } from '../checkout/check-address.ts';
import { checkOut } from '../checkout/check-out.ts';
import { checkoutMessages } from '../checkout/messages.ts';
import type { Deps } from '../deps.ts';
import { describeChoice } from '../pricing/membership-rules.ts';
import { upgradeOptions } from '../pricing/upgrade-rules.ts';
import { Refusal } from '../refusal.ts';
import { applyChange } from './apply-change.ts';
import { findOwn } from './find-own.ts';
import { keepAddress } from './keep-address.ts';
import type { Subscription } from './subscription-rules.ts';
import { updateMessage } from './update-messages.ts';
import { upgradeCart } from './upgrade-cart.ts';

export type Wish = { token: string; deliverable: Deliverable; level: Level };
type CheckedOut = Awaited<ReturnType<typeof checkOut>>;
type Updated = { type: 'succeeded' } | { type: 'failed'; message: string } | { type: 'checked-out'; checkedOut: CheckedOut };
/** Where print goes; nothing for digital. */
type Destination = { shipcode: Shipcode; form: AddressForm; address: Address } | null;

/**
 * Changes how a subscription is delivered (section 4, subscription update): at once where nothing is due, and else by an order whose payment starts here;
 * `beforePaying` is asked first. Refuses (404) another's subscription, and (422) an address that is missing or in another zone than the one that was chosen.
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

  const destination = await destinationOf(deps, ownerId, deliverable, form.address);
  if (upgrade.type !== 'payable') {
    await change(deps, ownerId, subscription, wish, { destination, name: form.name, isNews: upgrade.type === 'free' });
    return { type: 'succeeded' };
  }
  await beforePaying();
  const read = async () => {
    // An issue may come out, or another tab may change it, while this one is at it.
    const current = await findOwn(deps, ownerId, wish.token);
    const now = judge(deps, current, wish);
    const detail = describeChoice({ deliverable, level, term: current.term });
    return upgradeCart({
      ref: `${current.id}/${deliverable}/${level}`,
      detail,
      deliverable,
      amount: now.type === 'payable' ? now.amount : 0,
    });
  };
  const address = destination?.form ?? null;
  const body = { ...form, address, shipcode: destination?.shipcode ?? form.shipcode };
  return { type: 'checked-out', checkedOut: await checkOut(deps, ownerId, body, read) };
}

function judge({ publication }: Deps, subscription: Subscription, { deliverable, level }: Wish): Upgrade {
  return upgradeTo(upgradeOptions(publication.cached().prices, subscription), subscription, { deliverable, level });
}

async function change(
  { db, config, clock }: Deps,
  ownerId: string,
  { id }: Subscription,
  { deliverable, level }: Wish,
  { destination, name, isNews }: { destination: Destination; name: string; isNews: boolean },
): Promise<void> {
  const now = clock();
  const { publicationId } = config;
  await db.$transaction(async (tx) => {
    if (isNews) await applyChange(tx, { publicationId, ownerId, subscription: id, target: { deliverable, level }, order: null, now });
    if (destination)
      await keepAddress(tx, { publicationId, ownerId, name, now, shipcode: destination.shipcode, address: destination.address });
  });
}

/** Print goes to the address of the form, or, where there is none, to the one on record for the zone (section 4, keep address). */
async function destinationOf(deps: Deps, ownerId: string, deliverable: Deliverable, typed: AddressForm | null): Promise<Destination> {
  const zone = shipcodeOf(deliverable);
  if (zone === null) return null;
  const { zones, messages, settings } = deps.publication.cached();
  const form = typed ?? (await addressOnRecord(deps, ownerId, zone));
  const checked = checkAddress(form, zone, mediumOf(deliverable) === 'print', zones, checkoutMessages(messages));
  if (checked.type === 'errors') throw new Refusal(422, checked.errors);
  const { address, shipcode } = checked.destination;
  if (shipcode !== zone) throw new Refusal(422, { 'address.country': updateMessage(messages, 'other_zone', settings.support_address) });
  return form && address && { shipcode, form, address };
}

async function addressOnRecord({ db, config }: Deps, ownerId: string, shipcode: Shipcode): Promise<AddressForm | null> {
  const row = await db.ownerAddress.findFirst({
    where: { publicationId: config.publicationId, ownerId, shipcode },
    select: { address: true },
  });
  if (!row) return null;
  const { line1, line2, city, state, postcode, country_code } = v.parse(Address, row.address);
  return { line1, line2, city, state, postcode, country: country_code };
}
