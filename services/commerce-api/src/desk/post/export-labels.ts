import { labelCode, type ExportLabels, type LabelsExported } from '@newsstand/contracts/desk-post';
import { labelsPerSheet } from '@newsstand/contracts/label-sheets';
import { postalLines } from '@newsstand/contracts/postal-lines';
import * as v from 'valibot';
import { readLabels, type PostLabel } from '../../ledger/releases/post-labels.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { postCsv } from '../../rules/subscriptions/post-list-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { drawLabels } from './draw-labels.ts';

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = ExportLabels & { number: number; network: string };
type File = { name: string; type: string; labels: number; sheets: number; bytes: Buffer };

/** Labels of a list, as often as somebody asks: the same ones are the same file. That somebody took addresses out of the house is in the history. Refuses (404) what no list has. */
export async function exportLabels(deps: ExportDeps, person: Person, asked: Asked): Promise<LabelsExported> {
  const { publicationId } = deps.config;
  const { number: issue, action, shipcode, part, as, from, to, skip, dx, dy, network } = asked;
  const list = await deps.db.postList.findFirst({ where: { publicationId, issue, shipcode, part } });
  if (!list) throw new Refusal(404, deskText('no_such_list'));
  const labels = (await readLabels(deps.db, publicationId, { issue, shipcode, part })).filter(
    ({ number }) => number >= from && number <= to,
  );
  if (labels.length === 0) throw new Refusal(404, deskText('no_such_labels', { from, to }));
  const { bytes, ...file } = as === 'csv' ? csvFile(labels, asked) : await sheetFile(deps, labels, { ...asked, as, frozen: list.frozen });
  // The history has no addresses: what was taken out of the house is known by its hash.
  const told = {
    id: action,
    verb: 'exportLabels',
    subject: `issue ${issue}, zone ${shipcode}${part > 1 ? `, late ${part - 1}` : ''}`,
    network,
  };
  const hash = hashOf(bytes.toString('base64'));
  const noted = { as, from, to, skip, dx, dy, labels: labels.length, hash };
  await act(deps, { person: person.id }, told, v.null(), async () => ({ to: noted, result: null }));
  return { ...file, data: bytes.toString('base64'), hash };
}

const fileName = ({ number, shipcode, part, from, to }: Asked, end: string): string =>
  `issue-${number}-${shipcode}${part}-${from}-${to}.${end}`;

/** With the mark that spreadsheets ask for. */
function csvFile(labels: readonly PostLabel[], asked: Asked): File {
  const bytes = Buffer.from(`\uFEFF${postCsv(labels)}`, 'utf8');
  return { name: fileName(asked, 'csv'), type: 'text/csv', labels: labels.length, sheets: 0, bytes };
}

async function sheetFile(
  { publication }: ExportDeps,
  labels: readonly PostLabel[],
  asked: Asked & { as: Exclude<Asked['as'], 'csv'>; frozen: Date },
): Promise<File> {
  const { as: sheet, number, shipcode, part, skip, dx, dy, frozen } = asked;
  const perSheet = labelsPerSheet(sheet);
  if (skip >= perSheet) throw new Refusal(422, { skip: deskText('sheet_has', { sheet, labels: perSheet }) });
  // Where zone a is one country, print is posted from there.
  const { zones } = await publication.now();
  const [home, ...others] = zones.a.countries;
  const country = home && others.length === 0 ? home.code : null;
  const texts = labels.map((label) => ({
    code: labelCode(label),
    note: noteOf(label),
    name: label.name,
    lines: postalLines(label.address, country),
  }));
  const title = `Issue ${number}, ${zones[shipcode].name}, list ${part}`;
  const bytes = await drawLabels(texts, { sheet, skip, dx, dy, title, created: frozen });
  return {
    name: fileName(asked, 'pdf'),
    type: 'application/pdf',
    labels: labels.length,
    sheets: Math.ceil((skip + labels.length) / perSheet),
    bytes,
  };
}

/** What whoever packs, and whoever reads, is told: how many copies, and how many issues still come. */
function noteOf({ copies, left }: PostLabel): string {
  const rest = left === null ? '' : left === 0 ? 'LAST ISSUE' : `${left} left`;
  return [copies > 1 ? `${copies} copies` : '', rest].filter(Boolean).join(' · ');
}
