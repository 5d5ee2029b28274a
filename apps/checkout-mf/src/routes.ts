import type { CartLine } from '@newsstand/contracts/cart';
import { ownPath } from '@newsstand/ui/messages';

export const productPath = (slug: string): string => ownPath('/store/product/{slug}', slug);
/** The page of what a line of the cart is about; null where it has none. */
export const linePath = ({ slug, cart: { type } }: Pick<CartLine, 'slug' | 'cart'>): string | null =>
  slug && ownPath(type.endsWith('-issue') ? '/issue/{slug}' : '/store/product/{slug}', slug);
