import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { requireHuman } from '../bot-check/bot-check.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { makeAccount, readOwnerOf } from '../http/purchaser.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { takePoint } from '../limits/take-point.ts';
import { Refusal } from '../refusal.ts';
import { drawInvoice } from './invoice-pdf.ts';
import { payInvoice, type ReadSubscriber } from './pay-invoice.ts';
import { readInvoice } from './read-invoice.ts';

/** Who tries stolen cards tries hundreds of them. */
const PAYMENTS = { points: 60, window: 10 * MINUTE };

export function invoiceRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.invoiceCheckout, async (c, { params, query, body }) => {
    await takePoint(deps, `checkout:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, PAYMENTS);
    await requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
    const { ownerId, isAccount } = await readOwnerOf(deps, c);
    const account = isAccount ? ownerId : null;
    const readSubscriber: ReadSubscriber = async (invoice) => {
      if (account !== null) return account;
      // The account is the invoice's own name and address, whatever the form says.
      return body.password ? makeAccount(deps, c, { ...invoice, password: body.password }) : null;
    };
    const paying = await payInvoice(deps, params.invoice, body, { account, readSubscriber });
    if (paying.type === 'result') return paying.result;
    return c.json({ checkout_errors: paying.checkout_errors }, paying.status);
  });

  // To be kept and passed on to whoever pays the bills.
  routes.get('/api/invoice/:invoice{[\\w-]{8,200}}/pdf', async (c) => {
    const invoice = await readInvoice(deps, c.req.param('invoice'));
    if (!invoice) throw new Refusal(404, 'Not found.');
    const pdf = await drawInvoice(invoice, { publication: deps.publication.cached(), now: deps.clock(), site: deps.config.publicUrl });
    return c.body(new Uint8Array(pdf), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${invoice.invoice_no}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });
  return routes;
}
