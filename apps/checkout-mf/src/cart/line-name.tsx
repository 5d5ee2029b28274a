import type { CartLine } from '@newsstand/contracts/cart';
import { linePath } from '../routes.ts';

/** A line's name, which leads to the product or the issue where there is a page; without one the link is none. */
export const LineName = ({ line, className }: { line: CartLine; className: string | undefined }) => (
  <a className={className} href={linePath(line) ?? undefined}>
    {line.name}
  </a>
);
