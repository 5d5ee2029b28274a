import type { GifteeLine } from './giftee-line.ts';

/**
 * Takes the gifts that a giftee's lines name out of those that are left, in their order: of alike gifts anyone is as
 * good as another.
 */
export function takeGifts<Gift extends { ref: string }>(left: Gift[], lines: GifteeLine[]): Gift[] {
  return lines
    .filter(({ type }) => type === 'gift-subscription')
    .flatMap(({ ref, quantity }) =>
      Array.from({ length: quantity }, () => {
        const at = left.findIndex((gift) => gift.ref === ref);
        return at < 0 ? [] : left.splice(at, 1);
      }).flat(),
    );
}
