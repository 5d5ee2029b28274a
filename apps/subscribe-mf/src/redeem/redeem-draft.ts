import { Deliverable } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { TypedAddress } from '@newsstand/contracts/address';
import type { RedeemForm } from './redeem-form.ts';

const KEY = 'newsstand:redeem-draft';

const Typed = v.object({ name: v.string(), email: v.string(), ...TypedAddress.entries });
/** Of one gift: another one begins blank. `chosen` is null as long as the reader left what was preselected. */
const Draft = v.object({ token: v.string(), typed: Typed, chosen: v.nullable(Deliverable) });
type Draft = { token: string; typed: RedeemForm; chosen: Deliverable | null };

/**
 * What is typed on the redemption page, kept in the tab over a login, but for passwords, which are kept nowhere. Where
 * storage is full, blocked or holds something else, nothing is kept, and the page works all the same.
 */
export const redeemDraft = {
  read(token: string): Draft | null {
    try {
      const { success, output } = v.safeParse(Draft, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
      return success && output.token === token ? { ...output, typed: { ...output.typed, password: '', confirm: '' } } : null;
    } catch {
      return null;
    }
  },
  write({ typed: { password: _password, confirm: _confirm, ...typed }, ...rest }: Draft): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...rest, typed }));
    } catch {
      // See above.
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // As above.
    }
  },
};
