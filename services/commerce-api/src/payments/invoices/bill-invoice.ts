import { addressLines, type Address, type AddressForm } from '@newsstand/contracts/address';
import { type Deliverable, GOODS, type GoodType, type Totals } from '@newsstand/contracts/cart';
import type { CouponResult } from '@newsstand/contracts/coupon';
import { deliverableOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { addUp, subscriptionPrice } from '@newsstand/contracts/pricing';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { shippingPrice, type ShipPrices } from '@newsstand/contracts/shipping-config';
import type { OrderLine } from '../../ledger/orders/order-row.ts';
import { defaultZone } from '../../publication/default-zone.ts';
import type { PublishedData } from '../../publication/published-data.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { lineText } from '../../publication/texts/line-texts.ts';
import { checkAddress } from '../../rules/checkout/check-address.ts';
import type { GifteeLine } from '../../rules/gifts/giftee-line.ts';
import { countCopies, couponTold, giftCoupon, subscriptionCoupon } from '../../rules/pricing/coupon-rules.ts';
import { describeChoice, describeIssues, giftRef } from '../../rules/pricing/membership-rules.ts';
import { isMovedTo, upgradeAmount } from '../../rules/pricing/upgrade-rules.ts';
import { countIssues, isRunning, type Subscription, type Subscriptions } from '../../rules/subscriptions/subscription-rules.ts';
import { problemOf, type InvoiceProblem } from './invoice-error.ts';
import type { FileGiftee, InvoiceFile } from './invoice-file.ts';
import { words } from '../../publication/texts/words.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';

/** A good as it is sold now. */
export type SoldGood = { type: GoodType; ref: string; name: string; detail: string | null; price: number; on_sale: boolean };
/** What an invoice is priced by. `subscriptions` are those that whom it is for has had before. */
export type BillingWorld = Pick<PublishedData, 'settings' | 'zones' | 'prices' | 'coupons' | 'messages'> & {
  goods: SoldGood[];
  subscriptions: Subscriptions;
};
/** How many copies of the invoice have a coupon. */
type CopiesWith = ReturnType<typeof countCopies>;
export type BilledGiftee = { name: string; email: string | null; address: Address | null; lines: GifteeLine[] };
/** Amounts in cents. Each good and each kind of gift has one line, whoever gets them; `giftees` says who. */
export type Bill = { address: Address | null; shipcode: Shipcode; lines: OrderLine[]; totals: Totals; giftees: BilledGiftee[] };

type Order = InvoiceFile['goods'][number];
type Place = { address: Address | null; shipcode: Shipcode };
type Postage = { goods: number; shipping: number; discount: number };

/**
 * Works out what an invoice charges, at the publication's prices; goods to each address are posted together. Every
 * problem is told by its field.
 */
export function billInvoice(file: InvoiceFile, world: BillingWorld): { bill: Bill | null; problems: InvoiceProblem[] } {
  const problems: InvoiceProblem[] = [];
  const zone = defaultZone(world);
  const place = (field: string, form: AddressForm | null, required: boolean): Place => {
    if (form === null && required) {
      problems.push(problemOf(field, deskText('invoice_needs_address')));
      return { address: null, shipcode: zone };
    }
    const checked = checkAddress(form, zone, required, world.zones);
    if (checked.type === 'destination') return checked.destination;
    const problem = (name: string, told: CodedText) => problemOf(name.replace(/^address/, field), told, words(told, world));
    problems.push(...Object.entries(checked.errors).map(([name, message]) => problem(name, message)));
    return { address: null, shipcode: zone };
  };
  const sold = (field: string, orders: Order[]) =>
    orders.flatMap((order, index) => {
      const good = world.goods.find(({ type, ref }) => type === order.item && ref === order.ref);
      if (good?.on_sale) return [{ good, quantity: order.quantity }];
      const of = `${field}[${index}].ref`;
      problems.push({ field: of, told: deskText('not_on_sale'), line: `${of} is "${order.ref}", which is not sold as ${order.item}` });
      return [];
    });

  const copiesWith = countCopies([
    ...(file.membership ? [file.membership] : []),
    ...file.giftees.flatMap(({ gift }) => (gift ? [{ coupon: gift.coupon, copies: 1 }] : [])),
  ]);
  const isPrint = file.membership?.medium === 'print' || file.upgrade?.medium === 'print' || file.move === true;
  const own = place('address', file.address, isPrint || isPosted(file.goods));
  const giftees = file.giftees.map((giftee, index) => {
    const field = `giftees[${index}]`;
    if (giftee.gift === null && giftee.goods.length === 0)
      problems.push({ field, told: deskText('nothing_to_pay'), line: `${field} must be given a gift or goods` });
    const to = place(`${field}.address`, giftee.address, giftee.gift?.medium === 'print' || isPosted(giftee.goods));
    return { giftee, to, goods: sold(`${field}.goods`, giftee.goods), gift: giftLine(world, giftee, to, { field, copiesWith }, problems) };
  });
  const membership = membershipLine(world, file, own, copiesWith, problems);
  const ownGoods = sold('goods', file.goods);

  const goods = mergeGoods([...ownGoods, ...giftees.flatMap((giftee) => giftee.goods)]);
  const gifts = mergeGifts(giftees.flatMap(({ gift }) => gift ?? []));
  const lines = [...(membership ? [membership] : []), ...changeLines(world, file, own, problems), ...gifts, ...goods];
  const parcels = [{ to: own, goods: ownGoods }, ...giftees].map(({ to, goods: parcel }) => postage(world.zones.ship_prices, to, parcel));
  const totals = addUp([
    ...lines.map(({ price, quantity, discount, shipping = 0 }) => ({ goods: price * quantity, shipping, discount })),
    ...parcels,
  ]);
  if (problems.length > 0) return { bill: null, problems };
  const billed = giftees.map(({ giftee: { name, email }, to, goods: given, gift }) => ({
    name,
    email,
    address: to.address,
    lines: [...(gift ? [gifteeLine(gift)] : []), ...mergeGoods(given).map(gifteeLine)],
  }));
  return { bill: { ...own, lines, totals, giftees: billed }, problems };
}

function isPosted(orders: Order[]): boolean {
  return orders.some(({ item }) => GOODS[item].medium === 'print');
}

function membershipLine(
  { prices, coupons, messages, subscriptions }: BillingWorld,
  { membership }: InvoiceFile,
  { shipcode }: Place,
  copiesWith: CopiesWith,
  problems: InvoiceProblem[],
) {
  if (!membership) return null;
  const renewal = subscriptions.length > 0;
  const { medium, level, term, coupon, copies } = membership;
  const deliverable = deliverableOf(medium, shipcode);
  const tried = subscriptionCoupon(coupons, { renewal, medium, level, term, coupon }, shipcode, copiesWith(coupon));
  checkCoupon('membership.coupon', tried, problems);
  const { price, shipping, discount } = subscriptionPrice(prices, { deliverable, level, term }, tried, copies);
  return {
    type: 'personal-subscription',
    ref: `${medium}/${level}/${term}`,
    name: lineText(messages, renewal ? 'renewal' : 'subscription'),
    detail: describeChoice({ deliverable, level, term }, messages),
    quantity: copies,
    price,
    shipping,
    discount,
    choice: { type: 'subscription', deliverable, level, term, coupon, renewal },
  } satisfies OrderLine;
}

/**
 * Every subscription that runs or follows, for the issues that it still owes. An upgrade is of those that it costs
 * something, and staff may upgrade what automatic upgrade is not for, a lifetime; a move is of all that are posted,
 * since one that costs nothing more has to go along.
 */
function changeLines(
  world: BillingWorld,
  { upgrade, move, email }: InvoiceFile,
  { address, shipcode }: Place,
  problems: InvoiceProblem[],
): OrderLine[] {
  if (!upgrade && !move) return [];
  const lineOf = changeLine(world, address);
  const to = upgrade && { deliverable: deliverableOf(upgrade.medium, shipcode), level: upgrade.level };
  const lines = to
    ? world.subscriptions
        .filter(isRunning)
        .map((one) => lineOf(one, to))
        .filter(({ price }) => price > 0)
    : world.subscriptions
        .filter((one) => isMovedTo(one, shipcode))
        .map((one) => lineOf(one, { deliverable: `print-${shipcode}`, level: one.level }));
  if (!lines.some(({ price }) => price > 0))
    problems.push(problemOf(to ? 'upgrade' : 'move', deskText('upgrade_costs_nothing', { email })));
  return lines;
}

const changeLine =
  ({ prices, messages }: BillingWorld, address: Address | null) =>
  (subscription: Subscription, { deliverable, level }: Pick<Subscription, 'level'> & { deliverable: Deliverable }): OrderLine => {
    const { id, term, copies, deliverables, issues } = subscription;
    const held = { deliverable: deliverables.set, level: subscription.level, term, issues: countIssues(subscription).left };
    // The same copies, somewhere else.
    const isMove = level === subscription.level && shipcodeOf(deliverables.set) !== null && address !== null;
    return {
      type: 'subscription-upgrade',
      ref: `${id}/${deliverable}/${level}`,
      name: isMove ? lineText(messages, 'move', { place: addressLines(address).at(-1) ?? '' }) : lineText(messages, 'upgrade'),
      detail: describeIssues({ deliverable, level, term }, messages, issues),
      quantity: copies,
      price: upgradeAmount(prices, held, { deliverable, level }),
      shipping: 0,
      discount: 0,
      choice: { type: 'upgrade', subscription: id, deliverable, level, from: deliverables.set, from_level: subscription.level },
    };
  };

function giftLine(
  { prices, coupons, messages }: BillingWorld,
  { gift }: FileGiftee,
  { shipcode }: Place,
  { field, copiesWith }: { field: string; copiesWith: CopiesWith },
  problems: InvoiceProblem[],
) {
  if (!gift) return null;
  const { medium, level, term, coupon } = gift;
  const giftsub = { deliverable: deliverableOf(medium, shipcode), level, term, coupon };
  const tried = giftCoupon(coupons, giftsub, copiesWith(coupon));
  checkCoupon(`${field}.gift.coupon`, tried, problems);
  const { price, shipping, discount } = subscriptionPrice(prices, giftsub, tried);
  return {
    type: 'gift-subscription',
    ref: giftRef(giftsub),
    name: lineText(messages, 'gift'),
    detail: describeChoice(giftsub, messages),
    quantity: 1,
    price,
    shipping,
    discount,
    choice: { type: 'gift', ...giftsub },
  } satisfies OrderLine;
}

function checkCoupon(field: string, tried: CouponResult | null, problems: InvoiceProblem[]): void {
  if (tried === null || tried.type === 'applied') return;
  problems.push(problemOf(field, tried.type === 'forces-gift' ? deskText('coupon_for_gifts') : couponTold(tried.why)));
}

function mergeGifts(gifts: OrderLine[]): OrderLine[] {
  return [...Map.groupBy(gifts, ({ ref }) => ref).values()].flatMap((alike) => {
    const [first] = alike;
    const sum = (of: 'shipping' | 'discount') => alike.reduce((total, line) => total + (line[of] ?? 0), 0);
    return first ? [{ ...first, quantity: alike.length, shipping: sum('shipping'), discount: sum('discount') }] : [];
  });
}

/** One line for each good: its stock is taken by line. */
function mergeGoods(ordered: { good: SoldGood; quantity: number }[]): OrderLine[] {
  return [...Map.groupBy(ordered, ({ good }) => `${good.type}/${good.ref}`).values()].flatMap((alike) => {
    const quantity = alike.reduce((sum, one) => sum + one.quantity, 0);
    return alike
      .slice(0, 1)
      .map(({ good: { type, ref, name, detail, price } }) => ({ type, ref, name, detail, quantity, price, discount: 0 }));
  });
}

/** Section 9: what posting a parcel of goods costs. */
function postage(shipPrices: ShipPrices, { shipcode }: Place, parcel: { good: SoldGood; quantity: number }[]): Postage {
  const posted = parcel.filter(({ good }) => GOODS[good.type].medium === 'print').reduce((sum, { quantity }) => sum + quantity, 0);
  return { goods: 0, shipping: shippingPrice(shipPrices, shipcode, posted), discount: 0 };
}

function gifteeLine({ type, ref, name, detail, quantity, price }: OrderLine): GifteeLine {
  return { type, ref, name: detail === null ? name : `${name}: ${detail}`, quantity, price };
}
