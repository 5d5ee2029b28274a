import { formatCents } from '@newsstand/contracts/money';

/** Whole dollars as a donation is named: `25` is `$25`, and a sum that is not understood is none. */
export const formatDollars = (dollars: number): string => (dollars ? formatCents(dollars * 100).replace(/\.00$/, '') : '…');
