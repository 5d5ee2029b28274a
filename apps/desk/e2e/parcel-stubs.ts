import type { DeskBatch, DeskParcel, DeskParcels } from '@newsstand/contracts/desk-parcels';
import type { DeskGood, DeskStock } from '@newsstand/contracts/desk-stock';
import type { Page, Route } from '@playwright/test';
import { serveStubs } from './stubs.ts';

export const AT = '2026-11-02T15:00:00.000Z';
export const parcel = (code: string, wishes: Partial<DeskParcel> = {}): DeskParcel => ({
  code,
  order: code.replace(/\..*/, ''),
  name: 'Anna Kowalska',
  address: ['14 Elm St', 'Dayton, OH 45402', 'United States'],
  country: 'US',
  paid: AT,
  total: 4400,
  gone: 0,
  lines: [
    { ordinal: 0, type: 'basic-product', ref: 'prd:mug', name: 'Harbour Mug', detail: null, quantity: 2, back: 0 },
    { ordinal: 1, type: 'sized-product', ref: 'sze:tee-m', name: 'Pier T-shirt', detail: 'M', quantity: 1, back: 1 },
  ],
  batch: null,
  carrier: '',
  tracking: '',
  sent: null,
  sent_by: null,
  who: null,
  version: 'v1',
  ...wishes,
});
export const gone = {
  carrier: 'UPS',
  tracking: '1Z999',
  sent: new Date().toISOString(),
  sent_by: '01a20889-0000-7000-8000-0000000000aa',
  who: 'Dev',
};
export const LIST: DeskParcels = {
  count: 2,
  open: [parcel('EXR-8812'), parcel('EXR-8813.1', { gone: 1200, address: [] })],
  next: null,
  batches: [{ number: 3, created: AT, parcels: 30, sent: 12 }],
  sent: [parcel('EXR-8801', gone)],
};
export const BATCH: DeskBatch = {
  number: 3,
  created: AT,
  parcels: [parcel('EXR-8812'), parcel('EXR-8813.1'), parcel('EXR-8801', gone)],
  picking: [{ type: 'basic-product', ref: 'prd:mug', name: 'Harbour Mug', detail: null, quantity: 4 }],
};
export const GOOD: DeskStock['goods'][number] = {
  type: 'basic-product',
  ref: 'prd:mug',
  name: 'Harbour Mug',
  detail: null,
  on_sale: true,
  stock: 3,
  held: 2,
  sold: 12,
  low: true,
};
export const LEDGER: DeskGood = {
  good: GOOD,
  balanced: true,
  year: [
    { month: '2026-09', sold: 0, left: 1 },
    { month: '2026-10', sold: 2, left: -1 },
    { month: '2026-11', sold: 0, left: 3 },
  ],
  more: false,
  last: { restock: { action: gone.sent_by ?? '', at: AT, pieces: 4, who: 'Dev', note: 'Invoice 17' }, loss: null },
  moves: [
    { at: AT, why: 'restock', quantity: 4, left: 3, order: null, who: 'Dev', note: 'Invoice 17', action: gone.sent_by, undo: true },
    { at: AT, why: 'sold', quantity: -2, left: -1, order: 'EXR-8812', who: null, note: '', action: null, undo: false },
    { at: AT, why: 'start', quantity: 1, left: 1, order: null, who: null, note: '', action: null, undo: false },
  ],
};

export type Sent = { path: string; body: unknown };
/** The desk of the shop with two parcels, a batch and a mug; `sent` is what was asked for. */
export async function serveParcels(page: Page, sent: Sent[] = [], own: object = {}) {
  const answer = (json: unknown) => (route: Route) => {
    const url = new URL(route.request().url());
    if (!url.searchParams.has('dry')) sent.push({ path: url.pathname, body: route.request().postDataJSON() });
    return route.fulfill({ json });
  };
  await serveStubs(page, 'shop', {
    '/today': {
      work: [
        { list: 'parcels', count: 23, oldest: AT },
        { list: 'low-stock', count: 2, oldest: null },
      ],
      yours: [],
      just_now: [],
    },
    '/parcels': LIST,
    '/parcels/EXR-8812': { parcel: parcel('EXR-8812') },
    '/parcels/EXR-8813.1': { parcel: parcel('EXR-8813.1') },
    '/parcels/EXR-8812/sent': answer({ parcel: parcel('EXR-8812', gone), letter: true, fulfilled: true }),
    '/parcels/batches': answer({ number: 4, parcels: 2, pieces: 6 }),
    '/parcels/batches/3': BATCH,
    '/parcels/batches/3/export': answer({ name: 'batch-3.csv', parcels: 2, csv: 'reference,name' }),
    '/parcels/batches/3/pdf': answer({ name: 'batch-3-slips.pdf', parcels: 2, data: 'QQ==' }),
    [`/actions/${gone.sent_by}/undo`]: answer({ verb: 'dispatchGoods' }),
    '/stock': { goods: [GOOD, { ...GOOD, ref: 'prd:pin', name: 'Pin', low: false, stock: 90 }] },
    '/stock/basic-product/prd%3Amug': LEDGER,
    '/stock/basic-product/prd%3Amug/moves': answer({ from: 3, to: 43 }),
    ...own,
  });
}
