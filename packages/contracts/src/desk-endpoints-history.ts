import * as v from 'valibot';
import { ExportRecords, PeopleExported } from './desk-export.ts';
import { After, DeskHistory, DeskSearches, HistoryFilter } from './desk-history.ts';
import { DispatchTakenBack } from './desk-parcels.ts';
import { GivenBack } from './desk-refund.ts';
import { Dry, InvoiceGivenUp, NextRenewal, TakeBack, WaitingGoods } from './desk-verbs.ts';
import { id, type DeskEndpoint } from './desk-endpoint.ts';

/** What was done and searched for, and taking back what was done. */
export const historyEndpoints = {
  deskHistory: {
    method: 'GET',
    path: '/api/desk/history',
    summary: 'What was done, newest first',
    query: { ...HistoryFilter, after: After },
    answer: DeskHistory,
    verb: 'seeHistory',
  },
  deskSearches: {
    method: 'GET',
    path: '/api/desk/searches',
    summary: 'What staff searched for in the last 90 days, newest first',
    query: { after: After },
    answer: DeskSearches,
    verb: 'seeSearches',
  },
  deskExportRecords: {
    method: 'POST',
    path: '/api/desk/exports/records',
    summary: 'Orders, donors or the history as CSV',
    body: ExportRecords,
    answer: PeopleExported,
    refuses: [409],
    verb: 'exportRecords',
  },
  deskTakeBack: {
    method: 'POST',
    path: '/api/desk/actions/{done}/undo',
    summary: 'Take back what was done, by whoever may do it',
    params: { done: id },
    query: { dry: Dry },
    body: TakeBack,
    /**
     * `letter`: what a parcel's reader is told, where they were told that it was sent; `given`: what of a refund comes
     * back; `told`: to whom a letter says it, null for nobody, empty where the role sees no mailboxes; `renews`: of a
     * subscription that goes on, and renewed by itself, whether it does again; `renewal`: what is charged then, where
     * that is planned, and where what is taken back had put it off; `put_off`: what was to be charged, and is not while
     * that subscription goes on; `goods`: those that wait, and go again where they went before; `invoices`: unpaid ones
     * that are given up with it; `held`: copies came back from the address that is put back, and nothing is posted
     * there. `version`: of all this, where whoever confirms it sends it along.
     */
    answer: v.object({
      verb: v.string(),
      letter: v.optional(DispatchTakenBack),
      given: v.optional(GivenBack),
      told: v.optional(v.nullable(v.string())),
      renews: v.optional(v.nullable(v.boolean())),
      renewal: v.optional(v.nullable(NextRenewal)),
      put_off: v.optional(v.nullable(NextRenewal)),
      goods: v.optional(v.array(WaitingGoods)),
      invoices: v.optional(v.array(InvoiceGivenUp)),
      held: v.optional(v.boolean()),
      version: v.optional(v.string()),
    }),
    refuses: [404, 409],
    verb: 'takeBack',
  },
} as const satisfies Record<string, DeskEndpoint>;
