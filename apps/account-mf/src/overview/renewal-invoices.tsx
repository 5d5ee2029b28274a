import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { createMessages } from '@newsstand/ui/messages';
import { Notice } from '@newsstand/ui/notice';
import { invoicePath } from '../routes.ts';
import type { Known } from '../widget.ts';
import { renewalInvoiceMessages } from './messages-renewal-invoices.ts';

/** What staff have written an invoice for is offered as a renewal, too: whoever takes both pays twice. */
export const RenewalInvoices = ({ widget: { page, subscriber, viewOnly } }: { widget: Known }) => {
  const t = createMessages(renewalInvoiceMessages, page.publication.messages);
  return (
    <Notice kind="warning">
      <p>{t('account.invoice_renews')}</p>
      {subscriber.invoices
        .filter(({ renews }) => renews)
        .map(({ token, invoice_no: number, total, due_date }) => {
          const words = t('account.invoice_renews_which', { number, total: formatCents(total), date: displayDate(due_date, 'UTC') });
          return <p key={token}>{viewOnly ? words : <a href={invoicePath(token)}>{words}</a>}</p>;
        })}
    </Notice>
  );
};
