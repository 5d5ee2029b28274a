import { ownPath } from '@newsstand/ui/messages';
import { useId, type ReactNode } from 'react';
import { addressLines } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { displayDate } from '@newsstand/contracts/display-date';
import { invoicePdfPath } from '@newsstand/contracts/file-paths';
import { type BusinessInfo, type Invoice, type InvoicePayment, isPastDue } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { WordsWithAddress } from '@newsstand/ui/words-with-address';
import { MoneyBackNotes } from '../receipt/money-back-notes.tsx';
import { ReceiptLines } from '../receipt/receipt-lines.tsx';
import { InvoiceGiftees } from './invoice-giftees.tsx';
import styles from './invoice-view.module.css';
import type { T } from './messages.ts';

type Props = {
  invoice: Invoice;
  payment: InvoicePayment;
  /** An ISO date. */
  today: string;
  business: BusinessInfo | undefined;
  support: string;
  messages: Readonly<Record<string, string>>;
  /** Where the API is. */
  base: string;
  t: T;
  onPrint(): void;
  /** How it is paid online, where it can be. */
  children: ReactNode;
};

/**
 * An invoice as a document, and beside it what can be done about it. On paper only the document is left, with the lines
 * of the bank.
 */
export const InvoiceView = ({ invoice, payment, today, business, support, messages, base, t, onPrint, children }: Props) => {
  const { invoice_no, created, term, due_date, billed_to, name, email, address, total } = invoice;
  /** Whether money is waited for. */
  const isOpen = payment.type === 'online' || payment.type === 'check-or-wire';
  const pastDue = payment.type !== 'superseded' && isPastDue(invoice, today);
  const due = displayDate(due_date, 'UTC');
  const title = useId();
  return (
    <div className={styles.page}>
      <article className={styles.sheet} aria-labelledby={title}>
        <header className={styles.head}>
          <div>
            <h1 className={styles.title} id={title}>
              {t('checkout.invoice')} <span className={styles.number}>{invoice_no}</span>
            </h1>
            {pastDue && <p className={styles.pastDue}>{t('checkout.invoice_past_due')}</p>}
            {payment.type === 'paid' && <p className={styles.paid}>{t('checkout.invoice_paid_mark')}</p>}
          </div>
          {business && <Lines lines={[business.name, ...business.address]} className={styles.from} />}
        </header>
        <dl className={styles.facts}>
          <Fact term={t('checkout.invoice_date')}>
            <time dateTime={created}>{displayDate(created, 'UTC')}</time>
          </Fact>
          <Fact term={t('checkout.invoice_terms')}>{t('checkout.invoice_net', { term })}</Fact>
          <Fact term={t('checkout.invoice_due')}>
            <time dateTime={due_date}>{due}</time>
          </Fact>
        </dl>
        <section className={styles.party}>
          <h2 className={styles.label}>{t('checkout.invoice_billed_to')}</h2>
          <p className={styles.billedTo}>{billed_to}</p>
          <Lines lines={[...(name === billed_to ? [] : [name]), email, ...(address ? addressLines(address) : [])]} />
        </section>
        <ReceiptLines
          lines={invoice.lines}
          totals={invoice.totals}
          caption={`${t('checkout.invoice')} ${invoice.invoice_no}`}
          t={t}
          overrides={messages}
        />
        <MoneyBackNotes back={invoice.money_back ?? []} base={base} token={invoice.token} support={support} overrides={messages} />
        <Upgrade membership={invoice.bill.membership} t={t} />
        {invoice.bill.giftees.length > 0 && <InvoiceGiftees giftees={invoice.bill.giftees} t={t} />}
        {business && isOpen && (
          <Ways
            business={business}
            title={t(payment.type === 'online' ? 'checkout.invoice_check_or_wire' : 'checkout.invoice_check_only')}
            t={t}
          />
        )}
      </article>
      <aside className={styles.aside}>
        <section className={styles.pay}>
          {payment.type === 'online' && <h2 className={styles.payTitle}>{t('checkout.invoice_pay')}</h2>}
          <Standing payment={payment} invoice={invoice} support={support} t={t} />
          {isOpen && (
            <p className={pastDue ? styles.wasDue : styles.due}>
              {t(pastDue ? 'checkout.invoice_pay_past_due' : 'checkout.invoice_pay_due', { total: formatCents(total), due })}
            </p>
          )}
          {payment.type === 'check-or-wire' && !business && <p>{t('checkout.invoice_check_only')}</p>}
          {children}
        </section>
        <div className={styles.ways}>
          <Button kind="secondary" onClick={onPrint}>
            {t('checkout.invoice_print')}
          </Button>
          <LinkButton kind="quiet" href={base + invoicePdfPath(invoice.token)} download={`${invoice_no}.pdf`}>
            {t('checkout.invoice_pdf')}
          </LinkButton>
        </div>
      </aside>
    </div>
  );
};

/** Which deliverable an upgrade changes (section 3, membership); an invoice from before that was noted does not say. */
const Upgrade = ({ membership, t }: { membership: Invoice['bill']['membership']; t: T }) => {
  if (!membership?.old_deliverable || !membership.new_deliverable) return null;
  const { old_deliverable, new_deliverable } = membership;
  const from = deliverableName(old_deliverable, t);
  const to = deliverableName(new_deliverable, t);
  return (
    <section className={styles.party}>
      <h2 className={styles.label}>{t('checkout.invoice_upgrade')}</h2>
      <p className={styles.billedTo}>{t('checkout.invoice_upgrade_change', { from, to })}</p>
    </section>
  );
};

const deliverableName = (deliverable: Deliverable, t: T): string => {
  const zone = shipcodeOf(deliverable);
  return zone === null ? t('checkout.invoice_digital') : t('checkout.invoice_print_to', { zone: t(`checkout.zone_${zone}`) });
};

/** Where the invoice stands when there is nothing to be done. */
const Standing = ({ payment, invoice: { paid, email, agreed }, support, t }: Pick<Props, 'payment' | 'invoice' | 'support' | 't'>) => {
  switch (payment.type) {
    case 'paid':
      return <Notice kind="success">{t('checkout.invoice_paid', { date: paid === null ? '' : displayDate(paid) })}</Notice>;
    case 'processing':
      return (
        <Notice kind="info">
          {t('checkout.invoice_processing', { email })}
          {agreed?.autorenew && ` ${t('checkout.invoice_processing_renews')}`}
          {agreed?.kept && ` ${t('checkout.invoice_processing_kept')}`}
        </Notice>
      );
    case 'superseded':
      return (
        <Notice kind="warning">
          <WordsWithAddress words={t(`checkout.invoice_superseded_${payment.by}`, { support_address: support })} address={support} />
        </Notice>
      );
    case 'check-or-wire':
    case 'online':
      return null;
  }
};

/** How to pay without a card (section 3, business info). */
const Ways = ({ business, title, t }: { business: BusinessInfo; title: string; t: T }) => (
  <section className={styles.bank}>
    <h2 className={styles.bankTitle}>{title}</h2>
    <div className={styles.bankWays}>
      <div>
        <h3 className={styles.label}>{t('checkout.invoice_check')}</h3>
        <p>{business.checking}</p>
      </div>
      <div>
        <h3 className={styles.label}>{t('checkout.invoice_wire')}</h3>
        <Lines lines={business.banking} />
      </div>
    </div>
  </section>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={styles.label}>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const Lines = ({ lines, className }: { lines: string[]; className?: string | undefined }) => (
  <p className={className}>
    {lines.map((line) => (
      <span key={line} className={styles.line}>
        {line}
      </span>
    ))}
  </p>
);

export const MissingInvoice = ({ support, t }: { support: string; t: T }) => (
  <div className={styles.missing}>
    <h1 className={styles.title}>{t('checkout.invoice_missing_title')}</h1>
    <p>
      <WordsWithAddress words={t('checkout.invoice_missing', { support_address: support })} address={support} />
    </p>
    <div>
      <LinkButton href={ownPath('/store')}>{t('checkout.browse_store')}</LinkButton>
    </div>
  </div>
);
