import { cardName } from '@newsstand/contracts/card-name';
import { formatCents } from '@newsstand/contracts/money';
import type { RefundMethod, RefundPlanLine } from '@newsstand/contracts/desk-refund';
import { Refusal } from '../../platform/http/refusal.ts';
import { DAY } from '../../platform/duration.ts';
import { hashOf } from '../../platform/secrets.ts';
import { mostOfLine, mostOfOrder, piecesWorth, shareOf, spread, unservedValue } from '../../rules/pricing/refund-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { sentLeftOf, type Refundable, type RefundableGift, type RefundableLine, type Whose } from './refundable.ts';

/** How many pieces are taken away of whose. */
type AskedOf = { giftee: number | null; quantity: number };
/**
 * What is asked of a line: pieces that are taken away, cents (null for what those are worth), and whether those that
 * were sent came back. `whose` the pieces are, where somebody chose: their sum is `quantity`.
 */
export type AskedLine = {
  ordinal: number;
  quantity: number;
  amount: number | null;
  came_back: boolean;
  whose?: readonly AskedOf[] | undefined;
  /** Which of a line's gifts, by their ids, where somebody chose: so many as `quantity`. */
  gifts?: readonly string[] | undefined;
};
/** `redeemed`: whether gifts that are taken back and were redeemed end, or stay with whom they were given to. */
export type RefundAsked = { lines: readonly AskedLine[]; shipping: number; redeemed: 'keep' | 'end' };

/**
 * A line with what a refund pays of it and takes away, of a gift's line which gifts. `credits`: of what it takes the
 * pieces that no refund has counted: one that stayed with whom it was given as its money went back was counted then.
 * `worth`: what it pays where no sum is named; of nothing that is taken, all that is left.
 */
export type PlannedLine = Omit<RefundableLine, 'whose'> & {
  worth: number;
  pays: number;
  takes: number;
  credits: number;
  came_back: boolean;
  chosen: RefundableGift[];
  whose: PlannedOf[];
};
/** How many of whose pieces it takes away, and `drops` those of them that are never sent. */
export type PlannedOf = Whose & { takes: number; drops: number };
/** What a refund of this order is, before anything is written. */
export type Planned = { lines: PlannedLine[]; shipping: number; amount: number };

/**
 * What was asked, worked out and checked: nothing is paid of a line or of the parcel beyond what they cost, and of the
 * order beyond what came in, less what has gone or is going. Refuses (422) more than that, and more pieces than are
 * left.
 */
export function planRefund(order: Refundable, asked: RefundAsked): Planned {
  const wanted = new Map(asked.lines.map((line) => [line.ordinal, line]));
  if (wanted.size < asked.lines.length || [...wanted.keys()].some((ordinal) => !order.lines.some((line) => line.ordinal === ordinal))) {
    throw new Refusal(422, deskText('line_named_twice'));
  }
  const most = mostOfOrder(order.total, order.gone);
  // What names no sum has what the order has left, beside what names one: some may have gone back elsewhere, of no
  // line.
  let left = Math.max(0, most - asked.lines.reduce((sum, { amount }) => sum + (amount ?? 0), asked.shipping));
  const lines = order.lines.map((line) => {
    const wish = wanted.get(line.ordinal) ?? { ...NOTHING, ordinal: line.ordinal };
    const planned = planLine(line, wish, { left, at: asked.lines.indexOf(wish), redeemed: asked.redeemed });
    if (wish.amount === null) left -= planned.pays;
    return planned;
  });
  if (asked.shipping > mostOfParcels(order)) {
    throw new Refusal(422, { shipping: deskText('most_of_postage', { most: formatCents(mostOfParcels(order)) }) });
  }
  const amount = lines.reduce((sum, { pays }) => sum + pays, asked.shipping);
  if (amount > most) {
    const told = deskText('most_of_order', { most: formatCents(most) });
    // Where one field says all of it, it stands beside that.
    const paying = [
      ...asked.lines.flatMap((wish, at) => (wish.amount === 0 ? [] : [`lines.${at}.amount`])),
      ...(asked.shipping > 0 ? ['shipping'] : []),
    ];
    throw new Refusal(422, paying.length === 1 ? { [paying[0] ?? '']: told } : told);
  }
  return { lines, shipping: asked.shipping, amount };
}

const NOTHING = { quantity: 0, amount: 0, came_back: false };

export const mostOfParcels = ({ parcels, parcels_back }: Refundable): number => Math.max(0, parcels - parcels_back);

function planLine(
  line: RefundableLine,
  { quantity, amount, came_back, whose, gifts }: Omit<AskedLine, 'ordinal'>,
  { left, at, redeemed }: { left: number; at: number; redeemed: RefundAsked['redeemed'] },
): PlannedLine {
  const most = leftOf(line);
  if (quantity > most) throw new Refusal(422, { [`lines.${at}.quantity`]: deskText('most_of_copies', { line: line.name, most }) });
  // One term has all the copies that its line is for, or upgrades.
  if ((line.type === 'personal-subscription' || line.type === 'subscription-upgrade') && quantity > 0 && quantity < line.quantity) {
    throw new Refusal(422, { [`lines.${at}.quantity`]: deskText('whole_subscription') });
  }
  const chosen = chosenOf(line, { quantity, gifts, at });
  const credits = Math.min(quantity, line.quantity - line.taken);
  // While nothing is taken away it is named what all that is left is worth.
  const stays = redeemed === 'keep' && quantity > 0;
  const propose = (pieces: number, of: readonly RefundableGift[]) =>
    Math.min(worthOf(line, pieces, { gifts: of.slice(0, pieces), stays }), left + (amount ?? 0));
  const pays = amount ?? propose(credits, chosen);
  if (pays > mostOfLine(line)) {
    throw new Refusal(422, { [`lines.${at}.amount`]: deskText('most_of_line', { most: formatCents(mostOfLine(line)), line: line.name }) });
  }
  const worth = quantity > 0 ? propose(credits, chosen) : propose(line.quantity - line.taken, standingOf(line));
  return { ...line, worth, pays, takes: quantity, credits, came_back, chosen, whose: takenOf(line, { quantity, whose, at }) };
}

/** Which gifts go: as somebody chose, or else first those that nobody has redeemed. */
function chosenOf(
  line: RefundableLine,
  { quantity, gifts, at }: { quantity: number; gifts: AskedLine['gifts']; at: number },
): RefundableGift[] {
  const standing = standingOf(line);
  if (gifts === undefined) return standing.slice(0, quantity);
  const asked = new Set(gifts);
  const chosen = standing.filter(({ id }) => asked.has(id));
  if (chosen.length !== quantity || asked.size !== quantity) {
    throw new Refusal(422, { [`lines.${at}.quantity`]: deskText('gifts_not_there', { line: line.name }) });
  }
  return chosen;
}

/**
 * Whose pieces go: as somebody chose, or else first what is not sent, the payer's own before their giftees', of whom
 * the last on the invoice loses first.
 */
function takenOf(line: RefundableLine, { quantity, whose, at }: { quantity: number; whose: AskedLine['whose']; at: number }): PlannedOf[] {
  if (whose !== undefined) {
    const asked = new Map(whose.map((one) => [one.giftee, one.quantity]));
    const sum = whose.reduce((pieces, one) => pieces + one.quantity, 0);
    const isTheirs = [...asked].every(([giftee, pieces]) => pieces <= (line.whose.find((one) => one.giftee === giftee)?.left ?? 0));
    if (asked.size < whose.length || sum !== quantity || !isTheirs) {
      throw new Refusal(422, { [`lines.${at}.quantity`]: deskText('pieces_not_theirs', { line: line.name }) });
    }
    const planned = line.whose.map((one) => ofThem(one, asked.get(one.giftee) ?? 0));
    const most = sentLeftOf(line);
    if (planned.reduce((pieces, { takes, drops }) => pieces + takes - drops, 0) > most) {
      throw new Refusal(422, { [`lines.${at}.quantity`]: deskText('most_of_sent', { line: line.name, most: String(most) }) });
    }
    return planned;
  }
  const [own, others] = [line.whose.filter(({ giftee }) => giftee === null), line.whose.filter(({ giftee }) => giftee !== null)];
  const inTurn = [...own, ...others.toReversed()];
  const takes = new Map<number | null, number>();
  let left = quantity;
  for (const mayGo of [({ open }: Whose) => open, (one: Whose) => one.left - one.open]) {
    for (const one of inTurn) {
      const pieces = Math.min(left, mayGo(one));
      left -= pieces;
      takes.set(one.giftee, (takes.get(one.giftee) ?? 0) + pieces);
    }
  }
  return line.whose.map((one) => ofThem(one, takes.get(one.giftee) ?? 0));
}

const ofThem = (one: Whose, takes: number): PlannedOf => ({ ...one, takes, drops: Math.min(takes, one.open) });

/** How many pieces of a line are not sent any more by it. */
export const dropsOfLine = ({ takes, quantity, sent, dropped, whose }: PlannedLine): number =>
  whose.length > 0 ? whose.reduce((sum, { drops }) => sum + drops, 0) : Math.min(takes, quantity - sent - dropped);

/**
 * How many pieces of a line can be taken away: those that no refund has counted, and gifts that stayed with whom they
 * were given as their money went back.
 */
export const leftOf = ({ quantity, taken, gifts }: RefundableLine): number => Math.max(quantity - taken, standingOf({ gifts }).length);

/**
 * What so much of a line is worth: of a subscription and an upgrade what was not served, of gifts too, and nothing of
 * one that was redeemed and `stays` with whom it was given to; of anything else its share.
 */
function worthOf(
  line: Omit<RefundableLine, 'whose'>,
  pieces: number,
  { gifts, stays = false }: { gifts: readonly RefundableGift[]; stays?: boolean },
): number {
  const came = line.term ?? line.bettered;
  if (came !== null) return unservedValue(mostOfLine(line), came.served, came.reckoned);
  const whole = piecesWorth(line, pieces);
  // Shares that sum to the whole: of what stays no cent is left over.
  const each = (at: number) => shareOf(whole, at + 1, pieces) - shareOf(whole, at, pieces);
  return gifts.reduce((left, gift, at) => left - (stays && gift.redeemed ? each(at) : servedOf(gift, each(at))), whole);
}

/** The gifts that can be taken away, those that nobody has redeemed first. */
const standingOf = ({ gifts }: Pick<RefundableLine, 'gifts'>): RefundableGift[] => gifts.filter((gift) => !isOver(gift));

/** Taken away before: its link is good for nothing, or what it gave was ended. */
const isOver = ({ revoked, terms }: RefundableGift): boolean => revoked || (terms.length > 0 && terms.every(({ cancelled }) => cancelled));

/**
 * What of each line, and of the postage, a sum is that went back without the desk: first what was taken away for it, at
 * what that is worth, then in proportion of all that is left, so that a part of an order pays none of its lines back
 * whole.
 */
export function spreadElsewhere(order: Refundable, lines: readonly PlannedLine[], sum: number): Planned {
  const taken = spread(
    sum,
    lines.map((line) => (line.takes > 0 ? worthOf(line, line.credits, { gifts: line.chosen.slice(0, line.credits) }) : 0)),
  );
  const first = taken.reduce((all, cents) => all + cents, 0);
  const rest = spread(sum - first, [...lines.map((line, at) => mostOfLine(line) - (taken[at] ?? 0)), mostOfParcels(order)]);
  return {
    lines: lines.map((line, at) => ({ ...line, pays: (taken[at] ?? 0) + (rest[at] ?? 0) })),
    shipping: rest.at(-1) ?? 0,
    amount: sum,
  };
}

/** What of a redeemed gift came already, in cents of its `value`. */
function servedOf({ terms }: RefundableGift, value: number): number {
  const served = terms.reduce((sum, term) => sum + term.served, 0);
  // What was posted of a lifetime before an account took it over is part of it.
  const lifetime = terms.find((term) => term.issues === null);
  const issues = lifetime ? lifetime.reckoned : terms.reduce((sum, term) => sum + term.reckoned, 0);
  return terms.length === 0 ? 0 : value - unservedValue(value, served, issues);
}

/** As the dialog shows a line: no more is proposed than its order has left. */
export function shownLine(order: Refundable, line: PlannedLine, { seesReaders }: { seesReaders: boolean }): RefundPlanLine {
  const { ordinal, type, name, detail, quantity, taken, value, back, worth, pays, takes, term, gifts, sent, whose } = line;
  const most = Math.min(mostOfLine(line), mostOfOrder(order.total, order.gone));
  return {
    ordinal,
    type,
    name,
    detail,
    quantity,
    taken,
    left: leftOf(line),
    value,
    back,
    most,
    worth,
    pays,
    takes,
    term: term && { served: term.served, issues: term.issues, ended: term.cancelled, ...withdrawal(line) },
    gifts: type === 'gift-subscription' ? { ...countGifts(gifts), each: eachOf(line, seesReaders) } : null,
    monthly: line.donation !== null,
    sent,
    held: line.held ? quantity - sent - line.dropped : 0,
    ...(whose.length > 0 && { whose: whose.map(({ open: held, ...one }) => ({ ...one, held })) }),
  };
}

/**
 * For so long after its first copy whoever bought a subscription may withdraw from it (the EU's law of contracts at a
 * distance).
 */
const WITHDRAWN_WITHIN = 14 * DAY;

function withdrawal({ type, term }: RefundableLine): { withdraw_until?: string | null } {
  if (type !== 'personal-subscription' || term?.begun === undefined) return {};
  return { withdraw_until: term.begun && new Date(Date.parse(term.begun) + WITHDRAWN_WITHIN).toISOString() };
}

const eachOf = (line: PlannedLine, seesReaders: boolean) =>
  standingOf(line).map((gift) => {
    const [served, issues] = [sumOf(gift.terms, ({ served: came }) => came), gift.terms.map((term) => term.issues)];
    return {
      id: gift.id,
      redeemed: gift.redeemed ? (seesReaders ? gift.name : '') : null,
      served,
      issues: issues.includes(null) ? null : sumOf(issues, (one) => one ?? 0),
      takes: line.chosen.includes(gift),
    };
  });

const sumOf = <One>(all: readonly One[], count: (one: One) => number): number => all.reduce((sum, one) => sum + count(one), 0);

function countGifts(gifts: readonly RefundableGift[]) {
  const standing = gifts.filter(({ revoked }) => !revoked);
  const redeemed = standing.filter((gift) => gift.redeemed).length;
  return { open: standing.length - redeemed, redeemed, revoked: gifts.length - standing.length };
}

/** How an order's money can go back: as it came, or by check or wire; none where all of it has. */
export function methodsOf({ total, gone, intent }: Refundable): RefundMethod[] {
  if (mostOfOrder(total, gone) === 0) return [];
  return intent === null ? ['check', 'wire'] : ['card', 'check', 'wire'];
}

export const paidWith = ({ card }: Refundable): string | null => card && `${cardName(card.type)} ···· ${card.last_four}`;

/**
 * What tells one state of an order's money and of what it paid for from another: whoever was shown an older one is
 * told who was first. The version of a plan begins with it, and goes on with the mark of all that the plan shows.
 */
export function stateOf(order: Refundable): string {
  const { gone, lines, shares, waiting } = order;
  const marks = lines.map((line) => {
    const { taken, term, gifts, dropped, sent } = line;
    const redeemed = gifts.filter((gift) => gift.redeemed).length;
    return [taken, term?.served ?? '', term?.cancelled ? 'x' : '', redeemed, leftOf(line), dropped, sent].join('.');
  });
  // What waits to be sent once more goes with its line.
  const copies = waiting.map(({ number, open }) => `${number}.${open}`);
  // Whose pieces go where nobody chose is by whose are not sent, also where as many are as before.
  const theirs = shares.map(({ giftee, ordinal, open }) => `${giftee ?? ''}.${ordinal}.${open}`);
  return `${moneyMark(order)}.${hashOf([gone, ...marks, ...copies, ...theirs].join('-')).slice(0, 22)}`;
}

/**
 * Of a version the part that changes with what goes back or is taken away, and not with what comes, is sent or is
 * redeemed.
 */
export const moneyMark = ({ gone, refunds, lines }: OfMoney): string =>
  hashOf([gone, refunds, ...lines.map(({ taken }) => taken)].join('-')).slice(0, 22);

type OfMoney = Pick<Refundable, 'gone' | 'refunds'> & { lines: readonly Pick<RefundableLine, 'taken'>[] };
