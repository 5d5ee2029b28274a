import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { ExportedRecords } from '@newsstand/contracts/desk-export';
import type { ListedOrder } from '@newsstand/contracts/desk-orders';
import { formatCents } from '@newsstand/contracts/money';
import { isPaidOrder } from '@newsstand/contracts/order-state';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Day } from '../parts/day-fields.tsx';
import { dayAt } from '../parts/days.ts';
import { Choice, midnight, More } from '../parts/filters.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';
import type { OrdersSearch } from '../frame/page-search.ts';
import { TakeRecords } from '../parts/take-file.tsx';
import { day, ORDER_KIND_NAMES, ORDER_STATES } from '../parts/words.ts';

const asked = ({ state, kind, back, since, until }: OrdersSearch) => ({
  ...(state && { state }),
  ...(kind && { kind }),
  ...(back && { back }),
  ...(since && { since: midnight(since, 0) }),
  ...(until && { until: midnight(until, 1) }),
});

/** What is listed, and of donations, who gave in those days, or else this year, by the publication's clock. */
function filesOf(search: OrdersSearch, zone: string): { label: string; records: ExportedRecords }[] {
  const orders = { label: 'Take these as CSV', records: { of: 'orders', filter: asked(search) } } as const;
  if (search.kind !== 'donation') return [orders];
  const today = dayAt(new Date().toISOString(), zone);
  const { since = `${today.slice(0, 4)}-01-01`, until = today } = search;
  return [orders, { label: 'Their donors as CSV', records: { of: 'donors', from: since, until } }];
}

/** Every sale, the newest first. */
export function Orders() {
  const search = useSearch({ from: '/orders' });
  const { time_zone: zone } = useSignedIn();
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    queryKey: ['orders', search],
    queryFn: ({ pageParam }) =>
      call(moneyEndpoints.deskOrders, { query: { ...asked(search), ...(pageParam !== '' && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const narrow = (wish: Partial<OrdersSearch>) => void navigate({ to: '/orders', search: { ...search, ...wish }, replace: true });
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  return (
    <>
      <Heading text="Orders" />
      <search className={styles['filters']} aria-label="Which orders">
        <Choice label="Holds" any="Anything" value={search.kind} options={ORDER_KIND_NAMES} onChange={(kind) => narrow({ kind })} />
        <Choice label="State" any="Any" value={search.state} options={ORDER_STATES} onChange={(state) => narrow({ state })} />
        <Choice label="Money" any="Any" value={search.back} options={{ yes: 'Went back' }} onChange={(back) => narrow({ back })} />
        <Day label="From" value={search.since} onChange={(since) => narrow({ since })} />
        <Day label="To" value={search.until} onChange={(until) => narrow({ until })} />
      </search>
      <TakeRecords files={filesOf(search, zone)} />
      <Asked query={query} what="the orders">
        {({ pages }) => {
          const orders = pages.flatMap((page) => page.orders);
          return orders.length === 0 ? (
            <p className={styles['none']}>
              {isNarrowed ? 'No order is like this. ' : 'Nothing was sold yet. Each order stands here as soon as it is paid.'}
              {isNarrowed && <Link to="/orders">All orders</Link>}
            </p>
          ) : (
            <>
              <OrderRows orders={orders} />
              <More query={query} what="Older orders" />
            </>
          );
        }}
      </Asked>
    </>
  );
}

type RowsProps = { orders: readonly ListedOrder[]; onPayBack?: ((number: string) => void) | undefined };

/** Orders, a row each that leads to its page; with `onPayBack`, beside what of which something is left. */
export const OrderRows = ({ orders, onPayBack }: RowsProps) => {
  const may = useMay('seeOrders');
  return (
    <ul className={styles['rows']}>
      {orders.map((order) => (
        <li key={order.number} className={onPayBack && isPaid(order) ? styles['decides'] : undefined}>
          {may ? (
            <Link to="/orders/$number" params={{ number: order.number }} data-row className={styles['order']}>
              <Row order={order} />
            </Link>
          ) : (
            <div className={styles['order']}>
              <Row order={order} />
            </div>
          )}
          {onPayBack && isPaid(order) && (
            <button type="button" className={styles['small']} onClick={() => onPayBack(order.number)}>
              Pay back…<span className={styles['unseen']}> order {order.number}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
};

const isPaid = ({ state, total, back }: ListedOrder): boolean => isPaidOrder(state) && total > back;

const Row = ({ order: { number, name, what, placed, state, total, back, waits = 0 } }: { order: ListedOrder }) => (
  <>
    <strong>{number}</strong>
    <span>
      {name !== '' && <b>{name} · </b>}
      {what.join(' · ')}
    </span>
    <span>
      {day(placed)}
      {total > 0 && back >= total ? ', paid back' : state !== 'paid' && `, ${state}`}
    </span>
    <span className={styles['end']}>
      {formatCents(total)}
      {back > 0 && <small className={styles['bad']}> {formatCents(back)} back</small>}
      {waits > 0 && <small className={styles['bad']}> {formatCents(waits)} waits to go back</small>}
    </span>
  </>
);
