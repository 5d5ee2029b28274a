import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { isOwed } from '@newsstand/contracts/desk-invoices';
import { formatCents } from '@newsstand/contracts/money';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice, More } from '../parts/filters.tsx';
import { useMay } from '../session/session.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';
import { date, INVOICE_STATES } from '../parts/words.ts';

/** Invoices, the newest first. */
export function Invoices() {
  const { state } = useSearch({ from: '/invoices' });
  const navigate = useNavigate();
  const writes = useMay('writeInvoice');
  const query = useInfiniteQuery({
    queryKey: ['invoices', state],
    queryFn: ({ pageParam }) =>
      call(moneyEndpoints.deskInvoices, { query: { ...(state && { state }), ...(pageParam !== '' && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading text="Invoices" />
      <search className={styles['filters']} aria-label="Which invoices">
        <Choice
          label="State"
          any="Any"
          value={state}
          options={INVOICE_STATES}
          onChange={(next) => void navigate({ to: '/invoices', search: { state: next }, replace: true })}
        />
        {writes && <Link to="/invoices/new">Write an invoice</Link>}
      </search>
      <Asked query={query} what="the invoices">
        {({ pages }) => {
          const invoices = pages.flatMap((page) => page.invoices);
          if (invoices.length === 0) {
            return <p className={styles['none']}>{state === undefined ? 'No invoice was written yet.' : 'No invoice is like this.'}</p>;
          }
          return (
            <>
              <ul className={styles['rows']}>
                {invoices.map(({ number, billed_to, state: is, total, back, due }) => (
                  <li key={number}>
                    <Link to="/invoices/$number" params={{ number }} data-row className={styles['order']}>
                      <strong>{number}</strong>
                      <span>{billed_to}</span>
                      <span className={is === 'past-due' ? styles['bad'] : undefined}>
                        {INVOICE_STATES[is]}
                        {isOwed(is) && `, due ${date(due)}`}
                      </span>
                      <span className={styles['end']}>
                        {formatCents(total)}
                        {back > 0 && <small className={styles['bad']}> {formatCents(back)} back</small>}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <More query={query} what="Older invoices" />
            </>
          );
        }}
      </Asked>
    </>
  );
}
