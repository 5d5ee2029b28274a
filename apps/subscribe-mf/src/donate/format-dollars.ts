import { formatCents } from '@newsstand/contracts/money';

/** Whole dollars as a donation is named: `25` is `$25`. */
export const formatDollars = (dollars: number): string => formatCents(dollars * 100).replace(/\.00$/, '');
