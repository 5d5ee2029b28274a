import { productsToRead } from './products-to-read.ts';
import { productsToUse } from './products-to-use.ts';

/** Every product of the store, by its slug. */
export const products: Record<string, () => string> = { ...productsToUse, ...productsToRead };
