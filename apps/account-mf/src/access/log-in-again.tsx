import { type FormEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { login, type SignedIn, signin, signinVerify } from '@newsstand/contracts/access';
import { asksPassword } from '@newsstand/contracts/asks-password';
import { Button } from '@newsstand/ui/button';
import { createTableApi } from '@newsstand/ui/call-table';
import { Dialog } from '@newsstand/ui/dialog';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { PasswordField } from '@newsstand/ui/password-field';
import styles from '../form.module.css';
import { Actions } from '../parts.tsx';
import { type Again, useSend } from '../use-send.ts';
import type { Known } from '../widget.ts';

const loginCalls = { login, signin, signinVerify };

/**
 * A dialog for when the login is too old for what was asked: the reader logs in again, and the request is repeated. It
 * also says if the account's password was removed by logging in with a first code. Put it beside the form, not into it.
 */
export const LogInAgain = ({ widget, again }: { widget: Known; again: Again | null }) => {
  const { t } = widget;
  const form = useRef<HTMLFormElement>(null);
  const [isPasswordGone, setPasswordGone] = useState(false);
  const go = ({ password_gone = false }: SignedIn) => {
    setPasswordGone(password_gone);
    again?.go();
  };
  // Runs after the dialog's own effect, which focuses its close button.
  useEffect(() => {
    if (again) focusField(form);
  }, [again]);
  return (
    <>
      {isPasswordGone && <Notice kind="warning">{t('account.again_password_gone')}</Notice>}
      <Dialog
        title={t(again?.proves ? 'account.prove_title' : 'account.again_title')}
        open={again !== null}
        onClose={() => again?.leave()}
        closeLabel={t('account.again_leave')}
      >
        {again && <LoginForm widget={widget} form={form} proves={again.proves} onDone={go} />}
      </Dialog>
    </>
  );
};

const focusField = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();

type Way = { type: 'password' } | { type: 'prove' } | { type: 'code'; token: string };

/**
 * Logs in to the same account, by password or by a mailed code. `proves`: by code only, since a password says nothing
 * about the mailbox. Publications without passwords offer only the code as well.
 */
const LoginForm = ({
  widget,
  form,
  proves,
  onDone,
}: {
  widget: Known;
  form: RefObject<HTMLFormElement | null>;
  proves: boolean;
  onDone(this: void, signedIn: SignedIn): void;
}) => {
  const { t, context, page, subscriber } = widget;
  const { email } = subscriber.account;
  const api = useMemo(() => createTableApi(context.api, loginCalls), [context.api]);
  const [way, setWay] = useState<Way>({ type: proves || !asksPassword(page.logins) ? 'prove' : 'password' });
  const [typed, setTyped] = useState('');
  const { busy, shown, send, errorOf } = useSend(form, ['password']);
  useEffect(() => {
    if (way.type === 'code') focusField(form);
  }, [way, form]);

  const begin = (next: Way) => {
    setTyped('');
    setWay(next);
  };
  const sendCode = () =>
    send(
      () => api('signin', { body: { email } }),
      ({ token }) => begin({ type: 'code', token }),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (way.type === 'prove') return sendCode();
    send(
      () =>
        way.type === 'password'
          ? api('login', { body: { email, password: typed } })
          : api('signinVerify', { body: { token: way.token, password: typed } }),
      onDone,
    );
  };
  // Section 8: a code that was tried too often is no use any more.
  const isUsedUp = way.type === 'code' && shown.usedUp === true;
  /** The notice that the code was sent gives way to an error about it, or about a new one. */
  const isOnItsWay = way.type === 'code' && !isUsedUp && !shown.failed && shown.general === undefined && errorOf('password') === undefined;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <p>{t(proves ? 'account.prove_text' : 'account.again_text', { email })}</p>
      {shown.failed && <Notice kind="error">{t('account.unexpected')}</Notice>}
      {shown.general !== undefined && <Notice kind="error">{shown.general}</Notice>}
      {isOnItsWay && <Notice kind="success">{t('account.delete_code_sent', { email })}</Notice>}
      {way.type === 'password' ? (
        <>
          {/* Tells password managers which account this is. */}
          <Field label={t('account.email_now')} name="email" type="text" autoComplete="username" value={email} readOnly />
          <PasswordField
            label={t('account.delete_password')}
            name="password"
            autoComplete="current-password"
            required
            value={typed}
            onChange={setTyped}
            error={errorOf('password')}
          />
        </>
      ) : way.type === 'prove' ? null : (
        <Field
          key={way.token}
          label={t('account.delete_code')}
          name="password"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          value={typed}
          onChange={setTyped}
          error={errorOf('password')}
        />
      )}
      <Actions>
        <Button type="submit" busy={busy} disabled={isUsedUp}>
          {way.type === 'prove' ? t('account.again_code') : t(busy ? 'account.again_busy' : 'account.again_go')}
        </Button>
        {way.type !== 'prove' && (
          <Button kind="secondary" busy={busy} onClick={sendCode}>
            {t(way.type === 'password' ? 'account.again_code' : 'account.again_new_code')}
          </Button>
        )}
      </Actions>
    </form>
  );
};
