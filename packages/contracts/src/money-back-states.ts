import { MoneyBackState, type MoneyBack } from './money-back.ts';

/** Whether a bank took it, for a dispute, or it is a refund; and whether it is gone, still open, or ours after all. */
const STANDINGS: Record<MoneyBackState, readonly [isByBank: boolean, is: 'open' | 'gone' | 'kept']> = {
  pending: [false, 'open'],
  refunded: [false, 'gone'],
  failed: [false, 'kept'],
  open: [true, 'open'],
  lost: [true, 'gone'],
  won: [true, 'kept'],
};

export const isByBank = (state: MoneyBackState): boolean => STANDINGS[state][0];
/** Whether it is still open where the money will be. Until that is decided it counts as gone. */
export const isOpen = (state: MoneyBackState): boolean => STANDINGS[state][1] === 'open';
/** Whether the magazine has the money after all. */
export const isKept = (state: MoneyBackState): boolean => STANDINGS[state][1] === 'kept';

/** Whether a bank took it, and the magazine has not got it back. */
export const isTakenByBank = (state: MoneyBackState): boolean => isByBank(state) && !isKept(state);

/** The states that are so. */
export const moneyBackStates = (is: (state: MoneyBackState) => boolean): MoneyBackState[] => MoneyBackState.options.filter(is);

/** How much of an order's money is gone, in cents. */
export const moneyGone = (back: readonly Pick<MoneyBack, 'state' | 'amount'>[]): number =>
  back.reduce((sum, { state, amount }) => sum + (isKept(state) ? 0 : amount), 0);

/** The day of the last news of it, as an ISO instant. */
export const dayOfMoneyBack = ({ state, created, updated }: MoneyBack): string => (isOpen(state) ? created : updated);
