import type { ExportLabels, LabelsExported } from '@newsstand/contracts/desk-post';
import { labelsPerSheet } from '@newsstand/contracts/label-sheets';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { readLabels, type PostLabel } from '../../ledger/releases/post-labels.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { postedFrom } from '../../rules/subscriptions/postal-lines.ts';
import { postCsv } from '../../rules/subscriptions/post-list-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { drawLists } from './draw-labels.ts';
import { addressed, unprintableOf } from './unprintable.ts';

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = ExportLabels & { number: number; network: string };
type File = Omit<LabelsExported, 'data' | 'hash'> & { bytes: Buffer };

/** Labels of one list, and of others whole: what there is of them. */
type Taken = { shipcode: Shipcode; part: number; frozen: Date; labels: PostLabel[] };

/**
 * Labels of a list or of several, as often as somebody asks: the same ones are the same file. That somebody took
 * addresses out of the house is in the history. Refuses (404) what no list has.
 */
export async function exportLabels(deps: ExportDeps, person: Person, asked: Asked): Promise<LabelsExported> {
  const { number: issue, action, shipcode, part, as, from, to, skip, dx, dy, more, network } = asked;
  const first = await labelsOf(deps, issue, { shipcode, part, from, to });
  const others: Taken[] = [];
  for (const other of more) others.push(await labelsOf(deps, issue, { ...other, from: 1, to: MOST }));
  const lists = [first, ...others];
  const name = fileName(asked, lists);
  const { bytes, ...file } = as === 'csv' ? csvFile(lists, name) : await sheetFile(deps, lists, { ...asked, as, name });
  // The history has no addresses: what was taken out of the house is known by its hash.
  const told = { id: action, verb: 'exportLabels', subject: `issue ${issue}, ${lists.map(listOf).join(', ')}`, network };
  const hash = hashOf(bytes.toString('base64'));
  const noted = {
    as,
    from,
    to: Math.min(to, lastOf(first)),
    skip,
    dx,
    dy,
    labels: first.labels.length,
    hash,
    ...(others.length > 0 && {
      more: others.map((other) => ({ shipcode: other.shipcode, part: other.part, labels: other.labels.length })),
    }),
  };
  await act(deps, { person: person.id }, told, v.null(), async () => ({ to: noted, result: null }));
  return { ...file, data: bytes.toString('base64'), hash };
}

const MOST = 9_999_999;
const listOf = ({ shipcode, part }: Pick<Taken, 'shipcode' | 'part'>): string => `zone ${shipcode}${part > 1 ? `, late ${part - 1}` : ''}`;
const lastOf = ({ labels }: Taken): number => labels.at(-1)?.number ?? 0;

async function labelsOf(
  { db, config: { publicationId } }: ExportDeps,
  issue: number,
  { shipcode, part, from, to }: { shipcode: Shipcode; part: number; from: number; to: number },
): Promise<Taken> {
  const list = await db.postList.findFirst({ where: { publicationId, issue, shipcode, part } });
  if (!list) throw new Refusal(404, deskText('no_such_list'));
  const all = await readLabels(db, publicationId, { issue, shipcode, part });
  const labels = all.filter(({ number }) => number >= from && number <= to);
  if (labels.length === 0) throw new Refusal(404, deskText('no_such_labels', { from, to }));
  return { shipcode, part, frozen: list.frozen, labels };
}

function fileName({ number, shipcode, part, from, to, as }: Asked, lists: readonly Taken[]): string {
  const [first, ...others] = lists;
  const of =
    others.length > 0
      ? lists.map((list) => `${list.shipcode}${list.part}`).join('-')
      : `${shipcode}${part}-${from}-${Math.min(to, first ? lastOf(first) : to)}`;
  return `issue-${number}-${of}.${as === 'csv' ? 'csv' : 'pdf'}`;
}

/** With the mark that spreadsheets ask for. */
function csvFile(lists: readonly Taken[], name: string): File {
  const labels = lists.flatMap((list) => list.labels);
  const bytes = Buffer.from(`\uFEFF${postCsv(labels)}`, 'utf8');
  return { name, type: 'text/csv', labels: labels.length, sheets: 0, bytes };
}

async function sheetFile(
  { publication }: ExportDeps,
  lists: readonly Taken[],
  asked: Asked & { as: Exclude<Asked['as'], 'csv'>; name: string },
): Promise<File> {
  const { as: sheet, name, number, skip, dx, dy } = asked;
  const perSheet = labelsPerSheet(sheet);
  if (skip >= perSheet) throw new Refusal(422, { skip: deskText('sheet_has', { sheet, labels: perSheet }) });
  const { zones } = await publication.now();
  const home = postedFrom(zones.a.countries);
  const texts = lists.map(({ labels }) => labels.map((label) => ({ ...addressed(label, home), note: noteOf(label) })));
  const title = `Issue ${number}, ${lists.map(({ shipcode, part }) => `${zones[shipcode].name}, list ${part}`).join('; ')}`;
  const created = lists[0]?.frozen ?? new Date(0);
  const bytes = await drawLists(texts, { sheet, skip, dx, dy, title, created });
  const sheets = texts.reduce((sum, list, index) => sum + Math.ceil((list.length + (index === 0 ? skip : 0)) / perSheet), 0);
  return { name, type: 'application/pdf', labels: texts.flat().length, sheets, bytes, ...unprintableOf(texts.flat()) };
}

/** What whoever packs, and whoever reads, is told: how many copies, and how many issues still come. */
function noteOf({ copies, left }: PostLabel): string {
  const rest = left === null ? '' : left === 0 ? 'LAST ISSUE' : `${left} left`;
  return [copies > 1 ? `${copies} copies` : '', rest].filter(Boolean).join(' · ');
}
