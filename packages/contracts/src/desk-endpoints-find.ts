import { DeskFound, Scrap } from './desk-find.ts';
import { DeskListed, DeskListName, DeskMoneyWork } from './desk-lists.ts';
import { DeskToday } from './desk-reader.ts';
import type { DeskEndpoint } from './desk-endpoint.ts';

/** What a day begins with, anything by any scrap, and who waits. */
export const findEndpoints = {
  deskFind: {
    method: 'GET',
    path: '/api/desk/find',
    summary: 'Anything by any scrap: readers, orders, invoices, gifts',
    query: { q: Scrap },
    answer: DeskFound,
    refuses: [429],
    verb: 'find',
  },
  deskToday: { method: 'GET', path: '/api/desk/today', summary: 'What a day begins with', answer: DeskToday, verb: 'staff' },
  deskTodayMoney: {
    method: 'GET',
    path: '/api/desk/today/money',
    summary: 'How much waits on the lists about money, which fill from outside',
    answer: DeskMoneyWork,
    verb: 'staff',
  },
  deskList: {
    method: 'GET',
    path: '/api/desk/lists/{list}',
    summary: 'Who waits on a list of work, the oldest first',
    params: { list: DeskListName },
    answer: DeskListed,
    refuses: [404],
    // Each list asks for a verb of its own (`DESK_LISTS`); nobody who has none may ask.
    verb: 'seeOrderMoney',
  },
} as const satisfies Record<string, DeskEndpoint>;
