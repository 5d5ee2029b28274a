import { fittingReasons, type DeskReason } from '@newsstand/contracts/desk-verbs';
import { Refusal } from '../platform/http/refusal.ts';
import { deskText } from '../publication/texts/desk-texts.ts';

/** Refuses (422) a reason that is not what happened. */
export function mustFit(reason: DeskReason, disputed: boolean): void {
  if (fittingReasons([reason], disputed).length === 0) throw new Refusal(422, { reason: deskText('no_bank_took') });
}
