import { Level } from '@newsstand/contracts/cart';
import { HistoryKind } from '@newsstand/contracts/desk-history';
import { InvoiceState } from '@newsstand/contracts/desk-invoices';
import { OrderFilter } from '@newsstand/contracts/desk-orders';
import { ReaderFlag, ReaderList, ReaderSegment, ReaderSort, ReaderZone } from '@newsstand/contracts/desk-readers';
import * as v from 'valibot';
import { dayOf } from '../parts/days.ts';

// What the address of a page says behind its question mark; what it says wrongly counts for nothing.

const aDay = v.optional(
  v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.check((text) => dayOf(text) !== undefined),
      ),
    ),
    undefined,
  ),
);

export const FindSearch = v.object({ q: v.optional(v.string(), '') });

export const ReadersSearch = v.object({
  segment: v.optional(v.fallback(ReaderSegment, 'running'), 'running'),
  zone: v.optional(v.fallback(v.optional(ReaderZone), undefined)),
  level: v.optional(v.fallback(v.optional(Level), undefined)),
  flag: v.optional(v.fallback(v.optional(ReaderFlag), undefined)),
  tag: v.optional(v.fallback(v.optional(ReaderList), undefined)),
  sort: v.optional(v.fallback(v.optional(ReaderSort), undefined)),
});
export type ReadersSearch = v.InferOutput<typeof ReadersSearch>;

export const OrdersSearch = v.object({
  state: v.fallback(OrderFilter.state, undefined),
  kind: v.fallback(OrderFilter.kind, undefined),
  back: v.fallback(OrderFilter.back, undefined),
  since: aDay,
  until: aDay,
});
export type OrdersSearch = v.InferOutput<typeof OrdersSearch>;

export const InvoicesSearch = v.object({ state: v.fallback(v.optional(InvoiceState), undefined) });

export const StockSearch = v.object({ low: v.fallback(v.optional(v.literal('yes')), undefined) });

export const ReportSearch = v.object({ from: aDay, until: aDay });
export type ReportSearch = v.InferOutput<typeof ReportSearch>;

export const HistorySearch = v.object({
  about: v.optional(v.fallback(v.optional(HistoryKind), undefined)),
  who: v.optional(v.fallback(v.optional(v.string()), undefined)),
  since: aDay,
  until: aDay,
});
export type HistorySearch = v.InferOutput<typeof HistorySearch>;
