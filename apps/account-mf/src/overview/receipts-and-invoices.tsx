import { Fragment, lazy, type ReactNode, useState } from 'react';
import type { InvoiceEntry, ReceiptEntry } from '@newsstand/contracts/account';
import { displayDate } from '@newsstand/contracts/display-date';
import { invoicePdfPath, receiptPdfPath } from '@newsstand/contracts/file-paths';
import { isPastDue } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Known } from '../widget.ts';
import type { PaidBackProps } from './paid-back.tsx';
import styles from './receipts-and-invoices.module.css';

const PaidBack = lazy(async () => ({ default: (await import(/* webpackChunkName: "gifts" */ './paid-back.tsx')).PaidBack }));

/**
 * Receipts and invoices, newest first. Their links open without a login, so staff who look at the account see the list
 * but no links.
 */
export const ReceiptsAndInvoices = ({ widget }: { widget: Known }) => {
  const { t, subscriber, viewOnly } = widget;
  const { receipts, invoices } = subscriber;
  return (
    <>
      {invoices.length > 0 && (
        <div>
          <h3 className={styles.title}>{t('account.invoices')}</h3>
          <ul className={styles.list}>
            {invoices.map((invoice) => (
              <Invoice key={invoice.token} invoice={invoice} widget={widget} />
            ))}
          </ul>
        </div>
      )}
      {viewOnly && receipts.length + invoices.length > 0 && <p className={styles.note}>{t('account.papers_view_only')}</p>}
      <div>
        {invoices.length > 0 && <h3 className={styles.title}>{t('account.receipts')}</h3>}
        {receipts.length === 0 ? (
          <p className={styles.note}>{t('account.no_receipts')}</p>
        ) : (
          byYear(receipts).map(([year, ofYear], index, years) => {
            const list = (
              <ul className={styles.list}>
                {ofYear.map((receipt) => (
                  <Receipt key={receipt.token} receipt={receipt} widget={widget} />
                ))}
              </ul>
            );
            if (years.length === 1) return <Fragment key={year}>{list}</Fragment>;
            return (
              <details key={year} className={styles.year} open={index === 0}>
                <summary className={styles.summary}>{year}</summary>
                {list}
              </details>
            );
          })
        )}
      </div>
    </>
  );
};

type Paper = { widget: Known };

/** As they come, the newest first; one year stands open. */
const byYear = (receipts: readonly ReceiptEntry[]): [string, ReceiptEntry[]][] => {
  const years = new Map<string, ReceiptEntry[]>();
  for (const receipt of receipts) {
    const year = displayDate(receipt.created).slice(-4);
    years.set(year, [...(years.get(year) ?? []), receipt]);
  }
  return [...years];
};

const Receipt = ({ receipt, widget }: Paper & { receipt: ReceiptEntry }) => {
  const { context, t, viewOnly } = widget;
  const { token, number, created, total, name, more } = receipt;
  return (
    <li className={styles.paper}>
      <div className={styles.what}>
        <Open viewOnly={viewOnly} className={styles.link} href={receiptPath(token)} label={t('account.receipt_see', { number })}>
          {number}
        </Open>
        <p className={styles.words}>{more > 0 ? t('account.receipt_more', { name, more }) : name}</p>
        <p className={styles.note}>
          <time dateTime={created}>{displayDate(created)}</time>
        </p>
      </div>
      <p className={styles.total}>
        {formatCents(total)}
        <Back total={total} back={receipt.money_back} widget={widget} token={token} />
      </p>
      {!viewOnly && (
        <a className={styles.file} href={context.api + receiptPdfPath(token)} aria-label={t('account.receipt_pdf', { number })}>
          {t('account.pdf')}
        </a>
      )}
    </li>
  );
};

/** Most papers have none of it: it comes with the gifts, since a chunk of its own would weigh on everybody. */
const Back = ({ back, ...rest }: Omit<PaidBackProps, 'back'> & { back: PaidBackProps['back'] | undefined }) =>
  back && <PaidBack back={back} {...rest} />;

const Invoice = ({ invoice, widget }: Paper & { invoice: InvoiceEntry }) => {
  const { context, t, viewOnly } = widget;
  const { token, invoice_no, due_date, paid, total } = invoice;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const isLate = isPastDue(invoice, today);
  return (
    <li className={styles.paper}>
      <div className={styles.what}>
        <Open
          viewOnly={viewOnly}
          className={styles.link}
          href={invoicePath(token)}
          label={t('account.invoice_see', { number: invoice_no })}
        >
          {invoice_no}
        </Open>
        <p className={styles.note}>
          {paid === null
            ? t('account.invoice_due', { date: displayDate(due_date, 'UTC') })
            : t('account.invoice_paid', { date: displayDate(paid) })}
          {isLate && <strong className={styles.late}> {t('account.invoice_past_due')}</strong>}
        </p>
      </div>
      <p className={styles.total}>
        {formatCents(total)}
        <Back total={total} back={invoice.money_back} widget={widget} />
      </p>
      {!viewOnly && (
        <a className={styles.file} href={context.api + invoicePdfPath(token)} aria-label={t('account.invoice_pdf', { number: invoice_no })}>
          {t('account.pdf')}
        </a>
      )}
    </li>
  );
};

type Link = { viewOnly: boolean; className: string | undefined; href: string; label: string; children: ReactNode };

/** A link to a receipt or an invoice; for staff who look, only its number. */
const Open = ({ viewOnly, className, href, label, children }: Link) =>
  viewOnly ? (
    <span className={className}>{children}</span>
  ) : (
    <a className={className} href={href} aria-label={label}>
      {children}
    </a>
  );
