import { postEndpoints } from '@newsstand/contracts/desk-endpoints-post';
import { labelCode, type DeskPost, type LabelsTaken, type PostListed, type PostListsMade } from '@newsstand/contracts/desk-post';
import { displayMoment } from '@newsstand/contracts/display-date';
import { Button } from '@newsstand/ui/button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { isOfLabels, KINDS, Labels, TakeAgain, TakeNow, takeWhole, unprintableWords } from './labels.tsx';
import { LastAct } from '../acts/last-act.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { lastPrinter } from '../parts/sheet-fields.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part, Wide } from '../parts/page-parts.tsx';
import { postListName, zoneName, zoneWords, type Names } from '../parts/words.ts';

const NUMBER = new Intl.NumberFormat('en-US');
const many = (count: number, one: string, more: string): string => (count === 1 ? `one ${one}` : `${NUMBER.format(count)} ${more}`);

const postQuery = (number: string) =>
  queryOptions({ queryKey: ['issue-post', number], queryFn: () => call(postEndpoints.deskPost, { params: { number } }) });

/** What is posted of an issue: its lists, where they go, and who is missing an address. */
export function IssuePost() {
  const { number } = useParams({ from: '/issues/$number/post' });
  const query = useQuery(postQuery(number));
  const [making, setMaking] = useState(false);
  const [taking, setTaking] = useState<PostListed | null>(null);
  const takes = useMay('exportLabels');
  const [answer, setMessage] = useState('');
  return (
    <Asked query={query} what={`the post of issue ${number}`} heading={`Post of issue ${number}`}>
      {(post) => {
        const late = post.waiting.reduce((sum, zone) => sum + zone.late, 0);
        const hasAll = post.lists.length > 0 && late === 0;
        return (
          <>
            <Heading text={`Post of issue ${post.number}: ${post.title}`} />
            <p className={styles['facts']}>
              <Link to="/issues/$number" params={{ number }}>
                Issue {post.number}
              </Link>
            </p>
            <LastAct text={answer} />
            <div className={styles['acts']}>
              <Button disabled={!post.out || hasAll} onClick={() => setMaking(true)}>
                {post.lists.length === 0 ? 'Make the lists…' : 'Make late lists…'}
              </Button>
            </div>
            {!post.out && <p className={styles['facts']}>Lists are made once it is given to everybody.</p>}
            {hasAll && <p className={styles['facts']}>Everybody who has an address is on a list.</p>}
            {making && (
              <MakeLists
                post={post}
                onDone={(text) => {
                  setMaking(false);
                  setMessage(text);
                }}
                onClose={() => setMaking(false)}
              />
            )}
            {taking !== null && (
              <Labels
                issue={post.number}
                list={taking}
                onDone={(text) => {
                  setTaking(null);
                  setMessage(text);
                }}
                onClose={() => setTaking(null)}
              />
            )}
            <Lists
              post={post}
              onTaken={setMessage}
              onTake={
                takes
                  ? (list) => {
                      setMessage('');
                      setTaking(list);
                    }
                  : undefined
              }
            />
            <Taken post={post} onTaken={takes ? setMessage : undefined} />
            <Countries post={post} />
            <Missing post={post} />
          </>
        );
      }}
    </Asked>
  );
}

const lineOf = ({ shipcode, part, labels, copies }: PostListsMade['lists'][number], names: Names): string =>
  `${postListName(shipcode, part, names)}: ${many(labels, 'label', 'labels')}, ${many(copies, 'copy', 'copies')}.`;
const withoutOf = (waiting: DeskPost['waiting']): number => waiting.reduce((sum, { without }) => sum + without, 0);
const heldOf = (waiting: DeskPost['waiting']): number => waiting.reduce((sum, { held }) => sum + held, 0);

type MakeProps = { post: DeskPost; onDone: (answer: string) => void; onClose: () => void };

/** The first lists of an issue, from its own page: one press, and what they would be. */
export function MakeFirstLists({ number, ...closing }: { number: number } & Omit<MakeProps, 'post'>) {
  const query = useQuery(postQuery(String(number)));
  return (
    <Asked query={query} what={`the post of issue ${number}`}>
      {(post) => <MakeLists post={post} {...closing} />}
    </Asked>
  );
}

/** Freezes who is posted a copy, and where to. */
const MakeLists = ({ post, onDone, onClose }: MakeProps) => {
  const names = useSignedIn();
  const client = useQueryClient();
  const { number, lists } = post;
  const takes = useMay('exportLabels');
  const [printer] = useState(lastPrinter);
  const [as, setAs] = useState<(typeof KINDS)[number]['value'] | 'none'>(printer?.sheet ?? names.sheet ?? 'none');
  const [taking] = useState(() => crypto.randomUUID());
  const isTaken = takes && as !== 'none';
  const takeOf = async (made: PostListsMade): Promise<string> => {
    const some = made.lists.filter(({ labels }) => labels > 0).map((list) => ({ shipcode: list.shipcode, part: list.part }));
    if (as === 'none' || some.length === 0) return '';
    try {
      return await takeWhole(names, number, { lists: some, as, dx: printer?.dx ?? 0, dy: printer?.dy ?? 0 }, taking);
    } catch (error) {
      return `${error instanceof Error ? error.message : ''} No labels were taken.`;
    }
  };
  /** They are made whatever becomes of their labels. */
  const finish = async (text: string, made: PostListsMade): Promise<void> => {
    onDone(text);
    if (!isTaken) return;
    const taken = await takeOf(made);
    onDone(`${text} ${taken}`.trim());
    await client.invalidateQueries({ predicate: isOfLabels });
  };
  const make = lists.length === 0 ? 'Make the lists' : 'Make late lists';
  return (
    <ActDialog<object, PostListsMade, DeskPost>
      title={lists.length === 0 ? `Make the lists of issue ${number}` : `Make late lists of issue ${number}`}
      verb={isTaken ? `${make}, take their labels` : make}
      about={['issue-post', String(number)]}
      shown={{
        now: post,
        says: ({ lists: now }) => ({ Lists: now.map((list) => lineOf(list, names)).join('\n') || 'None yet' }),
      }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        call(postEndpoints.deskMakePostLists, {
          params: { number: String(number) },
          query: dry ? { dry: '' } : {},
          body: { action, lists: lists.length },
        })
      }
      happens={({ lists: made, waiting }) => [
        ...made.map((list) => lineOf(list, names)),
        ...(as === 'csv' ? [] : made.flatMap(({ unprintable }) => (unprintable ? [unprintableWords(unprintable)] : []))),
        'They stay as they are, with names and addresses of now: who moves later is on the next issue’s.',
        ...(heldOf(waiting) > 0 ? [`Held back, since copies came back from there: ${many(heldOf(waiting), 'copy', 'copies')}.`] : []),
        ...(withoutOf(waiting) > 0 ? [`Owed where no address is known: ${many(withoutOf(waiting), 'copy', 'copies')}.`] : []),
      ]}
      done={({ lists: made }) => `Made: ${made.map((list) => lineOf(list, names)).join(' ')}`}
      onDone={(text, made) => void finish(text, made)}
      onClose={onClose}
    >
      {takes && <SelectField label="Their labels" value={as} onChange={setAs} options={[...KINDS, { value: 'none', label: 'Not now' }]} />}
      {isTaken && as !== 'csv' && (
        <p className={styles['facts']}>
          One file, each list from a sheet of its own{printer && `, for the printer “${printer.name}”`}. Print it at its own size (100 %).
        </p>
      )}
    </ActDialog>
  );
};

const kindOf = (as: string): string => (as === 'csv' ? 'as CSV' : `on ${as}`);

type ListsProps = { post: DeskPost; onTake: ((list: PostListed) => void) | undefined; onTaken: (answer: string) => void };

/** When its labels were taken last, by whom, and how often. */
const takenWords = ({ taken = [] }: DeskPost, { shipcode, part, labels }: PostListed, zone: string): string => {
  const of = taken
    .flatMap((one) => [one, ...(one.more ?? []).map((other) => ({ ...one, ...other }))])
    .filter((one) => one.shipcode === shipcode && one.part === part);
  const [last] = of;
  if (last === undefined) return labels > 0 ? 'Not yet' : '';
  const some = last.labels < labels ? `, ${NUMBER.format(last.labels)} of them` : '';
  return `${displayMoment(last.at, zone)}, ${last.who}, ${kindOf(last.as)}${some}${of.length > 1 ? `; ${of.length} times in all` : ''}`;
};

const Lists = ({ post, onTake, onTaken }: ListsProps) => {
  const { number, lists } = post;
  const names = useSignedIn();
  return (
    <Part title="Lists" aside={`by the clock of ${zoneWords(names.time_zone)}`} none={lists.length === 0 && 'None yet.'}>
      <Wide label="Lists and their numbers">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">List</th>
              <th scope="col">Numbers</th>
              <th scope="col" className={styles['end']}>
                Labels
              </th>
              <th scope="col" className={styles['end']}>
                Copies
              </th>
              <th scope="col">Made</th>
              <th scope="col">Labels taken</th>
            </tr>
          </thead>
          <tbody>
            {lists.map(({ shipcode, part, labels, last, copies, frozen, ...list }) => (
              <tr key={`${shipcode} ${part}`}>
                <th scope="row">
                  {postListName(shipcode, part, names)}
                  {onTake && labels > 0 && (
                    <>
                      <br />
                      <button
                        aria-label={`Labels… of ${postListName(shipcode, part, names)}`}
                        type="button"
                        className={styles['small']}
                        onClick={() => onTake({ shipcode, part, labels, last, copies, frozen, ...list })}
                      >
                        Labels…
                      </button>{' '}
                      <TakeNow issue={number} list={{ shipcode, part }} onDone={onTaken} />
                    </>
                  )}
                </th>
                <td>
                  {labels > 0 && labelCode({ issue: number, shipcode, part, number: 1 })}
                  {last > 1 && ` to ${String(last).padStart(6, '0')}`}
                </td>
                <td className={styles['end']}>{NUMBER.format(labels)}</td>
                <td className={styles['end']}>{NUMBER.format(copies)}</td>
                <td>{displayMoment(frozen, names.time_zone)}</td>
                <td>{takenWords(post, { shipcode, part, labels, last, copies, frozen }, names.time_zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Part>
  );
};

/** So many are shown; the history has all. */
const SHOWN = 50;

/** Each time that labels were taken, the newest first, and the same to be taken again. */
const Taken = ({ post: { number, taken = [] }, onTaken }: { post: DeskPost; onTaken: ((answer: string) => void) | undefined }) => {
  const names = useSignedIn();
  return (
    taken.length > 0 && (
      <Part title="Labels taken" aside={NUMBER.format(taken.length)}>
        <ul className={styles['rows']}>
          {taken.slice(0, SHOWN).map((one) => (
            <li key={`${one.at} ${one.hash}`} className={onTaken && styles['decides']}>
              <div className={styles['taken']}>
                <strong>{[one, ...(one.more ?? [])].map((list) => postListName(list.shipcode, list.part, names)).join(', ')}</strong>
                <span>{whatOf(one)}</span>
                <span className={styles['end']}>
                  {displayMoment(one.at, names.time_zone)}, {one.who}
                </span>
              </div>
              {onTaken && one.from !== undefined && <TakeAgain issue={number} taken={one} onDone={onTaken} />}
            </li>
          ))}
        </ul>
      </Part>
    )
  );
};

/** Which labels, and what they were printed on. */
const whatOf = ({ as, labels, from, to, skip = 0, more = [] }: LabelsTaken): string =>
  [
    `${many(
      more.reduce((sum, list) => sum + list.labels, labels),
      'label',
      'labels',
    )} ${kindOf(as)}`,
    ...(from === undefined || to === undefined || more.length > 0 ? [] : [from === to ? `number ${from}` : `numbers ${from} to ${to}`]),
    ...(skip > 0 ? [`behind ${skip} of its first sheet`] : []),
  ].join(', ');

const Countries = ({ post: { countries } }: { post: DeskPost }) => {
  const names = useSignedIn();
  return (
    countries.length > 0 && (
      <Part title="Where they go">
        <Wide label="Copies by country">
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">Country</th>
                <th scope="col">Zone</th>
                <th scope="col" className={styles['end']}>
                  Labels
                </th>
                <th scope="col" className={styles['end']}>
                  Copies
                </th>
              </tr>
            </thead>
            <tbody>
              {countries.map(({ shipcode, country, labels, copies }) => (
                <tr key={`${shipcode} ${country}`}>
                  <th scope="row">{country}</th>
                  <td>{zoneName(shipcode, names)}</td>
                  <td className={styles['end']}>{NUMBER.format(labels)}</td>
                  <td className={styles['end']}>{NUMBER.format(copies)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </Part>
    )
  );
};

const Missing = ({ post: { waiting, missing } }: { post: DeskPost }) => {
  const names = useSignedIn();
  return (
    <Part
      title="No address"
      aside={withoutOf(waiting) + heldOf(waiting) > 0 ? NUMBER.format(withoutOf(waiting) + heldOf(waiting)) : undefined}
      none={withoutOf(waiting) + heldOf(waiting) === 0 && 'Everybody who is owed a copy has one.'}
    >
      <p className={styles['facts']}>They are on no list. Once an address is there, the next late list has them.</p>
      <ul className={styles['rows']}>
        {missing.map(({ owner, name, shipcode, back }) => (
          <li key={`${owner} ${shipcode}`}>
            <Link to="/readers/$owner" params={{ owner }} data-row className={styles['work']}>
              <strong>{name === '' ? 'No name' : name}</strong>
              <span>
                {zoneName(shipcode, names)}
                {back && ', copies come back'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
};
