import type { ReceivedIssue } from '@newsstand/contracts/account';
import type { Known, T } from '../widget.ts';
import styles from './issues-received.module.css';

/**
 * Section 2, issues received: title, medium, a link when released, '(Not Yet Available)' otherwise; files to take
 * along.
 */
export const IssuesReceived = ({ widget: { t, subscriber, context } }: { widget: Known }) => {
  return (
    <>
      <p className={styles.note}>{t('account.issues_note')}</p>
      <ul className={styles.shelf}>
        {subscriber.issues.map((issue) => (
          <Received key={`${issue.slug} ${issue.medium} ${issue.from}`} issue={issue} base={context.api} t={t} />
        ))}
      </ul>
    </>
  );
};

type Props = { issue: ReceivedIssue; base: string; t: T };

const Received = ({ issue, base, t }: Props) => (
  <li className={styles.issue}>
    <span className={styles.frame}>
      {issue.cover ? (
        <img
          className={styles.cover}
          src={issue.cover.source}
          width={issue.cover.width}
          height={issue.cover.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className={styles.blank} aria-hidden="true">
          {issue.number}
        </span>
      )}
    </span>
    <h3 className={styles.title}>
      {issue.released ? (
        <a className={styles.link} href={issue.url}>
          {issue.title}
        </a>
      ) : (
        issue.title
      )}
    </h3>
    <p className={styles.about}>
      {t('account.issue_number', { number: issue.number })}, {t(`account.${issue.medium}`)}
      {issue.from === 'order' && `, ${t('account.bought')}`}
    </p>
    {!issue.released && <p className={styles.about}>{t('account.not_yet')}</p>}
    {issue.downloads.length > 0 && (
      <p className={styles.files}>
        {issue.downloads.map(({ format, url }) => (
          <a
            key={format}
            className={styles.file}
            href={base + url}
            aria-label={t('account.download', { format: format.toUpperCase(), title: issue.title })}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </p>
    )}
  </li>
);
