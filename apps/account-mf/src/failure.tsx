import type { ReactNode } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import type { Shown } from './field-errors.ts';
import { Actions } from './parts.tsx';
import styles from './parts.module.css';
import { ACCOUNT } from './routes.ts';
import type { T, Widget } from './widget.ts';

/** What went wrong, above a form (section 8): the server's string in a banner, or the general text; with the way back to the settings. */
export const Failure = ({ shown, widget }: { shown: Shown; widget: Pick<Widget, 't' | 'page'> }) => {
  if (shown.failed) return <GeneralFailure widget={widget} />;
  return shown.banner === null ? null : (
    <Notice kind="error">
      <p>{shown.banner}</p>
      <ReturnLink widget={widget} />
    </Notice>
  );
};

/** What was asked for when the page opened did not come: said, with another attempt where nobody knows why. */
export const LoadFailure = ({ shown, widget }: { shown: Shown; widget: Pick<Widget, 't' | 'page'> }) => (
  <>
    <Failure shown={shown} widget={widget} />
    {shown.failed && <TryAgain t={widget.t} />}
  </>
);

export const TryAgain = ({ t }: { t: T }) => (
  <Actions>
    <Button onClick={() => location.reload()}>{t('account.try_again')}</Button>
  </Actions>
);

/** Section 8, generic failure on account pages. */
export const GeneralFailure = ({ widget: { t, page } }: { widget: Pick<Widget, 't' | 'page'> }) => (
  <FailureNotice t={t} address={page.publication.support_address} />
);

type NoticeProps = { t: T; address: string | null; title?: string; way?: ReactNode };

/** `address` of the support, null where the page could not be asked for it; `way` is where to go from here, the settings if nothing is said. */
export const FailureNotice = ({ t, address, title, way = <ReturnLink widget={{ t }} /> }: NoticeProps) => {
  if (address === null) {
    return (
      <Notice kind="error" title={title}>
        <p>{t('account.failed_unknown')}</p>
        {way}
      </Notice>
    );
  }
  const [before = '', after = ''] = t('account.failed', { support_address: MARK }).split(MARK);
  return (
    <Notice kind="error" title={title}>
      <p>
        {before}
        <a href={`mailto:${address}`}>{address}</a>
        {after}
      </p>
      {way}
    </Notice>
  );
};

/** Stands for the address, which is a link. */
const MARK = '\u0000';

const ReturnLink = ({ widget: { t } }: { widget: Pick<Widget, 't'> }) => (
  <p>
    <a className={styles.return} href={ACCOUNT}>
      {t('account.return')}
    </a>
  </p>
);
