import type { GiftStands } from '@newsstand/contracts/desk-orders';
import { Link } from '@tanstack/react-router';
import { useMay } from '../session/session.tsx';
import { day } from '../parts/words.ts';

/**
 * Who has a gift: their page, once its subscription is on one; until then whom it was sent to, or that a link leads to
 * it.
 */
export const GiftHolder = ({ gift: { recipient, to } }: { gift: GiftStands }) => {
  const sees = useMay('seeNames');
  if (!sees) return 'whose is not for your role';
  const waiting = recipient ?? 'by link';
  if (to == null) return waiting;
  return (
    <Link to="/readers/$owner" params={{ owner: to.owner }}>
      {to.name === '' ? waiting : to.name}
    </Link>
  );
};

/** What became of a gift. One that was posted runs for whoever it was sent to, also before they redeem it. */
export function giftWords({ recipient, redeemed, revoked, ended }: GiftStands): string {
  if (revoked != null) return `taken back ${day(revoked)}`;
  if (ended != null) return `ended ${day(ended)}`;
  if (redeemed !== null) return `redeemed ${day(redeemed)}`;
  return recipient === null ? 'open' : 'posted';
}
