import { NOT_SOLD } from '@newsstand/contracts/widget';

/** Nothing that the page or its address names is sold here: the words of the page stay, and its room with them. */
export const notSold = (message: string): Error => Object.assign(new Error(message), { name: NOT_SOLD });
