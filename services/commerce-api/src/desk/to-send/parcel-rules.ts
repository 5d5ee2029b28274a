/** A line of an order whose pieces are posted. */
export type PostedLine = {
  ordinal: number;
  type: string;
  ref: string;
  name: string;
  detail: string | null;
  quantity: number;
  sent: number;
  dropped: number;
  /** All that it cost has gone back: what is left of it is not to be sent. */
  gone: boolean;
};
/** Whom an invoice names for pieces, by their place on it. */
export type GivenLine = { type: string; ref: string; quantity: number };
export type Giftee = { ordinal: number; lines: readonly GivenLine[] };
/** Pieces of a parcel that was packed, or sent. */
export type PackedLine = { ordinal: number; quantity: number };
export type Packed = { giftee: number | null; sent: boolean; lines: readonly PackedLine[] };
/** Pieces that are never sent, and whose they were: of what a release before dropped nobody said. */
export type DroppedOf = { ordinal: number; giftee: number | null; quantity: number };
export type Posted<Line extends OwedLine = PostedLine> = {
  lines: readonly Line[];
  giftees: readonly Giftee[];
  dispatches: readonly Packed[];
  dropped_of: readonly DroppedOf[];
};
type OwedLine = Pick<PostedLine, 'ordinal' | 'type' | 'ref' | 'quantity' | 'sent' | 'dropped'>;

/**
 * What of a line is whose: the order's own address (null) or a giftee's. `sent` went there, `dropped` is never sent,
 * `open` is neither.
 */
export type Share = { giftee: number | null; ordinal: number; sent: number; dropped: number; open: number };

/**
 * Whose the pieces of an order are. Each giftee is owed what the invoice names them for, the order's own address the
 * rest; what was sent counts for where it went, and what is never sent for whose it was. Where nobody said whose, the
 * last ones on the invoice lose first.
 */
export function sharesOf({ lines, giftees, dispatches, dropped_of }: Posted<OwedLine>): Share[] {
  const addresses = [null, ...giftees.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other)];
  const owed = owedTo(lines, giftees);
  const sum = (all: readonly { ordinal: number; quantity: number }[], ordinal: number) =>
    all.reduce((pieces, line) => pieces + (line.ordinal === ordinal ? line.quantity : 0), 0);
  return lines.flatMap(({ ordinal, ...line }) => {
    let left = Math.max(0, line.quantity - line.sent - line.dropped);
    return addresses.map((giftee) => {
      const mine = owed.get(`${giftee}/${ordinal}`) ?? 0;
      const parcels = dispatches.filter((parcel) => parcel.sent && parcel.giftee === giftee);
      const sent = sum(
        parcels.flatMap((parcel) => parcel.lines),
        ordinal,
      );
      const lost = sum(
        dropped_of.filter((one) => one.giftee === giftee),
        ordinal,
      );
      const open = Math.min(left, Math.max(0, mine - sent - lost));
      left -= open;
      return { giftee, ordinal, sent, dropped: Math.max(0, mine - sent - open), open };
    });
  });
}

/** What is to be sent to one address of an order: its own (null) or a giftee's. */
export type ToSend = { giftee: number | null; lines: (PostedLine & { open: number })[] };

/** What of an order is still to be sent, by address. A line whose money is gone is owed to nobody. */
export function toSend(posted: Posted): ToSend[] {
  const open = sharesOf(posted).flatMap(({ giftee, ordinal, open: pieces }) => {
    const line = posted.lines.find((one) => one.ordinal === ordinal);
    return line === undefined || line.gone || pieces === 0 ? [] : [{ giftee, line: { ...line, open: pieces } }];
  });
  return [...Map.groupBy(open, ({ giftee }) => giftee)]
    .map(([giftee, theirs]) => ({ giftee, lines: theirs.map(({ line }) => line) }))
    .toSorted((one, other) => (one.giftee ?? 0) - (other.giftee ?? 0));
}

/** Pieces by address and line: what the giftees are named for, and what is left for the order's own address. */
function owedTo(lines: readonly OwedLine[], giftees: readonly Giftee[]): Map<string, number> {
  const owed = new Map<string, number>();
  const free = new Map(lines.map(({ ordinal, quantity }) => [ordinal, quantity]));
  for (const giftee of giftees) {
    for (const given of giftee.lines) {
      let wanted = given.quantity;
      for (const { ordinal } of lines.filter(({ type, ref }) => type === given.type && ref === given.ref)) {
        const takes = Math.min(wanted, free.get(ordinal) ?? 0);
        wanted -= takes;
        free.set(ordinal, (free.get(ordinal) ?? 0) - takes);
        const key = `${giftee.ordinal}/${ordinal}`;
        owed.set(key, (owed.get(key) ?? 0) + takes);
      }
    }
  }
  for (const [ordinal, left] of free) owed.set(`null/${ordinal}`, left);
  return owed;
}

/**
 * What goes into a parcel now, with what is to be put back of what was packed: a batch froze its pieces, and what was
 * paid back since goes nowhere. Without a batch it is all that is open.
 */
export function contentsOf(lines: readonly PostedLine[], open: ToSend['lines'], packed: readonly PackedLine[] | null) {
  if (packed === null) return open.map(({ open: quantity, ...line }) => ({ ...line, quantity, back: 0 }));
  return packed.flatMap(({ ordinal, quantity: frozen }) => {
    const line = lines.find((one) => one.ordinal === ordinal);
    if (!line) return [];
    const quantity = Math.min(frozen, open.find((one) => one.ordinal === ordinal)?.open ?? 0);
    return [{ ...line, quantity, back: frozen - quantity }];
  });
}
