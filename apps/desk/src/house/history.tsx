import { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import type { HistoryFilter, HistoryKind } from '@newsstand/contracts/desk-history';
import { Button } from '@newsstand/ui/button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import { Actions } from '../acts/actions.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Day } from '../parts/day-fields.tsx';
import { Choice, midnight, More } from '../parts/filters.tsx';
import { useMay } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { TakeRecords } from '../parts/take-file.tsx';
import type { HistorySearch } from '../frame/page-search.ts';
import { moment } from '../parts/words.ts';

const ABOUT: Record<HistoryKind, string> = {
  readers: 'Readers',
  subscriptions: 'Subscriptions and copies',
  money: 'Money',
  issues: 'Issues and post',
  goods: 'Parcels and stock',
  imports: 'Imports',
  exports: 'Files that were taken',
  house: 'Staff and jobs',
};

/** Everything that was done at the desk, or what of it the page's address narrows it to. */
export function History() {
  const search = useSearch({ from: '/history' });
  const seesSearches = useMay('seeSearches');
  const navigate = useNavigate();
  const narrow = (what: Partial<HistorySearch>) => void navigate({ to: '/history', search: { ...search, ...what }, replace: true });
  const filter = filterOf(search);
  const query = useInfiniteQuery({
    queryKey: ['history', filter],
    queryFn: ({ pageParam }) => call(historyEndpoints.deskHistory, { query: { ...filter, ...(pageParam !== '' && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const people = query.data?.pages[0]?.people ?? [];
  const isNarrowed = Object.values(filter).length > 0;
  return (
    <>
      <Heading text="History" />
      <TakeRecords files={[{ label: isNarrowed ? 'Take these as CSV' : 'Take it all as CSV', records: { of: 'history', filter } }]} />
      {seesSearches && (
        <p className={styles['facts']}>
          <Link to="/searches">What was searched for</Link>
        </p>
      )}
      <search className={styles['filters']} aria-label="What was done">
        <Choice label="About" value={search.about} any="everything" options={ABOUT} onChange={(about) => narrow({ about })} />
        <Choice
          label="By"
          value={search.who}
          any="anybody"
          options={{ ...Object.fromEntries(people.map(({ id, name }) => [id, name])), programs: 'Programs' }}
          onChange={(who) => narrow({ who })}
        />
        <Day label="From" value={search.since} onChange={(since) => narrow({ since })} />
        <Day label="To" value={search.until} onChange={(until) => narrow({ until })} />
      </search>
      <Asked query={query} what="the history">
        {({ pages }) => {
          const actions = pages.flatMap((page) => page.actions);
          return (
            <Part
              title="What was done"
              none={
                actions.length === 0 &&
                (isNarrowed
                  ? 'Nothing like this was done.'
                  : 'Nothing was done at the desk yet. Whatever is done will stand here for good.')
              }
            >
              <Actions actions={actions} />
              <More query={query} what="Older" />
            </Part>
          );
        }}
      </Asked>
    </>
  );
}

/** As the service is asked: whole days of whoever looks, and somebody by their id, whatever the address says. */
function filterOf({ about, who, since, until }: HistorySearch): HistoryFilter {
  const isSomebody = who === 'programs' || v.is(v.pipe(v.string(), v.uuid()), who);
  return {
    ...(about && { about }),
    ...(isSomebody && { who }),
    ...(since && { since: midnight(since, 0) }),
    ...(until && { until: midnight(until, 1) }),
  };
}

/** What staff searched for: a publisher answers for what is looked at. */
export function Searches() {
  const query = useInfiniteQuery({
    queryKey: ['searches'],
    queryFn: ({ pageParam }) => call(historyEndpoints.deskSearches, pageParam === '' ? {} : { query: { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <Heading text="What was searched for" />
      <p className={styles['facts']}>Kept for 90 days. Whose pages were opened is kept as well, a row for each person and hour.</p>
      <Asked query={query} what="the searches">
        {({ pages }) => {
          const searches = pages.flatMap((page) => page.searches);
          return searches.length === 0 ? (
            <p className={styles['none']}>Nothing was searched for in the last 90 days.</p>
          ) : (
            <>
              <ul className={`${styles['lines']} ${styles['done']}`}>
                {searches.map(({ id, who, words, at }) => (
                  <li key={id}>
                    <span>
                      {who}: <q>{words}</q>
                    </span>
                    <span />
                    <time dateTime={at}>{moment(at)}</time>
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Older
                </Button>
              )}
            </>
          );
        }}
      </Asked>
    </>
  );
}
