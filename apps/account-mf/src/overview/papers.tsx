import { useState } from 'react';
import type { InvoiceEntry, ReceiptEntry } from '@newsstand/contracts/account';
import { displayDate } from '@newsstand/contracts/display-date';
import { isPastDue } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Known, T } from '../widget.ts';
import styles from './papers.module.css';

/** Receipts and invoices, the newest first: to look at, to print and to keep. */
export const Papers = ({ widget: { t, subscriber, context } }: { widget: Known }) => {
  const { receipts, invoices } = subscriber;
  return (
    <>
      {invoices.length > 0 && (
        <div>
          <h3 className={styles.title}>{t('account.invoices')}</h3>
          <ul className={styles.papers}>
            {invoices.map((invoice) => (
              <Invoice key={invoice.token} invoice={invoice} base={context.api} t={t} />
            ))}
          </ul>
        </div>
      )}
      <div>
        {invoices.length > 0 && <h3 className={styles.title}>{t('account.receipts')}</h3>}
        {receipts.length === 0 ? (
          <p className={styles.note}>{t('account.no_receipts')}</p>
        ) : (
          <ul className={styles.papers}>
            {receipts.map((receipt) => (
              <Receipt key={receipt.token} receipt={receipt} base={context.api} t={t} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
};

const Receipt = ({ receipt, base, t }: { receipt: ReceiptEntry; base: string; t: T }) => {
  const { token, number, created, total, name, more } = receipt;
  return (
    <li className={styles.paper}>
      <div className={styles.what}>
        <a className={styles.link} href={receiptPath(token)} aria-label={t('account.receipt_see', { number })}>
          {number}
        </a>
        <p className={styles.words}>{more > 0 ? t('account.receipt_more', { name, more }) : name}</p>
        <p className={styles.note}>
          <time dateTime={created}>{displayDate(created)}</time>
        </p>
      </div>
      <p className={styles.total}>{formatCents(total)}</p>
      <a
        className={styles.file}
        href={`${base}/api/receipts/${encodeURIComponent(token)}/pdf`}
        aria-label={t('account.receipt_pdf', { number })}
      >
        {t('account.pdf')}
      </a>
    </li>
  );
};

const Invoice = ({ invoice, base, t }: { invoice: InvoiceEntry; base: string; t: T }) => {
  const { token, invoice_no, due_date, paid, total } = invoice;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const isLate = isPastDue(invoice, today);
  return (
    <li className={styles.paper}>
      <div className={styles.what}>
        <a className={styles.link} href={invoicePath(token)} aria-label={t('account.invoice_see', { number: invoice_no })}>
          {invoice_no}
        </a>
        <p className={styles.note}>
          {paid === null
            ? t('account.invoice_due', { date: displayDate(due_date, 'UTC') })
            : t('account.invoice_paid', { date: displayDate(paid) })}
          {isLate && <strong className={styles.late}> {t('account.invoice_past_due')}</strong>}
        </p>
      </div>
      <p className={styles.total}>{formatCents(total)}</p>
      <a
        className={styles.file}
        href={`${base}/api/invoice/${encodeURIComponent(token)}/pdf`}
        aria-label={t('account.invoice_pdf', { number: invoice_no })}
      >
        {t('account.pdf')}
      </a>
    </li>
  );
};
