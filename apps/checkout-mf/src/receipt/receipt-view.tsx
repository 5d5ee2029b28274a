import { ownPath } from '@newsstand/ui/messages';
import { type ReactNode, useEffect, useState } from 'react';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { receiptPdfPath } from '@newsstand/contracts/file-paths';
import type { Receipt } from '@newsstand/contracts/receipt';
import { Button } from '@newsstand/ui/button';
import { classes } from '@newsstand/ui/classes';
import { LinkButton } from '@newsstand/ui/link-button';
import { WordsWithAddress } from '@newsstand/ui/words-with-address';
import type { T } from '../page-texts.ts';
import { AgreedPart } from './agreed-part.tsx';
import { MoneyBackNotes } from './money-back-notes.tsx';
import { ReceiptAddresses } from './receipt-addresses.tsx';
import { ReceiptFiles } from './receipt-files.tsx';
import { ReceiptGifts } from './receipt-gifts.tsx';
import { ReceiptLines } from './receipt-lines.tsx';
import { SentParcels } from './sent-parcels.tsx';
import styles from './receipt-view.module.css';

type Props = {
  receipt: Receipt;
  publication: string;
  support: string;
  messages: Readonly<Record<string, string>>;
  base: string;
  t: T;
  onPrint(): void;
};

/** A receipt: thanks, what was bought at which price, and where it goes. */
export const ReceiptView = ({ receipt, publication, support, messages, base, t, onPrint }: Props) => {
  const { number, created, name, email, card, lines, totals, issues = [], files = [] } = receipt;
  const [onlyCards, setOnlyCards] = useState(false);
  useEffect(() => {
    if (!onlyCards) return;
    addEventListener('afterprint', () => setOnlyCards(false), { once: true });
    onPrint();
  }, [onlyCards, onPrint]);
  const otherwise = t(receipt.paid_by ? `checkout.receipt_${receipt.paid_by}` : 'checkout.receipt_free');
  const paid = card ? t('checkout.receipt_card', { card: cardName(card.type, card.wallet), last_four: card.last_four }) : otherwise;
  return (
    <article className={classes(styles.receipt, onlyCards && styles.onlyCards)}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <span className={styles.thanks}>{t('checkout.receipt_thanks')}</span>
          <span className={styles.onPaper}>{t('checkout.receipt_title')}</span>
        </h1>
        {receipt.mailed !== false && <p className={styles.sent}>{t('checkout.receipt_sent', { email })}</p>}
      </header>
      {issues.length + files.length > 0 && <ReceiptFiles issues={issues} files={files} base={base} overrides={messages} />}
      {receipt.agreed && <AgreedPart agreed={receipt.agreed} card={card} support={support} overrides={messages} />}
      <div className={styles.sheet}>
        <dl className={styles.facts}>
          <Fact term={t('checkout.receipt_number')}>{number}</Fact>
          <Fact term={t('checkout.receipt_date')}>
            <time dateTime={created}>{displayDate(created)}</time>
          </Fact>
          <Fact term={t('checkout.receipt_paid_with')}>{paid}</Fact>
        </dl>
        <ReceiptLines lines={lines} totals={totals} caption={t('checkout.receipt_title')} t={t} overrides={messages} />
        <MoneyBackNotes
          back={receipt.money_back ?? []}
          stopped={receipt.stopped}
          base={base}
          token={receipt.token}
          support={support}
          overrides={messages}
        />
        <SentParcels sent={receipt.sent ?? []} overrides={messages} />
        <ReceiptAddresses receipt={receipt} t={t} />
      </div>
      {receipt.gifts && receipt.gifts.length > 0 && (
        <ReceiptGifts
          gifts={receipt.gifts}
          publication={publication}
          giver={name}
          base={base}
          messages={messages}
          t={t}
          onPrint={() => setOnlyCards(true)}
        />
      )}
      <div className={styles.ways}>
        <Button kind="secondary" onClick={onPrint}>
          {t('checkout.receipt_print')}
        </Button>
        <LinkButton kind="secondary" href={base + receiptPdfPath(receipt.token)}>
          {t('checkout.receipt_pdf')}
        </LinkButton>
        <LinkButton kind="quiet" href={ownPath('/store')}>
          {t('checkout.browse_store')}
        </LinkButton>
      </div>
    </article>
  );
};

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={styles.term}>{term}</dt>
    <dd>{children}</dd>
  </div>
);

export const MissingReceipt = ({ support, t }: { support: string; t: T }) => (
  <div className={styles.receipt}>
    <header className={styles.head}>
      <h1 className={styles.title}>{t('checkout.receipt_missing_title')}</h1>
      <p className={styles.sent}>
        <WordsWithAddress words={t('checkout.receipt_missing', { support_address: support })} address={support} />
      </p>
    </header>
    <div className={styles.ways}>
      <LinkButton href={ownPath('/store')}>{t('checkout.browse_store')}</LinkButton>
    </div>
  </div>
);
