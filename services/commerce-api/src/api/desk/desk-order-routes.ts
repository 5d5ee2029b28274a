import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { readDonationYear } from '../../desk/donations/read-donations.ts';
import { takeDonorLetters, writeToDonors } from '../../desk/donations/write-to-donors.ts';
import { readBooks } from '../../desk/books/check-books.ts';
import {
  cancelDeskInvoice,
  correctInvoicePayment,
  readInvoiceGoods,
  recordInvoicePayment,
  writeInvoice,
} from '../../desk/invoices/invoice-verbs.ts';
import { readInvoicePage, readInvoices } from '../../desk/invoices/read-invoices.ts';
import { readOrder } from '../../desk/orders/read-order.ts';
import { exportRecords } from '../../desk/files/export-records.ts';
import { readOrders } from '../../desk/orders/read-orders.ts';
import { closeMonth, readClosing, readClosings } from '../../desk/reports/close-month.ts';
import { sendGood } from '../../desk/readers/send-good.ts';
import { readReport } from '../../desk/reports/read-report.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { sendFile } from './send-file.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

export function deskOrderRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskExportRecords, async (c, { person, network }, { body }) =>
    sendFile(c, deps, await exportRecords(deps, person, { ...body, network })),
  );

  serveDesk(routes, deps, deskEndpoints.deskOrders, (_c, { person }, { query }) => readOrders(deps, person, query));

  serveDesk(routes, deps, deskEndpoints.deskOrder, (_c, asker, { params }) => readOrder(deps, asker, params.number));

  serveDesk(routes, deps, deskEndpoints.deskSendGood, (_c, { person, network }, { params, query, body }) =>
    sendGood(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskBooks, () => readBooks(deps));

  serveDesk(routes, deps, deskEndpoints.deskReport, (_c, { person }, { params, query }) =>
    readReport(deps, person, { name: params.report, ...query }),
  );

  serveDesk(routes, deps, deskEndpoints.deskDonationYear, (_c, _asker, { params }) => readDonationYear(deps, params.year));

  serveDesk(routes, deps, deskEndpoints.deskWriteToDonors, (_c, { person, network }, { params, query, body }) =>
    writeToDonors(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskTakeDonorLetters, (_c, { person, network }, { params, body }) =>
    takeDonorLetters(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskClosings, () => readClosings(deps));

  serveDesk(routes, deps, deskEndpoints.deskClosing, (_c, _asker, { params }) => readClosing(deps, params.month));

  serveDesk(routes, deps, deskEndpoints.deskCloseMonth, (_c, { person, network }, { params, query, body }) =>
    closeMonth(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskInvoices, (_c, _asker, { query }) => readInvoices(deps, query));

  serveDesk(routes, deps, deskEndpoints.deskInvoice, (_c, { person }, { params }) => readInvoicePage(deps, person, params.number));

  serveDesk(routes, deps, deskEndpoints.deskInvoiceGoods, () => readInvoiceGoods(deps));

  serveDesk(routes, deps, deskEndpoints.deskWriteInvoice, (_c, { person, network }, { query, body }) =>
    writeInvoice(deps, person, { ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskRecordPayment, (_c, { person, network }, { params, query, body }) =>
    recordInvoicePayment(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskCorrectPayment, (_c, { person, network }, { params, query, body }) =>
    correctInvoicePayment(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskCancelInvoice, (_c, { person, network }, { params, query, body }) =>
    cancelDeskInvoice(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
