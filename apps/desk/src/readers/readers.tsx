import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import { Button } from '@newsstand/ui/button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { GiveToNew } from '../acts/give-to-new.tsx';
import { Choice, More } from '../parts/filters.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';
import type { ReadersSearch } from '../frame/page-search.ts';
import { useTakePeople } from '../parts/take-file.tsx';
import { deliverableName, listName, READER_FLAGS, READER_SORTS, SEGMENTS } from '../parts/words.ts';

/** Readers by what they have. One person is found by the search above. */
export function Readers() {
  const search = useSearch({ from: '/readers' });
  const { segment, zone, level, flag, tag, sort } = search;
  const navigate = useNavigate();
  const gives = useMay('compSubscription');
  const names = useSignedIn();
  const [open, setOpen] = useState(false);
  const narrow = (what: Partial<ReadersSearch>) => void navigate({ to: '/readers', search: { ...search, ...what }, replace: true });
  const prints = { a: `Print, ${names.zones.a}`, b: `Print, ${names.zones.b}`, c: `Print, ${names.zones.c}` };
  const file = useTakePeople({ segment, zone, level, flag, tag });
  const query = useInfiniteQuery({
    queryKey: ['readers', segment, zone, level, flag, tag, sort],
    queryFn: ({ pageParam }) =>
      call(readersEndpoints.deskReaders, {
        query: {
          segment,
          ...(zone !== undefined && { zone }),
          ...(level !== undefined && { level }),
          ...(flag !== undefined && { flag }),
          ...(tag !== undefined && { tag }),
          ...(sort !== undefined && { sort }),
          ...(pageParam !== '' && { after: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  // Those that there are; the one of the page's address also where nobody is on it any more.
  const tags = [...new Set([...(query.data?.pages[0]?.tags ?? []), ...(tag === undefined ? [] : [tag])])].toSorted();
  return (
    <>
      <Heading text="Readers" />
      {(gives || file.buttons) && (
        <div className={styles['acts']}>
          {gives && (
            <Button kind="secondary" onClick={() => setOpen(true)}>
              Give to somebody new…
            </Button>
          )}
          {file.buttons}
        </div>
      )}
      {file.text}
      {open && (
        <GiveToNew
          onGiven={(owner, message) => void navigate({ to: '/readers/$owner', params: { owner }, state: { message } })}
          onClose={() => setOpen(false)}
        />
      )}
      <search className={styles['filters']} aria-label="Which readers">
        <Choice label="Who" value={segment} options={SEGMENTS} onChange={(next) => narrow({ segment: next ?? 'running' })} />
        <Choice
          label="Comes"
          value={zone}
          any="anyhow"
          options={{ digital: 'Digital', ...prints }}
          onChange={(next) => narrow({ zone: next })}
        />
        <Choice label="Level" value={level} any="any" options={names.levels} onChange={(next) => narrow({ level: next })} />
        <Choice label="Marked" value={flag} any="or not" options={READER_FLAGS} onChange={(next) => narrow({ flag: next })} />
        {tags.length > 0 && (
          <Choice
            label="Mailing list"
            value={tag}
            any="any or none"
            options={Object.fromEntries(tags.map((one) => [one, listName(one, names)]))}
            onChange={(next) => narrow({ tag: next })}
          />
        )}
        <Choice
          label="Sorted"
          value={sort ?? 'newest'}
          options={READER_SORTS}
          onChange={(next) => narrow({ sort: next === 'newest' ? undefined : next })}
        />
      </search>
      <Asked query={query} what="the readers">
        {({ pages }) => {
          const readers = pages.flatMap((page) => page.readers);
          const count = pages[0]?.count ?? readers.length;
          return (
            <>
              <output className={styles['count']}>
                {count === 0 ? 'Nobody is in it.' : count === 1 ? 'One reader' : `${count} readers`}
              </output>
              <ul className={styles['rows']}>
                {readers.map(({ owner, name, email, town, runs, renews, failing }) => (
                  <li key={owner}>
                    <Link to="/readers/$owner" params={{ owner }} data-row>
                      <strong>{name === '' ? 'No name' : name}</strong>
                      <span className={failing ? styles['bad'] : undefined}>
                        {email}
                        {failing && ', fails'}
                      </span>
                      <span>{town}</span>
                      <span className={styles['end']}>
                        {runs === null
                          ? 'nothing runs'
                          : [
                              deliverableName(runs.deliverable, names),
                              ...((runs.copies ?? 1) > 1 ? [`${runs.copies} copies`] : []),
                              runs.left === null ? 'lifetime' : `${runs.left} left`,
                            ].join(' · ')}
                        {renews && <small> renews</small>}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <More query={query} what="More readers" />
            </>
          );
        }}
      </Asked>
    </>
  );
}
