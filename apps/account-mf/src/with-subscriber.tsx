import type { ReactNode } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { LinkButton } from '@newsstand/ui/link-button';
import { OutcomeNotice } from './overview/outcome-notice.tsx';
import styles from './parts.module.css';
import { loginHere } from './routes.ts';
import { type Known, useWidget } from './widget.ts';

type Props = { context: MountContext; children: (widget: Known) => ReactNode };

/** A page for who is logged in; who is not is led to the login, and back here afterwards. */
export const WithSubscriber = ({ context, children }: Props) => {
  const widget = useWidget(context);
  const { subscriber } = widget.page;
  if (subscriber) return children({ ...widget, subscriber });
  const { t } = widget;
  return (
    <div className={styles.screen}>
      <OutcomeNotice widget={widget} />
      <header className={styles.head}>
        <h1 className={styles.title}>{t('account.title')}</h1>
        <p className={styles.intro}>{t('account.log_in_text')}</p>
      </header>
      <p>
        <LinkButton href={loginHere()}>{t('account.log_in')}</LinkButton>
      </p>
    </div>
  );
};
