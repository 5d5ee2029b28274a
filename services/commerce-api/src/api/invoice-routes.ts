import { endpoints } from '@newsstand/contracts/endpoints';
import { asksPassword } from '@newsstand/contracts/asks-password';
import { Hono } from 'hono';
import { payInvoice, type ReadSubscriber } from '../payments/invoices/pay-invoice.ts';
import { readInvoice } from '../payments/invoices/read-invoice.ts';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takeCheckoutPoint } from '../payments/intents/take-checkout-point.ts';
import type { Deps } from '../publication/deps.ts';
import { makeAccount, readOwnerOf } from '../readers/purchaser.ts';
import { apiText } from '../platform/http/api-text.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { siteOf } from '../publication/site-of.ts';

export function invoiceRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.invoiceCheckout, async (c, { params, query, body }) => {
    await takeCheckoutPoint(deps, c);
    await requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
    const { ownerId, isAccount } = await readOwnerOf(deps, c);
    const account = isAccount ? ownerId : null;
    const readSubscriber: ReadSubscriber = async (invoice) => {
      if (account !== null) return account;
      // The account is the invoice's own name and address, whatever the form says.
      const isEnough = body.password !== undefined || !asksPassword(deps.publication.cached().settings.logins);
      return isEnough ? makeAccount(deps, c, { ...invoice, password: body.password }) : null;
    };
    const paying = await payInvoice(deps, params.invoice, body, { account, readSubscriber });
    if (paying.type === 'result') return paying.result;
    return c.json({ checkout_errors: paying.checkout_errors }, paying.status);
  });

  serveEndpoint(routes, ownEndpoints.invoicePdf, async (c, { params }) => {
    const invoice = await readInvoice(deps, params.invoice);
    if (!invoice) throw new Refusal(404, apiText('not_found'));
    const { drawInvoice } = await import('../payments/invoices/invoice-pdf.ts');
    const pdf = await drawInvoice(invoice, { publication: deps.publication.cached(), now: deps.clock(), site: siteOf(deps) });
    return c.body(new Uint8Array(pdf), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${invoice.invoice_no}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });
  return routes;
}
