import { ownPath } from '@newsstand/ui/messages';
import { useEffect, useRef, useState } from 'react';
import type { EmailConfirmed } from '@newsstand/contracts/account';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Failure } from '../failure.tsx';
import { Actions } from '../parts.tsx';
import parts from '../parts.module.css';
import { loginTo } from '../routes.ts';
import { useSend } from '../use-send.ts';
import type { Widget } from '../widget.ts';

/** A link opens a page with a button: what scans a mailbox must not confirm an address (section 4, email change). */
export const ConfirmEmail = ({ widget, token }: { widget: Widget; token: string }) => {
  const { t, api, context } = widget;
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState<EmailConfirmed | null>(null);
  const { busy, shown, send } = useSend(place);
  const confirm = () =>
    send(
      () => api('confirmEmail', { body: { token } }),
      (confirmed) => {
        // The link is used: a reload must not try it again.
        history.replaceState(history.state, '', location.pathname + location.search);
        setDone(confirmed);
        context.setState('completed');
      },
    );
  // The button that had the focus has gone: what comes next is read out from its beginning.
  useEffect(() => {
    if (done) heading.current?.focus();
  }, [done]);

  return (
    <div ref={place} className={parts.screen}>
      <header className={parts.head}>
        <h1 ref={heading} tabIndex={-1} className={parts.title}>
          {t(done ? 'account.confirmed_title' : 'account.confirm_title')}
        </h1>
        <p className={parts.intro}>{done ? t('account.confirmed_text', { email: done.email }) : t('account.confirm_text')}</p>
      </header>
      {done?.logged_in === false && (
        <>
          {done.password_gone !== false && <p>{t('account.confirmed_log_in')}</p>}
          {done.google_gone && <p>{t('account.confirmed_google')}</p>}
        </>
      )}
      <Failure shown={shown} widget={widget} />
      <Actions>
        {done === null ? (
          <Button busy={busy} onClick={confirm}>
            {t(busy ? 'account.saving' : 'account.confirm')}
          </Button>
        ) : (
          <LinkButton href={done.logged_in ? ownPath('/account') : loginTo(ownPath('/account'))}>
            {t(done.logged_in ? 'account.to_account' : 'account.log_in')}
          </LinkButton>
        )}
      </Actions>
    </div>
  );
};
