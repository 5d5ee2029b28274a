import { useEffect, useRef, useState } from 'react';
import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import { inWords } from '@newsstand/contracts/schema-message';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { refusedFor } from '@newsstand/ui/refused-for';
import type { Waiting } from './code-flow.ts';
import { EmailField } from './email-field.tsx';
import { keptCookie } from './kept-cookie.ts';
import styles from './login-form.module.css';
import { SendCode } from './send-code.tsx';
import type { Login } from './use-login.ts';
import { useSend } from './use-send.ts';

/** Section 4, email code: the address first, then the code that was sent there. */
export const CodeTab = ({ login }: { login: Login }) => {
  const { flow, dispatch } = login;
  const [cameBack, setCameBack] = useState(false);
  const back = () => {
    setCameBack(true);
    dispatch({ type: 'other-address' });
  };
  return flow.stage === 'request' ? (
    <Request login={login} cameBack={cameBack} onSent={() => setCameBack(false)} />
  ) : (
    <Verify login={login} waiting={flow} onBack={back} />
  );
};

type RequestProps = {
  login: Login;
  /** The second stage was left for another address. */
  cameBack: boolean;
  onSent: () => void;
};

const Request = ({ login, cameBack, onSent }: RequestProps) => {
  const { t, api, path, flow, dispatch } = login;
  const { busy, errors, props } = useSend({
    fields: ['email'],
    send: (typed) => api('signin', { body: { email: typed['email'] ?? '', path } }),
    onDone: ({ token }, typed) => {
      onSent();
      dispatch({ type: 'sent', email: typed['email'] ?? '', token });
    },
  });
  const { ref } = props;
  // The form that had the focus has gone, and this one stands in its place.
  useEffect(() => {
    if (cameBack) ref.current?.querySelector('input')?.focus();
  }, [cameBack, ref]);
  const { usedUp } = flow;
  return (
    <div className={styles.stack}>
      {usedUp !== null && (
        <>
          {/* Section 8: it is shown where the flow has gone back to. */}
          <Notice kind="error">{inWords('too_many_codes', TOO_MANY_ATTEMPTS)}</Notice>
          <SendCode key={flow.round} login={login} email={usedUp} label={t('login.new_code_to', { email: usedUp })} takesFocus />
        </>
      )}
      <form {...props} className={styles.form}>
        <p>{t('login.code_intro')}</p>
        {errors.general !== undefined && <Notice kind="error">{errors.general}</Notice>}
        <EmailField
          t={t}
          value={flow.email}
          onChange={(typed) => dispatch({ type: 'typed', email: typed })}
          error={errors.fields['email']}
          readOnly={busy}
        />
        <Button type="submit" busy={busy}>
          {busy ? t('login.sending') : t('login.send_code')}
        </Button>
      </form>
    </div>
  );
};

const Verify = ({ login, waiting, onBack }: { login: Login; waiting: Waiting; onBack: () => void }) => {
  const { t } = login;
  const { sentTo: email, token } = waiting;
  const heading = useRef<HTMLHeadingElement>(null);
  const [first] = useState(waiting);
  // The form that had the focus has gone: what comes next is read out from its beginning. After a reload nothing had
  // it.
  useEffect(() => {
    if (!first.kept) heading.current?.focus();
  }, [first]);
  const isNew = token !== first.token;
  /**
   * What was refused since this code was sent, and last: its answer stands alone, as whatever was said before is over.
   */
  const [refused, setRefused] = useState<{ token: string; what: 'code' | 'resend' }>();
  const last = refused?.token === token ? refused.what : null;

  return (
    <div className={styles.stack}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('login.verify')}
      </h2>
      {isNew && last === null ? (
        // A key of its own: with that of the form beside it React left one more notice behind for each new code.
        <Notice key={`sent ${token}`} kind="success">
          {t('login.code_resent', { email })}
        </Notice>
      ) : (
        // Beside the notice that no other code comes yet it would say that one does.
        last !== 'resend' && <p>{t('login.code_sent', { email })}</p>
      )}
      <CodeForm
        key={token}
        login={login}
        waiting={waiting}
        takesFocus={isNew}
        isOver={last === 'resend'}
        onRefused={() => setRefused({ token, what: 'code' })}
      />
      <SendCode
        login={login}
        email={email}
        label={t('login.new_code')}
        isOver={last === 'code'}
        onRefused={() => setRefused({ token, what: 'resend' })}
      />
      <button type="button" className={styles.link} onClick={onBack}>
        {t('login.other_address')}
      </button>
    </div>
  );
};

type CodeProps = { login: Login; waiting: Waiting; takesFocus: boolean; isOver: boolean; onRefused: () => void };

const CodeForm = ({ login, waiting, takesFocus, isOver, onRefused }: CodeProps) => {
  const { t, api, signedIn, dispatch } = login;
  const { token, sentTo } = waiting;
  const { busy, errors, props } = useSend({
    fields: ['password'],
    send: async (typed) => keptCookie(login, await api('signinVerify', { body: { token, password: typed['password'] ?? '' } })),
    onDone: (answer) => signedIn(answer),
    onRefused: (refusal) => {
      if (refusedFor(refusal, 'too_many_codes')) dispatch({ type: 'too-many-attempts', email: sentTo });
      else onRefused();
    },
    leaves: true,
  });
  const { ref } = props;
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector('input')?.focus();
  }, [takesFocus, ref]);
  return (
    <form {...props} className={styles.form}>
      {errors.general !== undefined && !isOver && <Notice kind="error">{errors.general}</Notice>}
      <Field
        label={t('login.code')}
        name="password"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        readOnly={busy}
        error={isOver ? undefined : errors.fields['password']}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('login.logging_in') : t('login.log_in')}
      </Button>
    </form>
  );
};
