/** What a field holds after what was sent is saved: what is on record, or what was typed while the save was on its way, which may be sent in its turn. */
export const afterSave =
  <Typed>(sent: Typed, onRecord: Typed) =>
  (typed: Typed): Typed =>
    typed === sent ? onRecord : typed;
