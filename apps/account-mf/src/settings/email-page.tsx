import { type FormEvent, useRef, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { LogInAgain } from '../access/log-in-again.tsx';
import { afterSave } from '../after-save.ts';
import { Failure } from '../failure.tsx';
import styles from '../form.module.css';
import { Actions, Fact, Facts, Screen } from '../parts.tsx';
import { LeadingNotice } from '../leading-notice.tsx';
import { useSend } from '../use-send.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import { type Known, useWidget } from '../widget.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import { useMailedToken } from './use-mailed-token.ts';
import { WithdrawEmail } from './withdraw-email.tsx';

/**
 * `account.email`: the page /account/email (section 2), and where the mailed links lead: there, nobody needs to be
 * logged in.
 */
export const EmailPage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const mailed = useMailedToken();
  if (mailed?.for === 'confirm') return <ConfirmEmail key={mailed.token} widget={widget} token={mailed.token} />;
  if (mailed?.for === 'withdraw') return <WithdrawEmail key={mailed.token} widget={widget} token={mailed.token} />;
  return <WithSubscriber context={context}>{(known) => <EmailView widget={known} />}</WithSubscriber>;
};

const EmailView = ({ widget }: { widget: Known }) => {
  const { t, api, context, viewOnly, subscriber } = widget;
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(subscriber.account.email);
  const [pending, setPending] = useState(subscriber.account.email_change);
  const [typed, setTyped] = useState('');
  /** What came of it: null is said where the address is the present one already. */
  const [sentTo, setSentTo] = useState<string | null | undefined>(undefined);
  /** The address whose turn it was until then: perhaps another tab's, which this page never knew of. */
  const [replaced, setReplaced] = useState<string>();
  const { busy, again, shown, send, errorOf } = useSend(form, ['email']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSentTo(undefined);
    send(
      () => api('resetEmail', { body: { email: typed } }),
      (changed) => {
        setEmail(changed.email);
        setPending(changed.email_change);
        setSentTo(changed.email_change);
        setReplaced(changed.replaced);
        setTyped(afterSave(typed, ''));
        context.setState('completed');
      },
    );
  };
  return (
    <Screen
      title={t('account.change_email')}
      widget={widget}
      aside={
        <Facts>
          <Fact term={t('account.email_now')}>{email}</Fact>
          {pending !== null && (
            <Fact term={t('account.email_new_pending')}>
              {pending}
              <p className={styles.note}>{t('account.email_pending_hint')}</p>
            </Fact>
          )}
        </Facts>
      }
    >
      {subscriber.account.email_failing && (
        <Notice kind="warning">
          <p>{t('account.email_failing', { email })}</p>
        </Notice>
      )}
      {subscriber.account.email_proved === false && (
        <Notice kind="info">
          <p>{t('account.email_unproved', { email, support_address: widget.page.publication.support_address })}</p>
        </Notice>
      )}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Failure shown={shown} widget={widget} />
        {sentTo === null && <Notice kind="info">{t('account.email_same', { email })}</Notice>}
        {typeof sentTo === 'string' && (
          <LeadingNotice typing={typed !== ''}>
            {t('account.email_sent', { email: sentTo })} {replaced !== undefined && t('account.email_replaced', { email: replaced })}
          </LeadingNotice>
        )}
        <Field
          label={t('account.email_new')}
          name="email"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          required
          disabled={viewOnly}
          value={typed}
          onChange={setTyped}
          hint={pending === null ? undefined : t('account.email_replaces', { email: pending })}
          error={errorOf('email')}
        />
        <Actions>
          <Button type="submit" busy={busy} disabled={viewOnly}>
            {t(busy ? 'account.sending' : 'account.email_save')}
          </Button>
        </Actions>
      </form>
      <LogInAgain widget={widget} again={again} />
    </Screen>
  );
};
