import type { BatchPrinted, PrintBatch } from '@newsstand/contracts/desk-parcels';
import { labelsPerSheet } from '@newsstand/contracts/label-sheets';
import * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { postalLines, postedFrom } from '../../rules/subscriptions/postal-lines.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { drawLabels } from '../post/draw-labels.ts';
import { unprintableOf } from '../post/unprintable.ts';
import type { Person } from '../staff/staff-session.ts';
import { drawSlips } from './draw-slips.ts';
import { parcelsOfBatch, pickingOf } from './read-parcels.ts';

type PrintDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = PrintBatch & { number: string; network: string };

/**
 * What is printed of a batch: its picking list and slips, or its addresses on labels, also of the parcels that are sent
 * by now: as long as nothing of it is paid back it is the same file, and agrees with the paper that somebody packs by.
 * Refuses (404) a batch of which there is nothing to print, and (422) more used labels than a sheet has.
 */
export async function printBatch(
  deps: PrintDeps,
  person: Person,
  { number, action, as, skip, dx, dy, network }: Asked,
): Promise<BatchPrinted> {
  const published = await deps.publication.now();
  const home = postedFrom(published.zones.a.countries);
  const { batch, parcels } = await parcelsOfBatch(deps, number);
  const packed = parcels.flatMap(({ parcel, address }) => (address === null ? [] : [{ parcel, lines: postalLines(address, home) }]));
  if (packed.length === 0) throw new Refusal(404, deskText('batch_without_address'));
  const pdf = await (as === 'slips'
    ? drawSlips({
        batch: { number: batch.number, picking: pickingOf(packed.map(({ parcel }) => parcel)) },
        parcels: packed,
        magazine: published.name,
        home,
        created: batch.created,
      })
    : drawAddresses(packed, { sheet: as, skip, dx, dy, title: `Batch ${batch.number}`, created: batch.created }));
  const data = pdf.toString('base64');
  // The history has no addresses: what was taken out of the house is known by its hash.
  const told = { id: action, verb: 'printBatch', subject: `batch ${batch.number}`, network };
  await act(deps, { person: person.id }, told, v.null(), async () => ({
    to: { as, parcels: packed.length, hash: hashOf(data) },
    result: null,
  }));
  const unprintable = unprintableOf(packed.map(({ parcel: { code, name }, lines }) => ({ code, name, lines })));
  return { name: `batch-${batch.number}-${as}.pdf`, parcels: packed.length, data, ...unprintable };
}

/** The labels of what is in a parcel; of one whose pieces were all paid back there is none. */
async function drawAddresses(
  packed: readonly { parcel: { code: string; name: string; lines: readonly { quantity: number }[] }; lines: readonly string[] }[],
  paper: Parameters<typeof drawLabels>[1],
): Promise<Buffer> {
  const perSheet = labelsPerSheet(paper.sheet);
  if (paper.skip >= perSheet) throw new Refusal(422, { skip: deskText('sheet_has', { sheet: paper.sheet, labels: perSheet }) });
  const labels = packed.flatMap(({ parcel, lines }) => {
    const pieces = parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return pieces === 0 ? [] : [{ code: parcel.code, note: pieces === 1 ? '1 piece' : `${pieces} pieces`, name: parcel.name, lines }];
  });
  return drawLabels(labels, paper);
}
