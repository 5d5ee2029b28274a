import { ownPath } from '@newsstand/ui/messages';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { WordsWithAddress } from '@newsstand/ui/words-with-address';
import type { Shown } from './shown.ts';
import { Actions } from './parts.tsx';
import styles from './parts.module.css';
import { loginHere } from './routes.ts';
import { holdReload } from './hold-reload.ts';
import type { T, Widget } from './widget.ts';

const LoggedOut = lazy(async () => ({ default: (await import(/* webpackChunkName: "logged-out" */ './logged-out.tsx')).LoggedOut }));
type FailureWidget = Pick<Widget, 't' | 'page' | 'context'>;

/**
 * What went wrong, above a form (section 8): the server's string in a banner, or the general text; with the way back to
 * the settings. `help`: with the support's address, too, which the general text has.
 */
export const Failure = ({ shown, widget, help }: { shown: Shown; widget: FailureWidget; help?: boolean }) => {
  if (shown.failed) return <GeneralFailure widget={widget} />;
  if (shown.loggedOut) return <Login shown={shown} widget={widget} />;
  return shown.general === undefined ? null : (
    <Notice kind="error">
      <p>{shown.general}</p>
      {help && <Help t={widget.t} text="account.help" address={widget.page.publication.support_address} />}
      <ReturnLink widget={widget} />
    </Notice>
  );
};

/** The session ended while the form was open: the login is in another tab, and the form stays as it is. */
const Login = ({ shown, widget }: { shown: Shown; widget: FailureWidget }) => {
  const [back, setBack] = useState<Shown | null>(null);
  const isBack = back === shown;
  // Before the rest of it is here: the login's page tells the other tabs as it opens.
  useEffect(holdReload, []);
  return (
    <Notice kind={isBack ? 'success' : 'error'}>
      {!isBack && (
        <p>
          {shown.general}{' '}
          <a href={loginHere()} target="_blank">
            {widget.t('account.log_in')}
          </a>
        </p>
      )}
      <Suspense fallback={null}>
        <LoggedOut widget={widget} isBack={isBack} onBack={() => setBack(shown)} />
      </Suspense>
      {!isBack && <ReturnLink widget={widget} />}
    </Notice>
  );
};

/** What was asked for when the page opened did not come: said, with another attempt where nobody knows why. */
export const LoadFailure = ({ shown, widget }: { shown: Shown; widget: FailureWidget }) => (
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

/**
 * `address` of the support, null where the page could not be asked for it; `way` is where to go from here, the settings
 * if nothing is said.
 */
export const FailureNotice = ({ t, address, title, way = <ReturnLink widget={{ t }} /> }: NoticeProps) => {
  if (address === null) {
    return (
      <Notice kind="error" title={title}>
        <p>{t('account.failed_unknown')}</p>
        {way}
      </Notice>
    );
  }
  return (
    <Notice kind="error" title={title}>
      <Help t={t} text="account.failed" address={address} />
      {way}
    </Notice>
  );
};

/** A text with the support's address in it, as a link. */
export const Help = ({ t, text, address }: { t: T; text: 'account.failed' | 'account.help'; address: string }) => (
  <p>
    <WordsWithAddress words={t(text, { support_address: address })} address={address} />
  </p>
);

const ReturnLink = ({ widget: { t } }: { widget: Pick<Widget, 't'> }) => (
  <p>
    <a className={styles.return} href={ownPath('/account')}>
      {t('account.return')}
    </a>
  </p>
);
