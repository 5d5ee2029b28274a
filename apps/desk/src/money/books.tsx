import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { BookRule } from '@newsstand/contracts/desk-books';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { useMay } from '../session/session.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';
import { day, moment } from '../parts/words.ts';

/** What always holds, as a difference from it is called. */
const RULES: Record<BookRule, string> = {
  'order-sum': 'What an order was paid is what its lines cost',
  'refund-sum': 'A refund is the sum of its lines and its postage',
  'back-too-much': 'No more goes back than came in',
  'credit-too-much': 'No more is credited than came in',
  stock: 'Stock is what was moved less what orders hold',
  fulfilled: 'An order is fulfilled when nothing of it is open',
  'refunded-runs': 'What was paid back does not go on',
  issues: 'Delivered, left and forfeited issues are those that were paid for',
  'no-action': 'Whatever staff did stands in the history',
};

/** What did not add up when the books were looked at: by hand or by a fault, and mended by people. */
export function Books() {
  const query = useQuery({ queryKey: ['books'], queryFn: () => call(moneyEndpoints.deskBooks) });
  const [seesOrders, seesReaders] = [useMay('seeOrders'), useMay('seeReaders')];
  return (
    <>
      <Heading text="Books that do not add up" />
      <p className={styles['facts']}>
        They are looked at each night. Nothing is mended by itself: what made a difference is a fault, or was done by hand in the database.
      </p>
      <Asked query={query} what="the books">
        {({ checked, differences }) =>
          differences.length === 0 ? (
            <p className={styles['none']}>
              {checked === null ? 'Nobody has looked yet: it is done in the night to come.' : `Everything added up on ${moment(checked)}.`}
            </p>
          ) : (
            <ul className={styles['lines']}>
              {differences.map(({ rule, subject, detail, order, owner, found }) => (
                <li key={`${rule} ${subject}`}>
                  <span>
                    <strong>{RULES[rule]}</strong>
                    <br />
                    {detail}
                  </span>
                  <span>
                    {order !== null && seesOrders ? (
                      <Link to="/orders/$number" params={{ number: order }} data-row>
                        Order {order}
                      </Link>
                    ) : owner !== null && seesReaders ? (
                      <Link to="/readers/$owner" params={{ owner }} data-row>
                        Reader
                      </Link>
                    ) : (
                      subject
                    )}
                  </span>
                  <span>since {day(found)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </>
  );
}
