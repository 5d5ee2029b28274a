import { placeOf, type DeskReport, type DeskReportName, type EarnedWith } from '@newsstand/contracts/desk-reports';
import type { StockMonth } from '@newsstand/contracts/desk-stock';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { useId } from 'react';
import styles from './desk.module.css';

/** How a part of a bar is drawn: a pattern as well as a colour. */
type Fill = 'full' | 'striped' | 'empty';
type Bar = { key?: string; label: string; parts: { fill: Fill; value: number }[] };
/** `of`: so many bars beside each other have one label, that of the last. */
type Drawn = { name: string; bars: Bar[]; of?: number; most: number; scale: (value: number) => string; legend: [Fill, string][] };

const HEIGHT = 180;
/** Room over the bars and for each line of what stands under them, in pixels. */
const [TOP, LINE] = [18, 16];
/** Bars that are shown, and labels that are legible on a telephone. */
const [MOST_BARS, MOST_LABELS] = [24, 6];

const number = (row: DeskReport['rows'][number], place: number): number => Number(row[place] ?? 0);
const WITH_ISSUE: EarnedWith = 'issue';

/** The sums of rows by what stands in one of their places, the oldest first. */
function sumsBy({ rows }: DeskReport, by: number, places: number[]): [label: string, sums: number[]][] {
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const label = String(row[by] ?? '');
    const before = sums.get(label) ?? places.map(() => 0);
    sums.set(
      label,
      before.map((sum, index) => sum + number(row, places[index] ?? 0)),
    );
  }
  return [...sums].toReversed().slice(-MOST_BARS);
}

/**
 * Each month from the first to the last of these (`2026-11`), the newest of them where they are more than there are
 * bars.
 */
function monthsOf(months: readonly string[]): string[] {
  const numbers = months.map((month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const length = months.length === 0 ? 0 : Math.min(last - first + 1, MOST_BARS);
  return Array.from({ length }, (_, index) => {
    const number = last - length + 1 + index;
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
  });
}

/** Reports of which the shape says something; the others are tables alone. */
const PLOTS: Partial<Record<DeskReportName, (report: DeskReport) => Drawn | null>> = {
  revenue: (report) => {
    const nets = new Map(
      sumsBy(report, placeOf('revenue', 'month'), [placeOf('revenue', 'came_in')]).map(([month, [net = 0]]) => [month, net]),
    );
    // A month without a sale has no row, and its place all the same.
    const months = monthsOf([...nets.keys()]).map((month) => ({ label: displayDate(month) || month, net: nets.get(month) ?? 0 }));
    const [first, last] = [months[0], months.at(-1)];
    if (!first || !last || months.length < 2) return null;
    const best = months.reduce((most, month) => (month.net > most.net ? month : most));
    return {
      name: `What came in by month, less what went back: ${formatCents(first.net)} in ${first.label}, ${formatCents(last.net)} in ${last.label}; most in ${best.label}, ${formatCents(best.net)}.`,
      bars: months.map(({ label, net }) => ({ label, parts: [{ fill: 'full', value: net }] })),
      most: Math.max(...months.map(({ net }) => Math.abs(net)), 1),
      scale: formatCents,
      legend: [],
    };
  },
  'unserved-by-issue': ({ rows }) => {
    const at = (key: 'with' | 'unserved' | 'kind' | 'issue') => placeOf('unserved-by-issue', key);
    const issues = rows
      .filter((row) => row[at('kind')] === WITH_ISSUE)
      .map((row) => ({ name: row[at('with')], label: String(row[at('issue')]), owed: number(row, at('unserved')) }));
    const [first, last] = [issues[0], issues.at(-1)];
    if (!first || !last || issues.length < 2) return null;
    return {
      name: `What is earned with each issue to come: ${formatCents(first.owed)} with ${first.name}, ${formatCents(last.owed)} with ${last.name}.`,
      bars: issues.map(({ label, owed }) => ({ label, parts: [{ fill: 'full', value: owed }] })),
      most: Math.max(...issues.map(({ owed }) => owed), 1),
      scale: formatCents,
      legend: [],
    };
  },
  renewals: (report) => {
    const at = (key: 'issue' | 'readers' | 'renewed' | 'later') => placeOf('renewals', key);
    const issues = sumsBy(report, at('issue'), [at('readers'), at('renewed'), at('later')]).map(
      ([label, [ended = 0, renewed = 0, later = 0]]) => {
        const share = (count: number) => (ended === 0 ? 0 : (100 * count) / ended);
        return { label, renewed: share(renewed), later: share(later), gone: share(ended - renewed - later) };
      },
    );
    const [first, last] = [issues[0], issues.at(-1)];
    if (!first || !last || issues.length < 2) return null;
    const percent = (value: number) => `${Math.round(value)} %`;
    return {
      name: `Of those whose last issue it was ${percent(first.renewed)} renewed after issue ${first.label}, and ${percent(last.renewed)} after issue ${last.label}.`,
      bars: issues.map(({ label, renewed, later, gone }) => ({
        label,
        parts: [
          { fill: 'full', value: renewed },
          { fill: 'striped', value: later },
          { fill: 'empty', value: gone },
        ],
      })),
      most: 100,
      scale: percent,
      legend: [
        ['full', 'Renewed'],
        ['striped', 'Came back later'],
        ['empty', 'Not renewed so far'],
      ],
    };
  },
};

/** The shape of a report, over its table, which has the same numbers. */
export function Plot({ report }: { report: DeskReport }) {
  const drawn = PLOTS[report.name]?.(report) ?? null;
  return drawn === null ? null : <Bars {...drawn} />;
}

/** What there was of a good at the end of each month; nothing of a single one. */
export function stockBars(year: readonly StockMonth[]): Drawn | null {
  const [first, last] = [year[0], year.at(-1)];
  if (!first || !last || year.length < 2) return null;
  const least = year.reduce((low, month) => (month.left < low.left ? month : low));
  return {
    name: `What was left at the end of each month: ${first.left} in ${displayDate(first.month)}, ${last.left} now; least in ${displayDate(least.month)}, ${least.left}.`,
    bars: year.map(({ month, left }) => ({ label: displayDate(month), parts: [{ fill: 'full', value: left }] })),
    most: Math.max(...year.map(({ left }) => Math.abs(left)), 1),
    scale: String,
    legend: [],
  };
}

/** Who is given an issue beside who was given the one before, by how it comes; nothing where there was none before. */
export function releaseBars(counts: readonly { name: string; readers: number; before: number }[]): Drawn | null {
  if (counts.every(({ before }) => before === 0)) return null;
  return {
    name: `Readers beside those of the issue before: ${counts.map(({ name, readers, before }) => `${name} ${readers} and ${before}`).join('; ')}.`,
    bars: counts.flatMap(({ name, readers, before }): Bar[] => [
      { key: `${name} now`, label: '', parts: [{ fill: 'full', value: readers }] },
      { key: `${name} before`, label: name, parts: [{ fill: 'striped', value: before }] },
    ]),
    of: 2,
    most: Math.max(...counts.flatMap(({ readers, before }) => [readers, before]), 1),
    scale: (readers) => new Intl.NumberFormat('en-US').format(readers),
    legend: [
      ['full', 'This issue'],
      ['striped', 'The one before'],
    ],
  };
}

/** On a telephone a bar is not as wide as ‘Print, United States’. */
const linesOf = (label: string): string[] => label.split(/(?<=,) /);

/** Bars that stand on a line, or hang from it. The sentence that is their name says what the shape does. */
export function Bars({ name, bars, of = 1, most, scale, legend }: Drawn) {
  const stripes = useId();
  const falls = bars.some(({ parts }) => parts.some(({ value }) => value < 0));
  const lines = Math.max(...bars.map(({ label }) => linesOf(label).length));
  const foot = 6 + lines * LINE;
  const room = HEIGHT - TOP - foot;
  const zero = falls ? TOP + room / 2 : TOP + room;
  const pixels = (value: number) => (Math.abs(value) / most) * (falls ? room / 2 : room);
  const step = 100 / bars.length;
  const every = Math.ceil(bars.length / of / MOST_LABELS) * of;
  return (
    <figure className={styles['plot']}>
      <svg role="img" aria-label={name} width="100%" height={HEIGHT}>
        <defs>
          <pattern id={stripes} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="3" height="6" className={styles['ink']} />
          </pattern>
        </defs>
        <text x="0" y={TOP - 6}>
          {scale(most)}
        </text>
        {bars.map(({ key, label, parts }, index) => {
          const x = `${index * step + step * 0.15}%`;
          let y = zero;
          return (
            <g key={key ?? label}>
              {parts.map(({ fill, value }) => {
                const height = pixels(value);
                if (value > 0) y -= height;
                return (
                  <rect
                    key={fill}
                    {...{ x, y, height }}
                    width={`${step * 0.7}%`}
                    className={styles[fill]}
                    {...(fill === 'striped' && { fill: `url(#${stripes})` })}
                  />
                );
              })}
              {(bars.length - 1 - index) % every === 0 && (
                <text y={HEIGHT - foot} textAnchor="middle">
                  {linesOf(label).map((line) => (
                    <tspan key={line} x={`${(index + 1 - of / 2) * step}%`} dy={LINE}>
                      {line}
                    </tspan>
                  ))}
                </text>
              )}
            </g>
          );
        })}
        <line x1="0" x2="100%" y1={zero} y2={zero} />
      </svg>
      {legend.length > 0 && (
        <figcaption>
          {legend.map(([fill, text]) => (
            <span key={fill}>
              <svg width="14" height="14" aria-hidden="true">
                <rect
                  x="1"
                  y="1"
                  width="12"
                  height="12"
                  className={styles[fill]}
                  {...(fill === 'striped' && { fill: `url(#${stripes})` })}
                />
              </svg>
              {text}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
