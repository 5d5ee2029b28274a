/**
 * What a field shows after a save: the saved value, or what was typed while the save was on its way, so that it can be
 * saved next.
 */
export const afterSave =
  <Typed>(sent: Typed, onRecord: Typed) =>
  (typed: Typed): Typed =>
    typed === sent ? onRecord : typed;
