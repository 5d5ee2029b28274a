import { isDeepStrictEqual } from 'node:util';
import { requireSession, type Login } from '../readers/login/require-session.ts';
import type { AccountAddresses } from '@newsstand/contracts/account';
import { type Address, type AddressForm, toAddressForm } from '@newsstand/contracts/address';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { upgradeTo, type Upgrade } from '@newsstand/contracts/upgrade';
import type { UpdateSubscription } from '@newsstand/contracts/upgrade-endpoints';
import { applyChange } from '../ledger/terms/apply-change.ts';
import { findSubscription } from '../ledger/terms/find-subscription.ts';
import { keepAddress } from '../ledger/terms/keep-address.ts';
import { holdSubscriptions } from '../ledger/terms/read-subscriptions.ts';
import { subscriptionVersion } from '../ledger/terms/subscription-version.ts';
import { postLetter } from '../letters/post-letter.ts';
import { findBegunUpgrades, giveUpUpgrades } from '../payments/upgrades/begun-upgrades.ts';
import { conflict } from '../platform/http/conflict.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { CodedText } from '../platform/http/coded-text.ts';
import type { Deps } from '../publication/deps.ts';
import { updateText } from '../publication/texts/update-texts.ts';
import { checkAddress } from '../rules/checkout/check-address.ts';
import { describeIssues } from '../rules/pricing/membership-rules.ts';
import { upgradeOptions } from '../rules/pricing/upgrade-rules.ts';
import type { Subscription } from '../rules/subscriptions/subscription-rules.ts';
import { checkOut } from '../shop/check-out/check-out.ts';
import { upgradeCart } from '../shop/check-out/upgrade-cart.ts';
import { readAddresses } from './read-addresses.ts';

export type Wish = {
  token: string;
  deliverable: Deliverable;
  level: Level;
  /** What the page had read; without one the change overwrites. */
  versions: UpdateSubscription['versions'];
};

type CheckedOut = Awaited<ReturnType<typeof checkOut>>;
type Updated = { type: 'succeeded' } | { type: 'failed'; message: CodedText } | { type: 'checked-out'; checkedOut: CheckedOut };
/** Where print goes; nothing for digital. */
type Destination = { shipcode: Shipcode; form: AddressForm; address: Address } | null;

/**
 * Changes how a subscription is delivered (section 4, subscription update): at once where nothing is due, and else by
 * an order whose payment starts here; `beforePaying` is asked first. Refuses (404) another's subscription, (409) one or
 * an address that is no longer that of `versions` and one whose upgrade is on its way, and (422) an address that is
 * missing or in another zone than the one that was chosen.
 */
export async function updateSubscription(
  deps: Deps,
  login: Login,
  wish: Wish,
  form: CheckoutBody,
  beforePaying: () => Promise<void>,
): Promise<Updated> {
  const { accountId: ownerId } = login;
  const { deliverable, level } = wish;
  const subscription = await findSubscription(deps, ownerId, wish.token);
  const upgrade = judge(deps, subscription, wish);
  const { messages } = deps.publication.cached();
  if (upgrade.type === 'unavailable') return { type: 'failed', message: updateText('unavailable') };
  if (upgrade.type === 'blocked') throw new Refusal(409, { general: updateText('blocked') });

  if (upgrade.type !== 'payable') {
    await change(deps, login, wish, form.address);
    return { type: 'succeeded' };
  }
  const onRecord = await readAddresses(deps.db, deps.config.publicationId, ownerId);
  const destination = destinationOf(deps, deliverable, form.address, onRecord);
  mustBeRead(wish, subscription, destination && form.address && { ...destination, onRecord });
  await beforePaying();
  const read = async () => {
    const { publicationId } = deps.config;
    const begun = await findBegunUpgrades(deps.db, { publicationId, ownerId, subscriptions: [subscription.id] });
    if (begun.some(({ state }) => state === 'processing')) throw new Refusal(409, { general: updateText('on_its_way') });
    // Whoever has an invoice's form open begins anew; the account's own order is taken up, or replaced.
    const others = begun.filter((other) => other.ownerId !== ownerId);
    await giveUpUpgrades(deps, others);
    // An issue may come out, or another tab may change it, while this one is at it.
    const current = await findSubscription(deps, ownerId, wish.token);
    const now = judge(deps, current, wish);
    const choice = { deliverable, level, term: current.term };
    const amount = now.type === 'payable' ? now.amount : 0;
    const promised = {
      type: 'upgrade' as const,
      subscription: current.id,
      deliverable,
      level,
      from: current.deliverables.set,
      from_level: current.level,
    };
    return upgradeCart({ upgrade: promised, choice, issues: current.issues, amount }, messages);
  };
  const address = destination?.form ?? null;
  const body = { ...form, address, shipcode: destination?.shipcode ?? form.shipcode };
  return { type: 'checked-out', checkedOut: await checkOut(deps, { ownerId, network: null }, body, { read }) };
}

function judge({ publication }: Deps, subscription: Subscription, { deliverable, level }: Wish): Upgrade {
  return upgradeTo(upgradeOptions(publication.cached().prices, subscription), subscription, { deliverable, level });
}

/**
 * At once, in one transaction with what it is judged by: another tab is before it or after it. With Keep Address no
 * address is written.
 */
async function change(deps: Deps, login: Login, wish: Wish, typed: AddressForm | null): Promise<void> {
  const now = deps.clock();
  const { publicationId } = deps.config;
  const { accountId: ownerId } = login;
  const { deliverable, level } = wish;
  await deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, login);
    const onRecord = await readAddresses(tx, publicationId, ownerId);
    await holdSubscriptions(tx, publicationId, [ownerId]);
    const current = await findSubscription({ ...deps, db: tx }, ownerId, wish.token);
    const upgrade = judge(deps, current, wish);
    const destination = destinationOf(deps, deliverable, typed, onRecord);
    mustBeRead(wish, current, destination && typed && { ...destination, onRecord });
    // It cost nothing a moment ago.
    if (upgrade.type !== 'free' && upgrade.type !== 'unchanged') throw conflict('subscription');
    // The page's name may be older.
    const { name, email } = await tx.account.findUniqueOrThrow({ where: { id: ownerId }, select: { name: true, email: true } });
    if (upgrade.type === 'free') {
      await applyChange(tx, { publicationId, ownerId, subscription: current.id, target: { deliverable, level }, order: null, now });
      // What is paid for is confirmed by its receipt.
      const detail = describeIssues({ deliverable, level, term: current.term }, deps.publication.cached().messages, current.issues);
      const subject = `${current.id}:${now.toISOString()}`;
      await postLetter(tx, deps, { kind: 'subscription-changed', subject, recipient: email, payload: { name, detail } });
    }
    if (destination === null || typed === null) return;
    await keepAddress(tx, { publicationId, ownerId, name, now, shipcode: destination.shipcode, address: destination.address });
  });
}

/**
 * Refuses (409) what another tab has changed since the page read it; what is as it is wished for is no conflict.
 * `typed` is an address to be written.
 */
function mustBeRead(
  { deliverable, level, versions }: Wish,
  current: Subscription,
  typed: { shipcode: Shipcode; address: Address; onRecord: AccountAddresses } | null,
): void {
  const isDone = current.deliverables.active === deliverable && current.settings.level === level;
  if (!isDone && versions.subscription !== undefined && versions.subscription !== subscriptionVersion(current))
    throw conflict('subscription');
  if (typed === null || versions.address === undefined) return;
  const { shipcode, address, onRecord } = typed;
  const isKept = isDeepStrictEqual(onRecord.addresses[shipcode], address);
  if (!isKept && versions.address !== onRecord.address_versions[shipcode]) throw conflict('address');
}

/**
 * Print goes to the address of the form, or, where there is none, to the one on record for the zone (section 4, keep
 * address).
 */
function destinationOf(deps: Deps, deliverable: Deliverable, typed: AddressForm | null, { addresses }: AccountAddresses): Destination {
  const zone = shipcodeOf(deliverable);
  if (zone === null) return null;
  const { zones } = deps.publication.cached();
  const onRecord = addresses[zone];
  const form = typed ?? (onRecord && toAddressForm(onRecord));
  const checked = checkAddress(form, zone, mediumOf(deliverable) === 'print', zones);
  if (checked.type === 'errors') throw new Refusal(422, checked.errors);
  const { address, shipcode } = checked.destination;
  if (shipcode !== zone) throw new Refusal(422, { 'address.country': updateText('other_zone') });
  return form && address && { shipcode, form, address };
}
