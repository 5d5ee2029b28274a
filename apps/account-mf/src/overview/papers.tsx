import { Fragment, type ReactNode, useState } from 'react';
import type { InvoiceEntry, ReceiptEntry } from '@newsstand/contracts/account';
import { displayDate } from '@newsstand/contracts/display-date';
import { isPastDue } from '@newsstand/contracts/invoice';
import { moneyGone, type MoneyBack } from '@newsstand/contracts/money-back';
import { formatCents } from '@newsstand/contracts/money';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Known, T } from '../widget.ts';
import styles from './papers.module.css';

/** Receipts and invoices, newest first. Their links open without a login, so staff who look at the account see the list but no links. */
export const Papers = ({ widget: { t, subscriber, context, viewOnly } }: { widget: Known }) => {
  const { receipts, invoices } = subscriber;
  return (
    <>
      {invoices.length > 0 && (
        <div>
          <h3 className={styles.title}>{t('account.invoices')}</h3>
          <ul className={styles.papers}>
            {invoices.map((invoice) => (
              <Invoice key={invoice.token} invoice={invoice} base={context.api} t={t} viewOnly={viewOnly} />
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
              <ul className={styles.papers}>
                {ofYear.map((receipt) => (
                  <Receipt key={receipt.token} receipt={receipt} base={context.api} t={t} viewOnly={viewOnly} />
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

type Paper = { base: string; t: T; viewOnly: boolean };

/** As they come, the newest first; one year stands open. */
const byYear = (receipts: readonly ReceiptEntry[]): [string, ReceiptEntry[]][] => {
  const years = new Map<string, ReceiptEntry[]>();
  for (const receipt of receipts) {
    const year = displayDate(receipt.created).slice(-4);
    years.set(year, [...(years.get(year) ?? []), receipt]);
  }
  return [...years];
};

const Receipt = ({ receipt, base, t, viewOnly }: Paper & { receipt: ReceiptEntry }) => {
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
        <Back total={total} back={receipt.money_back} t={t} />
      </p>
      {!viewOnly && (
        <a
          className={styles.file}
          href={`${base}/api/receipts/${encodeURIComponent(token)}/pdf`}
          aria-label={t('account.receipt_pdf', { number })}
        >
          {t('account.pdf')}
        </a>
      )}
    </li>
  );
};

/** How much of the money went back, and who returned it. The dates are on the receipt. */
const Back = ({ total, back = [], t }: { total: number; back: MoneyBack[] | undefined; t: T }) => {
  const gone = moneyGone(back);
  if (gone === 0) return null;
  const how = back.some(({ state }) => state === 'open' || state === 'lost') ? 'taken_back' : 'refunded';
  const text = gone < total ? t(`account.receipt_part_${how}`, { amount: formatCents(gone) }) : t(`account.receipt_${how}`);
  return <span className={styles.back}>{text}</span>;
};

const Invoice = ({ invoice, base, t, viewOnly }: Paper & { invoice: InvoiceEntry }) => {
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
        <Back total={total} back={invoice.money_back} t={t} />
      </p>
      {!viewOnly && (
        <a
          className={styles.file}
          href={`${base}/api/invoice/${encodeURIComponent(token)}/pdf`}
          aria-label={t('account.invoice_pdf', { number: invoice_no })}
        >
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
