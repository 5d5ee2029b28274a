import { useMemo, useState } from 'react';
import { type Invoice, invoicePayment } from '@newsstand/contracts/invoice';
import type { MountContext } from '@newsstand/contracts/widget';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { useWidget } from '../widget.ts';
import { InvoiceView, MissingInvoice } from './invoice-view.tsx';
import { invoiceTexts } from './messages.ts';
import { PayInvoice } from './pay-invoice.tsx';
import { type InvoicePage as Page, readInvoicePage } from './read-invoice-page.ts';

/** `checkout.invoice`: the invoice behind the address (section 2, /invoice/{invoice}). */
export const InvoicePage = ({ context }: { context: MountContext }) => {
  // The page's other widgets hear of the cart that came with its data.
  useWidget(context);
  const page = usePageReader(readInvoicePage, context);
  const { messages, support_address } = page.publication;
  const t = useMemo(() => invoiceTexts(messages), [messages]);
  return page.invoice ? (
    <Found context={context} page={page} invoice={page.invoice} t={t} />
  ) : (
    <MissingInvoice support={support_address} t={t} />
  );
};

type FoundProps = { context: MountContext; page: Page; invoice: Invoice; t: ReturnType<typeof invoiceTexts> };

const Found = ({ context, page, invoice, t }: FoundProps) => {
  const payment = invoicePayment(invoice);
  // Section 9, Past Due: dates are calendar days in UTC.
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <InvoiceView
      invoice={invoice}
      payment={payment}
      today={today}
      business={page.business}
      support={page.publication.support_address}
      messages={page.publication.messages}
      base={context.api}
      t={t}
      onPrint={() => window.print()}
    >
      {payment.type === 'online' && <PayInvoice context={context} page={page} invoice={invoice} failure={payment.failure} t={t} />}
    </InvoiceView>
  );
};
