import type { ReceiptIssue } from '@newsstand/contracts/receipt';
import { createMessages } from '@newsstand/ui/messages';
import { fileMessages } from './messages.ts';
import styles from './receipt-files.module.css';

type Props = { issues: readonly ReceiptIssue[]; base: string; overrides: Readonly<Record<string, string>> };

/** The issues that were bought as files, to be taken along at once, or as soon as they are out. */
export const ReceiptFiles = ({ issues, base, overrides }: Props) => {
  const t = createMessages(fileMessages, overrides);
  return (
    <section className={styles.files}>
      <h2 className={styles.title}>{t('checkout.receipt_files')}</h2>
      <ul className={styles.list}>
        {issues.map(({ title, released, url, downloads }) => (
          <li key={url} className={styles.issue}>
            {released ? <a href={url}>{title}</a> : `${title} ${t('checkout.receipt_not_yet')}`}
            {downloads.map((download) => {
              const format = download.format.toUpperCase();
              return (
                <a
                  key={format}
                  className={styles.file}
                  href={base + download.url}
                  aria-label={t('checkout.receipt_file', { title, format })}
                >
                  {format}
                </a>
              );
            })}
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('checkout.receipt_files_note')}</p>
    </section>
  );
};
