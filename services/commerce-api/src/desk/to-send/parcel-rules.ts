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
export type Posted = { lines: readonly PostedLine[]; giftees: readonly Giftee[]; dispatches: readonly Packed[] };

/** What is to be sent to one address of an order: its own (null) or a giftee's. */
export type ToSend = { giftee: number | null; lines: (PostedLine & { open: number })[] };

/**
 * What of an order is still to be sent, by address. Each giftee is owed what the invoice names them for, the order's
 * own address the rest; what was sent counts for where it went. Of what is never sent, since it was paid back, the last
 * ones on the invoice lose first: nobody says whose it was. A line whose money is gone is owed to nobody.
 */
export function toSend({ lines, giftees, dispatches }: Posted): ToSend[] {
  const addresses = [null, ...giftees.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other)];
  const owed = owedTo(lines, giftees);
  const went = (giftee: number | null, ordinal: number) =>
    dispatches
      .filter((parcel) => parcel.sent && parcel.giftee === giftee)
      .flatMap((parcel) => parcel.lines)
      .reduce((sum, line) => sum + (line.ordinal === ordinal ? line.quantity : 0), 0);
  const shares = new Map<number | null, ToSend['lines']>(addresses.map((address) => [address, []]));
  for (const line of lines) {
    let open = line.gone ? 0 : Math.max(0, line.quantity - line.sent - line.dropped);
    for (const giftee of addresses) {
      const share = Math.min(open, Math.max(0, (owed.get(`${giftee}/${line.ordinal}`) ?? 0) - went(giftee, line.ordinal)));
      open -= share;
      if (share > 0) shares.get(giftee)?.push({ ...line, open: share });
    }
  }
  return addresses.flatMap((giftee) => {
    const share = shares.get(giftee) ?? [];
    return share.length > 0 ? [{ giftee, lines: share }] : [];
  });
}

/** Pieces by address and line: what the giftees are named for, and what is left for the order's own address. */
function owedTo(lines: readonly PostedLine[], giftees: readonly Giftee[]): Map<string, number> {
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
