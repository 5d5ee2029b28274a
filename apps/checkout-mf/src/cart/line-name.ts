import type { CartLine } from '@newsstand/contracts/cart';

/** What a line is called where it is heard and not seen: two sizes, or print and file, are told apart. */
export const lineName = ({ name, detail }: Pick<CartLine, 'name' | 'detail'>): string => (detail === null ? name : `${name}, ${detail}`);
