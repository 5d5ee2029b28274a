import { findEndpoints } from '@newsstand/contracts/desk-endpoints-find';
import type { ListedIssue } from '@newsstand/contracts/desk-issues';
import { listsOf, moneyListsOf, pagesOf, withMoney, type DeskWork } from '@newsstand/contracts/desk-lists';
import { displayWeekday } from '@newsstand/contracts/display-date';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Actions } from '../acts/actions.tsx';
import { issuesQuery } from '../issues/issue-queries.ts';
import { SoonOut } from './coming-releases.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { SecondKey } from '../frame/second-passkey.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { ageWords, day, listWords } from '../parts/words.ts';

/** Only while the page is looked at: a query does not ask by itself in a hidden one. */
const ALL_AGAIN = 30_000;
/** What the provider tells is here within ten seconds. */
const MONEY_AGAIN = 5000;

/** What a day begins with: what waits, whom one had open, and what was done last. */
export function Today() {
  const query = useQuery({ queryKey: ['today'], queryFn: () => call(findEndpoints.deskToday), refetchInterval: ALL_AGAIN });
  const [seesReaders, seesHistory, seesIssues] = [useMay('seeReaders'), useMay('seeHistory'), useMay('seeIssues')];
  const { roles } = useSignedIn().person;
  const money = useQuery({
    queryKey: ['today', 'money'],
    queryFn: () => call(findEndpoints.deskTodayMoney),
    enabled: moneyListsOf(roles).length > 0,
    refetchInterval: MONEY_AGAIN,
  });
  const newer = money.data !== undefined && money.dataUpdatedAt > query.dataUpdatedAt ? money.data.work : null;
  const hasLists = listsOf(roles).length + pagesOf(roles).length > 0;
  // The page asks for the issues anyway, for those that come out soon.
  const makesLists = useMay('makePostLists');
  const { data: all } = useQuery({ ...issuesQuery, enabled: makesLists });
  const late = all?.issues.filter((issue) => issue.late > 0) ?? [];
  const [now] = useState(() => new Date());
  const date = displayWeekday(now.toISOString());
  return (
    <>
      <Heading text={date} />
      <SecondKey />
      <SoonOut />
      <Asked query={query} what="today">
        {({ work: read, yours, just_now }) => {
          const work = newer === null ? read : withMoney(read, newer);
          return (
            <div className={styles['sides']}>
              {hasLists && (
                <Part title="To do" none={work.length + late.length === 0 && 'Nothing waits for you.'}>
                  <ul className={styles['rows']}>
                    {work.map(({ list, count, oldest }) => (
                      <li key={list}>
                        <Link {...whereIs(list)} data-row className={styles['work']}>
                          <strong>{listWords(list).name}</strong>
                          <span title={oldest === null ? undefined : day(oldest)}>
                            {oldest !== null && `oldest ${ageWords(oldest, now)}`}
                          </span>
                          <b className={styles['end']}>{count}</b>
                        </Link>
                      </li>
                    ))}
                    {late.length > 0 && <LateLists late={late} />}
                  </ul>
                </Part>
              )}
              {seesReaders && (
                <Part
                  title="Yours"
                  none={yours.length === 0 && 'Whom you open stands here for the rest of the day. Press / to find somebody.'}
                >
                  <ul className={styles['rows']}>
                    {yours.map(({ owner, name }) => (
                      <li key={owner}>
                        <Link to="/readers/$owner" params={{ owner }} data-row className={styles['work']}>
                          <strong>{name === '' ? 'No name' : name}</strong>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </Part>
              )}
              {seesHistory && (
                <Part title="Just now" none={just_now.length === 0 && 'Nobody has done anything at the desk yet.'}>
                  <Actions actions={just_now} ago />
                </Part>
              )}
              {!seesReaders && !seesHistory && !hasLists && (
                <p className={styles['none']}>
                  Nothing waits for your role.
                  {seesIssues && (
                    <>
                      {' '}
                      What you do here begins at <Link to="/issues">Issues</Link>.
                    </>
                  )}
                </p>
              )}
            </div>
          );
        }}
      </Asked>
    </>
  );
}

/** Copies that wait for a late list: of one issue it leads to its lists, of more to the issues. */
const LateLists = ({ late }: { late: readonly ListedIssue[] }) => {
  const [first, ...more] = late;
  return (
    <li>
      <Link
        {...(first && more.length === 0 ? { to: '/issues/$number/post', params: { number: String(first.number) } } : { to: '/issues' })}
        data-row
        className={styles['work']}
      >
        <strong>Late lists</strong>
        <span>{first && more.length === 0 ? `issue ${first.number}` : `${late.length} issues`}</span>
        <b className={styles['end']}>{late.reduce((sum, issue) => sum + issue.late, 0)}</b>
      </Link>
    </li>
  );
};

/** The page of a list of work. */
function whereIs(list: DeskWork['list']) {
  if (list === 'parcels') return { to: '/parcels' } as const;
  if (list === 'jobs') return { to: '/jobs' } as const;
  if (list === 'books') return { to: '/books' } as const;
  if (list === 'low-stock') return { to: '/stock', search: { low: 'yes' } } as const;
  return { to: '/lists/$list', params: { list } } as const;
}
