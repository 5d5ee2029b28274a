import type { ReceiptFile, ReceiptIssue } from '@newsstand/contracts/receipt';
import { createMessages } from '@newsstand/ui/messages';
import { productPath } from '../routes.ts';
import { fileMessages } from './messages.ts';
import styles from './receipt-files.module.css';

type Props = { issues: readonly ReceiptIssue[]; files: readonly ReceiptFile[]; base: string; overrides: Readonly<Record<string, string>> };

/** What was bought as a file, to be taken along at once; an issue as soon as it is out. */
export const ReceiptFiles = ({ issues, files, base, overrides }: Props) => {
  const t = createMessages(fileMessages, overrides);
  return (
    <section className={styles.files}>
      <h2 className={styles.title}>{t('checkout.receipt_files')}</h2>
      <ul className={styles.list}>
        {files.map(({ slug, title, url }) => (
          <li key={url} className={styles.issue}>
            <a href={productPath(slug)}>{title}</a>
            <a className={styles.file} href={base + url} aria-label={t('checkout.receipt_product_file', { title })}>
              {t('checkout.receipt_download')}
            </a>
          </li>
        ))}
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
      {issues.length > 0 && <p className={styles.note}>{t('checkout.receipt_files_note')}</p>}
    </section>
  );
};
