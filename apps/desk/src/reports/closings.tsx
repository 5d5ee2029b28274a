import { reportsEndpoints } from '@newsstand/contracts/desk-endpoints-reports';
import { DESK_REPORTS, placeOf, totalOf, type DeskClosing, type DeskReport, type MonthClosed } from '@newsstand/contracts/desk-reports';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import type { Facts } from '../acts/changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { proved } from '../session/show-key.ts';
import { LastAct } from '../acts/last-act.tsx';
import { Figures } from './report-figures.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part, Wide } from '../parts/page-parts.tsx';

/** Who closed a month, and on which day of the publication's, as its figures are. */
const closedWords = (closed: DeskClosing['closed'], zone: string): string =>
  closed ? `Closed on ${displayDate(closed.at, zone)} by ${closed.by}` : 'Not closed yet';

/** Months on the page of all reports; the others are behind its link. */
const LATEST = 3;

/**
 * The months that are over, the newest first: an accountant closes one, and everybody who reads reports sees which are.
 */
export function Months({ all = false }: { all?: boolean }) {
  const query = useQuery({ queryKey: ['closings'], queryFn: () => call(reportsEndpoints.deskClosings) });
  const [message, setMessage] = useState('');
  const { time_zone: zone } = useSignedIn();
  return (
    <Asked query={query} what="the months">
      {({ months }) => (
        <>
          <Part title="Months" none={months.length === 0 && 'No month with a sale is over yet.'}>
            <LastAct text={message} />
            <ul className={styles['rows']}>
              {months.slice(0, all ? undefined : LATEST).map(({ month, closed }) => (
                <li key={month}>
                  <div className={styles['decides']}>
                    <Link to="/closings/$month" params={{ month }} data-row className={styles['month']}>
                      <strong>{displayDate(month)}</strong>
                      <span>{closedWords(closed, zone)}</span>
                    </Link>
                    <CloseMonth month={month} isOpen={!closed} onDone={setMessage} />
                  </div>
                </li>
              ))}
            </ul>
          </Part>
          {!all && months.length > LATEST && (
            <p className={styles['more']}>
              <Link to="/closings">All {months.length} months</Link>
            </p>
          )}
        </>
      )}
    </Asked>
  );
}

export const Closings = () => (
  <>
    <Heading text="Months" />
    <Months all />
    <p className={styles['more']}>
      <Link to="/reports">All reports</Link>
    </p>
  </>
);

const readMonth = (month: string) => ({
  queryKey: ['closings', month],
  queryFn: () => call(reportsEndpoints.deskClosing, { params: { month } }),
  refetchOnWindowFocus: false,
});

/** A month as it was handed over, or as it stands while nobody has closed it. */
export function Closing() {
  const { month } = useParams({ from: '/closings/$month' });
  const query = useQuery(readMonth(month));
  const [message, setMessage] = useState('');
  return (
    <>
      <Asked query={query} what="this month" heading={displayDate(month) || 'There is no such month'}>
        {({ closed, reports, time_zone: zone }) => (
          <>
            <Heading text={displayDate(month)} />
            <p className={styles['facts']}>
              {closedWords(closed, zone)}: {closed ? 'these numbers stay.' : 'these numbers are those of now.'}
            </p>
            <div className={styles['acts']}>
              <CloseMonth month={month} isOpen={!closed} onDone={setMessage} />
              <Button kind="secondary" onClick={() => print()}>
                Print
              </Button>
            </div>
            <LastAct text={message} />
            {reports.map(({ report, kept }) => (
              <Part key={report.name} title={DESK_REPORTS[report.name].title}>
                <Figures report={kept === null ? report : { ...report, rows: kept, total: totalOf(report.name, kept) }} />
                {kept !== null && <Differences report={report} kept={kept} />}
                <p className={styles['definition']}>{DESK_REPORTS[report.name].definition}</p>
              </Part>
            ))}
          </>
        )}
      </Asked>
      <p className={styles['more']}>
        <Link to="/closings">All months</Link>
      </p>
    </>
  );
}

/** What is otherwise by now than it was when the month was closed, number by number. */
const Differences = ({ report: { name, rows }, kept }: { report: DeskReport; kept: DeskReport['rows'] }) => {
  const differences = differencesOf(name, rows, kept);
  if (differences.length === 0) return <p className={styles['as-of']}>Read again now, nothing of it is different.</p>;
  return (
    <>
      <h3>Different by now</h3>
      <Wide label={`${DESK_REPORTS[name].title}: different by now`}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">What</th>
              {['Handed over', 'Now', 'Difference'].map((head) => (
                <th key={head} scope="col" className={styles['end']}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.map(({ what, before, now }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                {[before, now, now - before].map((cents, index) => (
                  <td key={index} className={styles['end']}>
                    {formatCents(cents)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
};

type Difference = { what: string; before: number; now: number };

function differencesOf(name: DeskReport['name'], rows: DeskReport['rows'], kept: DeskReport['rows']): Difference[] {
  const { columns } = DESK_REPORTS[name];
  const labelOf = (row: DeskReport['rows'][number]) => row.filter((_, index) => columns[index]?.unit === 'words').join(', ');
  const kind = placeOf(name, 'kind');
  // A month that was closed before rows had a kind has the words of that day alone.
  const keyOf = [...kept, ...rows].every((row) => row[kind]) ? (row: DeskReport['rows'][number]) => String(row[kind]) : labelOf;
  const [was, is] = [kept, rows].map((all) => new Map(all.map((row) => [keyOf(row), row])));
  const keys = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return keys.flatMap((key) => {
    const label = labelOf(is?.get(key) ?? was?.get(key) ?? []);
    return columns.flatMap(({ title, unit }, index) => {
      const [before, now] = [Number(was?.get(key)?.[index] ?? 0), Number(is?.get(key)?.[index] ?? 0)];
      return unit === 'cents' && before !== now ? [{ what: `${label}: ${title}`, before, now }] : [];
    });
  });
}

/** The button of a month that is open, for whoever keeps the books. */
function CloseMonth({ month, isOpen, onDone }: { month: string; isOpen: boolean; onDone: (message: string) => void }) {
  const [open, setOpen] = useState(false);
  const closing = useMay('closeMonth');
  if (!closing) return null;
  return (
    <>
      {isOpen && (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          Close {displayDate(month)}…
        </Button>
      )}
      {open && <CloseDialog month={month} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

type Closes = { month: string; onDone: (message: string) => void; onClose: () => void };

const CloseDialog = ({ month, onDone, onClose }: Closes) => {
  const session = useSignedIn();
  const shown = useQuery<DeskClosing>({ ...readMonth(month), staleTime: 0 });
  return (
    <ActDialog<object, MonthClosed, DeskClosing | null>
      title={`Close ${displayDate(month)}`}
      verb={`Close ${displayDate(month)}`}
      about={['closings']}
      shown={{
        now: shown.data ?? null,
        says: (now): Facts => (now === null ? {} : { 'The month': closedWords(now.closed, session.time_zone) }),
      }}
      wish={shown.data ? {} : null}
      send={(_wish, { action, dry }) => {
        const body = { action, version: shown.data?.version ?? '' };
        const ask = () => call(reportsEndpoints.deskCloseMonth, { params: { month }, ...(dry && { query: { dry: '' } }), body });
        return dry ? ask() : proved(session, ask);
      }}
      happens={({ came_in, unserved }) => [
        `${formatCents(came_in)} came in, less what went back.`,
        `${formatCents(unserved)} are not served at its end.`,
        'These numbers are kept for good. What changes later is shown beside them.',
      ]}
      done={() => `${displayDate(month)} is closed.`}
      onDone={(text) => {
        onDone(text);
        onClose();
      }}
      onClose={onClose}
    />
  );
};
