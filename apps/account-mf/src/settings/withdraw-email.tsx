import { ownPath } from '@newsstand/ui/messages';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Failure } from '../failure.tsx';
import { Actions } from '../parts.tsx';
import parts from '../parts.module.css';
import { loginTo } from '../routes.ts';
import { useSend } from '../use-send.ts';
import type { Widget } from '../widget.ts';

/** Where the letter about a change leads who did not ask for it. A page with a button, as for `ConfirmEmail`. */
export const WithdrawEmail = ({ widget, token }: { widget: Widget; token: string }) => {
  const { t, api, context } = widget;
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [kept, setKept] = useState<string | null>(null);
  const { busy, shown, send } = useSend(place);
  const withdraw = () =>
    send(
      () => api('withdrawEmail', { body: { token } }),
      ({ email }) => {
        history.replaceState(history.state, '', location.pathname + location.search);
        setKept(email);
        context.setState('completed');
      },
    );
  useEffect(() => {
    if (kept !== null) heading.current?.focus();
  }, [kept]);

  return (
    <div ref={place} className={parts.screen}>
      <header className={parts.head}>
        <h1 ref={heading} tabIndex={-1} className={parts.title}>
          {t(kept === null ? 'account.withdraw_title' : 'account.withdrawn_title')}
        </h1>
        <p className={parts.intro}>{kept === null ? t('account.withdraw_text') : t('account.withdrawn_text', { email: kept })}</p>
      </header>
      {kept !== null && <p>{t('account.withdrawn_next')}</p>}
      <Failure shown={shown} widget={widget} />
      <Actions>
        {kept === null ? (
          <Button busy={busy} onClick={withdraw}>
            {t(busy ? 'account.saving' : 'account.withdraw')}
          </Button>
        ) : (
          <LinkButton href={loginTo(ownPath('/account'))}>{t('account.log_in')}</LinkButton>
        )}
      </Actions>
    </div>
  );
};
