import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import type { DeskAction } from '@newsstand/contracts/desk-history';
import { Button } from '@newsstand/ui/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from './call.ts';
import styles from './desk.module.css';
import { useMay, useSignedIn } from './session.tsx';
import { Asked, Heading, Part } from './state.tsx';
import { TakeRecords } from './take-records.tsx';
import { doneWords, moment, verbWords } from './words.ts';

/** Things that were done, as they were asked for: newest first. */
export const Actions = ({ actions, onUndo }: { actions: readonly DeskAction[]; onUndo?: ((action: DeskAction) => void) | undefined }) => {
  const names = useSignedIn();
  return (
    <ul className={styles['lines']}>
      {actions.map((action) => (
        <li key={action.id}>
          <span>
            {action.who} {doneWords(action, names)}
          </span>
          <span>
            {action.undone && 'taken back'}
            {action.undo && onUndo && (
              <button type="button" className={styles['small']} onClick={() => onUndo(action)}>
                Undo<span className={styles['unseen']}>: {verbWords(action, names)}</span>
              </button>
            )}
          </span>
          <time dateTime={action.at}>{moment(action.at)}</time>
        </li>
      ))}
    </ul>
  );
};

/** Everything that was done at the desk. */
export function History() {
  const seesSearches = useMay('seeSearches');
  const query = useInfiniteQuery({
    queryKey: ['history'],
    queryFn: ({ pageParam }) => call(deskEndpoints.deskHistory, pageParam === '' ? {} : { query: { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <Heading text="History" />
      <TakeRecords files={[{ label: 'Take it all as CSV', records: { of: 'history' } }]} />
      {seesSearches && (
        <p className={styles['facts']}>
          <Link to="/searches">What was searched for</Link>
        </p>
      )}
      <Asked query={query} what="the history">
        {({ pages }) => {
          const actions = pages.flatMap((page) => page.actions);
          return (
            <Part
              title="What was done"
              none={actions.length === 0 && 'Nothing was done at the desk yet. Whatever is done will stand here for good.'}
            >
              <Actions actions={actions} />
              {query.hasNextPage && (
                <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Older
                </Button>
              )}
            </Part>
          );
        }}
      </Asked>
    </>
  );
}

/** What staff searched for: a publisher answers for what is looked at. */
export function Searches() {
  const query = useInfiniteQuery({
    queryKey: ['searches'],
    queryFn: ({ pageParam }) => call(deskEndpoints.deskSearches, pageParam === '' ? {} : { query: { after: pageParam } }),
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
              <ul className={styles['lines']}>
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
