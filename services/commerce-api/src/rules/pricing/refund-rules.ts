/**
 * A line of an order that money goes back for: what all of it was paid, how many pieces it is, how many were taken away
 * before, and what of it has gone back or is going.
 */
export type RefundedLine = { value: number; quantity: number; taken: number; back: number };

/** For how many issues a lifetime is reckoned, unless the publication says otherwise. */
export const LIFETIME_ISSUES = 60;

/** What one person may pay back of an order in a day, in cents, unless the publication says otherwise. */
export const REFUND_LIMIT = 25_000;

/**
 * What of a line `pieces` of its `quantity` are worth together, in cents: rounded down, so that the shares of any
 * pieces one after another sum to the whole.
 */
export function shareOf(value: number, pieces: number, quantity: number): number {
  return Math.floor((value * pieces) / quantity);
}

/** What the next `pieces` of a line are worth, in cents; never more than is left of it. */
export function piecesWorth({ value, quantity, taken, back }: RefundedLine, pieces: number): number {
  const share = shareOf(value, taken + pieces, quantity) - shareOf(value, taken, quantity);
  return Math.min(share, mostOfLine({ value, back }));
}

/** What can still go back of a line, in cents. */
export function mostOfLine({ value, back }: Pick<RefundedLine, 'value' | 'back'>): number {
  return Math.max(0, value - back);
}

/**
 * What of `value` was not served yet, in cents: what the books still owe. `issues`: of a lifetime as many as it is
 * reckoned at.
 */
export function unservedValue(value: number, served: number, issues: number): number {
  return issues === 0 ? 0 : value - shareOf(value, Math.min(served, issues), issues);
}

/** What may go back of an order, in cents: no more than came in, less what has gone or is going. */
export function mostOfOrder(total: number, gone: number): number {
  return Math.max(0, total - gone);
}

/**
 * Shares of a sum over what there is room for, in cents: in proportion, never more than the room, and together the sum,
 * or all the room where that is less.
 */
export function spread(sum: number, rooms: readonly number[]): number[] {
  const room = rooms.reduce((all, each) => all + each, 0);
  const given = Math.min(sum, room);
  if (room === 0) return rooms.map(() => 0);
  // Rounded down at the running sum, so that no cent is lost between them.
  let before = 0;
  return rooms.map((each) => {
    const share = shareOf(given, before + each, room) - shareOf(given, before, room);
    before += each;
    return share;
  });
}
