import * as v from 'valibot';
import { CalendarDay } from './calendar-day.ts';
import { ActionId, HistoryFilter } from './desk-history.ts';
import { OrderFilter } from './desk-orders.ts';
import { ReaderFilter, ReaderSegment } from './desk-readers.ts';

/** Whom a file has: the readers of a segment, or everybody on the mailing lists, who consented to be written to. */
export const ExportedPeople = v.variant('of', [
  v.object({ of: v.literal('readers'), segment: ReaderSegment, ...ReaderFilter }),
  v.object({ of: v.literal('lists') }),
]);
export type ExportedPeople = v.InferOutput<typeof ExportedPeople>;

export const ExportPeople = v.object({ action: ActionId, people: ExportedPeople });
/**
 * What else is taken as a file: orders by what a list of them is narrowed to, who gave in these days, or what was done
 * at the desk.
 */
export const ExportedRecords = v.variant('of', [
  v.object({ of: v.literal('orders'), filter: v.object(OrderFilter) }),
  v.object({ of: v.literal('donors'), from: CalendarDay, until: CalendarDay }),
  v.object({ of: v.literal('history'), filter: v.optional(v.object(HistoryFilter)) }),
]);
export type ExportedRecords = v.InferOutput<typeof ExportedRecords>;
export const ExportRecords = v.object({ action: ActionId, records: ExportedRecords });

/** A file of people: CSV in UTF-8, a row each below its head. */
export const PeopleExported = v.object({ name: v.string(), rows: v.number(), csv: v.string() });
export type PeopleExported = v.InferOutput<typeof PeopleExported>;
