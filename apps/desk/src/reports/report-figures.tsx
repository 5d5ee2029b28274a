import { DESK_REPORTS, type DeskReport, type DeskReportName, type ReportCell, type ReportUnit } from '@newsstand/contracts/desk-reports';
import { displayDate, displayMoment } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import styles from '../parts/desk.module.css';
import { Wide } from '../parts/page-parts.tsx';
import { date } from '../parts/words.ts';

/** The table of a report, and as of when it is. */
export const Figures = ({ report: { name, rows, total, from, until, as_of, time_zone } }: { report: DeskReport }) => {
  const { columns, about } = DESK_REPORTS[name];
  const days = from === null ? date(until) : `${date(from)} to ${date(until)}`;
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles['none']}>{about === 'next' ? 'Nobody would be given it now.' : 'There was nothing of this kind.'}</p>
      ) : (
        <Wide label={`${DESK_REPORTS[name].title}: figures`} comesTo={name !== 'donors'}>
          <table className={styles['table']}>
            <thead>
              <tr>
                {columns.map(({ title: head, unit }, index) => (
                  <th key={`${head} ${index}`} scope="col" className={index === 0 || isText(unit) ? undefined : styles['end']}>
                    {headOf({ title: head, unit })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <Row key={index} name={name} row={row} />
              ))}
            </tbody>
            {total && (
              <tbody className={styles['total']}>
                <Row name={name} row={['Together', ...total.slice(1)]} />
              </tbody>
            )}
          </table>
        </Wide>
      )}
      <p className={styles['as-of']}>
        {days}, by the days of {time_zone}; read {displayMoment(as_of, time_zone)}.
      </p>
    </>
  );
};

/**
 * What stands over a column, on the page and in its file: a share beside a number of the same name says that it is one.
 */
export const headOf = ({ title, unit }: { title: string; unit: ReportUnit }): string => (unit === 'percent' ? `${title}, %` : title);

const Row = ({ name, row }: { name: DeskReportName; row: readonly ReportCell[] }) => (
  <tr>
    {DESK_REPORTS[name].columns.map(({ unit }, index) => {
      const text = cellText(row[index] ?? null, unit);
      return index === 0 ? (
        <th key={index} scope="row">
          {text}
        </th>
      ) : (
        <td key={index} className={isText(unit) ? undefined : styles['end']}>
          {text}
        </td>
      );
    })}
  </tr>
);

const isText = (unit: ReportUnit): boolean => unit === 'words' || unit === 'person' || unit === 'month';

const NUMBER = new Intl.NumberFormat('en-US');

const cellText = (cell: ReportCell, unit: ReportUnit): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return (unit === 'month' && displayDate(cell)) || cell;
  return unit === 'cents' ? formatCents(cell) : NUMBER.format(cell);
};
