import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskLetter } from '@newsstand/contracts/desk-orders';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Letters } from '../parts/letters.tsx';
import { OrderRows } from '../money/orders.tsx';

type Props<Row> = {
  queryKey: readonly string[];
  what: string;
  /** Where they begin, as the page says it. */
  from: string;
  read: (after: string) => Promise<{ rows: Row[]; next: string | null }>;
  children: (rows: Row[]) => ReactNode;
};

/** What is older than what a page came with, once somebody asks for it. */
function Older<Row>({ queryKey, what, from, read, children }: Props<Row>) {
  const [opened, setOpened] = useState(false);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...queryKey, from],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
    enabled: opened,
  });
  const more = () => {
    setOpened(true);
    if (data !== undefined) void fetchNextPage();
    else if (error !== null) void refetch();
  };
  return (
    <>
      {data && children(data.pages.flatMap((page) => page.rows))}
      {error && <Notice kind="error">{error.message}</Notice>}
      {(data === undefined || hasNextPage) && (
        <p className={styles['more']}>
          <Button kind="secondary" busy={isFetching} onClick={more}>
            Older {what}
          </Button>
        </p>
      )}
    </>
  );
}

export const OlderOrders = ({ owner, from }: { owner: string; from: string }) => (
  <Older
    queryKey={['orders-of', owner]}
    what="orders"
    from={from}
    read={async (after) => {
      const { orders, next } = await call(moneyEndpoints.deskOrders, { query: { owner, after } });
      return { rows: orders, next };
    }}
  >
    {(orders) => <OrderRows orders={orders.map((order) => ({ ...order, name: '' }))} />}
  </Older>
);

type LettersProps = { owner: string; from: string; onAgain: ((letter: DeskLetter) => void) | undefined };
export const OlderLetters = ({ owner, from, onAgain }: LettersProps) => (
  <Older
    queryKey={['letters-of', owner]}
    what="letters"
    from={from}
    read={async (after) => {
      const { letters, next } = await call(readersEndpoints.deskLetters, { params: { owner }, query: { after } });
      return { rows: letters, next };
    }}
  >
    {(letters) => <Letters letters={letters} onAgain={onAgain} />}
  </Older>
);
