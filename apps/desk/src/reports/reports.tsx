import { csvOf } from '@newsstand/contracts/csv';
import { reportsEndpoints } from '@newsstand/contracts/desk-endpoints-reports';
import { DESK_REPORTS, isOfPeople, reportsOf, type DeskReport, DeskReportName } from '@newsstand/contracts/desk-reports';
import { Button } from '@newsstand/ui/button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import { Months } from './closings.tsx';
import styles from '../parts/desk.module.css';
import { Day } from '../parts/day-fields.tsx';
import { Plot } from '../parts/plot.tsx';
import { Figures, headOf } from './report-figures.tsx';
import { useSignedIn } from '../session/session.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Asked, Heading } from '../parts/page-parts.tsx';
import type { ReportSearch } from '../frame/page-search.ts';
import { TakeRecords } from '../parts/take-file.tsx';

/** The reports of one's roles, with what each says. */
export function Reports() {
  const { roles } = useSignedIn().person;
  return (
    <>
      <Heading text="Reports" />
      {/* What somebody comes for once a month stands before what is looked at now and then. */}
      <Months />
      <ul className={styles['rows']}>
        {reportsOf(roles).map((name) => (
          <li key={name}>
            <Link to="/reports/$report" params={{ report: name }} data-row className={styles['report']}>
              <strong>{DESK_REPORTS[name].title}</strong>
              <span>{DESK_REPORTS[name].definition}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** One report: its numbers, as of when they are, and what they mean. */
export function Report() {
  const { report } = useParams({ from: '/reports/$report' });
  const known = v.safeParse(DeskReportName, report);
  if (!known.success) return <Heading text="There is no such report" />;
  return <Known name={known.output} />;
}

function Known({ name }: { name: DeskReportName }) {
  const { from, until } = useSearch({ from: '/reports/$report' });
  const navigate = useNavigate();
  const { title, about, definition } = DESK_REPORTS[name];
  const query = useQuery({
    queryKey: ['report', name, from, until],
    queryFn: () =>
      call(reportsEndpoints.deskReport, { params: { report: name }, query: { ...(from && { from }), ...(until && { until }) } }),
    placeholderData: keepPreviousData,
    // It is a statement over everything there is: read when somebody asks for it.
    refetchOnWindowFocus: false,
  });
  const narrow = (days: ReportSearch) =>
    void navigate({ to: '/reports/$report', params: { report: name }, search: { from, until, ...days }, replace: true });
  const shown = query.data?.name === name ? query.data : undefined;
  return (
    <>
      <Heading text={title} />
      <search className={styles['filters']} aria-label="Which days">
        {about === 'days' && <Day label="From" value={from ?? shown?.from ?? undefined} onChange={(day) => narrow({ from: day })} />}
        {about !== 'next' && (
          <Day label={about === 'days' ? 'To' : 'At the end of'} value={until ?? shown?.until} onChange={(day) => narrow({ until: day })} />
        )}
        {!isOfPeople(name) && (
          <Button kind="secondary" disabled={!shown} onClick={() => shown && keepFile(shown)}>
            CSV
          </Button>
        )}
        <Button kind="secondary" onClick={() => print()}>
          Print
        </Button>
      </search>
      {name === 'donors' && shown?.from != null && (
        <>
          <TakeRecords files={[{ label: 'Take these as CSV', records: { of: 'donors', from: shown.from, until: shown.until } }]} />
          <p className={styles['more']}>
            <Link to="/reports/donors/letters">Letters of a year to donors</Link>
          </p>
        </>
      )}
      <Asked query={query} what="this report">
        {(report) => (
          <>
            <Plot report={report} />
            <Figures report={report} />
          </>
        )}
      </Asked>
      <p className={styles['definition']}>{definition}</p>
      <p className={styles['more']}>
        <Link to="/reports">All reports</Link>
      </p>
    </>
  );
}

/**
 * A report that names nobody as a file for a spreadsheet: sums in whole cents' dollars, without a sign; months as it
 * sorts them (`2026-11`), which it would take `11.2026` for a number.
 */
const keepFile = ({ name, rows, total, from, until }: DeskReport): void => {
  const { columns, about } = DESK_REPORTS[name];
  // What is printed is rounded up once, over all: no spreadsheet's sum says that.
  const all = about === 'next' && total !== null ? [...rows, ['Together', ...total.slice(1)]] : rows;
  const written = all.map((row) =>
    columns.map(({ unit }, index) => {
      const cell = row[index] ?? null;
      return unit === 'cents' && typeof cell === 'number' ? (cell / 100).toFixed(2) : String(cell ?? '');
    }),
  );
  // A spreadsheet takes the mark for what it is: UTF-8.
  const text = `\uFEFF${csvOf([columns.map(headOf), ...written])}`;
  saveFile(`${[name, from, until].filter((part) => part !== null).join('-')}.csv`, text);
};
