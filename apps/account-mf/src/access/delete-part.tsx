import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DeletePreview } from '@newsstand/contracts/account-data';
import { Button } from '@newsstand/ui/button';
import { Checkbox } from '@newsstand/ui/checkbox';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { PasswordField } from '@newsstand/ui/password-field';
import { Skeleton } from '@newsstand/ui/skeleton';
import { Failure, LoadFailure } from '../failure.tsx';
import { NOTHING, shownOf } from '../shown.ts';
import styles from '../form.module.css';
import { Actions, Section } from '../parts.tsx';
import { useFocusKept } from '../use-focus-kept.ts';
import { useSend } from '../use-send.ts';
import type { Known } from '../widget.ts';
import { consequenceText } from './consequence-text.ts';
import { useDataApi } from './data-calls.ts';
import list from './delete-part.module.css';

/** Deleting the account: what it means for this reader, spelled out, and a fresh proof of who they are. */
export const DeletePart = ({ widget }: { widget: Known }) => {
  const { t, page, subscriber } = widget;
  const api = useDataApi(widget);
  const place = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<DeletePreview | null>(null);
  const { shown, say } = useSend(place);
  useFocusKept(place);
  useEffect(() => {
    const gone = new AbortController();
    const load = async () => {
      const answer = await api('deletePreview', {}, { signal: gone.signal });
      if (gone.signal.aborted) return;
      if (answer.ok) setPreview(answer.data);
      else say(shownOf(answer));
    };
    void load();
    return () => gone.abort();
  }, [api, say]);
  return (
    <Section title={t('account.delete_title')}>
      <div ref={place} className={styles.form}>
        <LoadFailure shown={shown} widget={widget} />
        {preview === null && !shown.failed && shown.general === undefined && <Skeleton lines={5} />}
        {preview && (
          <>
            <p>{t('account.delete_text')}</p>
            <ul className={list.consequences}>
              {preview.consequences.map((consequence) => (
                <li key={consequence.type} className={list.consequence}>
                  {consequenceText(consequence, t, subscriber.account.email)}
                </li>
              ))}
            </ul>
            {preview.blocked ? (
              <Notice kind="warning">
                {preview.owed?.length
                  ? t('account.delete_owed', { invoices: preview.owed.join(', '), support_address: page.publication.support_address })
                  : t('account.delete_blocked')}
              </Notice>
            ) : (
              <DeleteForm
                key={preview.proof}
                widget={widget}
                preview={preview}
                onChanged={(now, banner) => {
                  setPreview(now);
                  say({ ...NOTHING, general: banner });
                }}
              />
            )}
          </>
        )}
      </div>
    </Section>
  );
};

/** `now`: nothing was deleted, because what would be deleted has changed since it was shown; `text` says so. */
type Outcome = { redirect: string } | { now: DeletePreview; text: string };
type FormProps = { widget: Known; preview: DeletePreview; onChanged(now: DeletePreview, text: string): void };

const DeleteForm = ({ widget, preview: { proof, version }, onChanged }: FormProps) => {
  const { t, viewOnly, subscriber } = widget;
  const api = useDataApi(widget);
  const { email } = subscriber.account;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [isSure, setSure] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const { busy, shown, send, errorOf } = useSend(form, ['password', 'code']);
  useFocusKept(form);
  const sendCode = () =>
    send(
      () => api('deleteCode'),
      (answer) => {
        setTyped('');
        setToken(answer.token);
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSure || isGone) return;
    const body = proof === 'password' ? { type: proof, password: typed } : { type: proof, token: token ?? '', code: typed };
    send<Outcome>(
      async () => {
        const answer = await api('deleteAccount', { query: { version }, body });
        const now = !answer.ok && 'preview' in answer.refusal && answer.refusal.preview;
        return now ? { ok: true, data: { now, text: String(answer.refusal.errors) } } : answer;
      },
      (outcome) => {
        if ('now' in outcome) {
          setSure(false);
          return onChanged(outcome.now, outcome.text);
        }
        setGone(true);
        location.assign(outcome.redirect);
      },
    );
  };
  const asksForCode = proof === 'code' && token === null;
  /** The notice that the code was sent gives way to an error about it. */
  const isOnItsWay = token !== null && shown.general === undefined && errorOf('code') === undefined;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Failure shown={shown} widget={widget} />
      {asksForCode && (
        <>
          <p>{t('account.delete_code_text', { email })}</p>
          <Actions>
            <Button kind="secondary" busy={busy} disabled={viewOnly} onClick={sendCode}>
              {t(busy ? 'account.sending' : 'account.delete_code_send')}
            </Button>
          </Actions>
        </>
      )}
      {isOnItsWay && <Notice kind="success">{t('account.delete_code_sent', { email })}</Notice>}
      {proof === 'password' && (
        <PasswordField
          label={t('account.delete_password')}
          name="password"
          autoComplete="current-password"
          required
          disabled={viewOnly}
          hint={t('account.delete_password_hint')}
          value={typed}
          onChange={setTyped}
          error={errorOf('password')}
        />
      )}
      {proof === 'code' && token !== null && (
        <Field
          label={t('account.delete_code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          value={typed}
          onChange={setTyped}
          error={errorOf('code')}
        />
      )}
      {!asksForCode && (
        <>
          <Checkbox label={t('account.delete_understood')} name="sure" checked={isSure} disabled={viewOnly} onChange={setSure} />
          <Actions>
            <Button type="submit" busy={busy || isGone} disabled={viewOnly || !isSure}>
              {t(busy || isGone ? 'account.deleting' : 'account.delete_button')}
            </Button>
            {proof === 'code' && (
              <Button kind="secondary" busy={busy || isGone} disabled={viewOnly} onClick={sendCode}>
                {t('account.again_new_code')}
              </Button>
            )}
          </Actions>
        </>
      )}
    </form>
  );
};
