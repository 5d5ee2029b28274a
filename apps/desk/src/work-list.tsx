import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { formatCents } from '@newsstand/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from './call.ts';
import styles from './desk.module.css';
import { Asked, Heading } from './state.tsx';
import { day, listWords } from './words.ts';

/** Who waits on one list of work, the oldest first. */
export function WorkList({ list }: { list: string }) {
  const query = useQuery({ queryKey: ['list', list], queryFn: () => call(deskEndpoints.deskList, { params: { list } }) });
  const { name, hint } = listWords(list);
  return (
    <>
      <Heading text={name} />
      <p className={styles['facts']}>{hint}</p>
      <Asked query={query} what="this list">
        {({ count, waiting }) =>
          count === 0 ? (
            <p className={styles['none']}>Nobody waits here.</p>
          ) : (
            <>
              <p className={styles['count']}>
                {count === 1 ? 'One' : count}
                {count > waiting.length && `, the oldest ${waiting.length} of them`}
              </p>
              <ul className={styles['rows']}>
                {waiting.map(({ owner, name: who, what, amount, since }) => (
                  <li key={`${owner} ${what} ${since}`}>
                    <Link to="/readers/$owner" params={{ owner }} data-row>
                      <strong>{who === '' ? 'No name' : who}</strong>
                      <span>{what}</span>
                      <span>since {day(since)}</span>
                      <span className={styles['end']}>{amount !== null && formatCents(amount)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Asked>
    </>
  );
}
