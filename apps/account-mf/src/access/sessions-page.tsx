import { useEffect, useMemo, useRef, useState } from 'react';
import { displayMoment } from '@newsstand/contracts/display-date';
import { endSession, endSessions, resetPassword, type SessionEntry, sessions } from '@newsstand/contracts/access';
import { asksPassword } from '@newsstand/contracts/asks-password';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import { Failure, LoadFailure } from '../failure.tsx';
import { shownOf } from '../shown.ts';
import { Actions, Screen } from '../parts.tsx';
import { useFocusKept } from '../use-focus-kept.ts';
import { type Sent, useSend } from '../use-send.ts';
import type { Known } from '../widget.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import { LogInAgain } from './log-in-again.tsx';
import { sessionMessages } from './messages-sessions.ts';
import styles from './sessions-page.module.css';

/** `account.sessions`: where the reader is logged in, and the way to end it. */
export const SessionsPage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>{(widget) => <SessionsView widget={widget} />}</WithSubscriber>
);

const NOT_THERE = 404;
type Left = { sessions: SessionEntry[]; gone?: boolean };

const sessionCalls = { sessions, endSession, endSessions, resetPassword };

const SessionsView = ({ widget }: { widget: Known }) => {
  const { context, page, viewOnly, subscriber } = widget;
  const { messages } = page.publication;
  const t = useMemo(() => createMessages(sessionMessages, messages), [messages]);
  const hasPassword = asksPassword(page.logins);
  const { email } = subscriber.account;
  const api = useMemo(() => createTableApi(context.api, sessionCalls), [context.api]);
  const place = useRef<HTMLDivElement>(null);
  const [sessions, setSessions] = useState<readonly SessionEntry[] | null>(null);
  const [done, setDone] = useState<'ended' | 'gone' | 'password' | null>(null);
  const { busy, again, shown, send, say } = useSend(place);
  useFocusKept(place);

  useEffect(() => {
    // Staff that looks at a reader's page has a session of its own: the reader's are not theirs to see.
    if (viewOnly) return;
    const gone = new AbortController();
    const load = async () => {
      const answer = await api('sessions', {}, { signal: gone.signal });
      if (gone.signal.aborted) return;
      if (answer.ok) setSessions(answer.data.sessions);
      else say(shownOf(answer));
    };
    void load();
    return () => gone.abort();
  }, [api, say, viewOnly]);

  const took = ({ sessions: left, gone }: Left) => {
    setSessions(left);
    setDone(gone ? 'gone' : 'ended');
  };
  /** One that another tab was quicker to end, or that has logged out itself, is ended: what is left is read anew. */
  const endOne = async (id: string): Promise<Sent<Left>> => {
    const ended = await api('endSession', { params: { id } });
    if (ended.ok || ended.status !== NOT_THERE) return ended;
    const left = await api('sessions');
    return left.ok ? { ok: true, data: { ...left.data, gone: true } } : left;
  };
  const end = (id: string) => send(() => endOne(id), took);
  const endOthers = () => send(() => api('endSessions'), took);
  /** The link goes to the reader's own address: what a thief types here sets no password. */
  const askForPassword = () =>
    send(
      () => api('resetPassword', { body: { email } }),
      () => setDone('password'),
    );
  return (
    <Screen
      title={t('account.sessions_title')}
      intro={t(hasPassword ? 'account.sessions_intro' : 'account.sessions_intro_codes')}
      widget={widget}
    >
      <div ref={place} className={styles.place}>
        {sessions === null ? <LoadFailure shown={shown} widget={widget} /> : <Failure shown={shown} widget={widget} />}
        {done === 'ended' && <Notice kind="success">{t('account.sessions_ended')}</Notice>}
        {done === 'gone' && <Notice kind="info">{t('account.sessions_gone')}</Notice>}
        {done === 'password' && <Notice kind="success">{t('account.sessions_password_sent', { email })}</Notice>}
        {sessions === null && !shown.failed && shown.general === undefined && !viewOnly && <Skeleton lines={4} />}
        {sessions && <Sessions sessions={sessions} busy={busy} onEnd={end} t={t} />}
        {sessions?.length === 1 && <p>{t('account.sessions_only')}</p>}
        {sessions && (
          <Actions>
            {sessions.length > 1 && (
              <Button kind="secondary" busy={busy} onClick={endOthers}>
                {t('account.sessions_end_all')}
              </Button>
            )}
            {hasPassword && (
              <Button kind="quiet" busy={busy} onClick={askForPassword}>
                {t('account.sessions_password')}
              </Button>
            )}
          </Actions>
        )}
        {viewOnly && <p>{t('account.sessions_view_only')}</p>}
        {viewOnly && (
          <Actions>
            <Button disabled>{t('account.sessions_end_all')}</Button>
          </Actions>
        )}
      </div>
      <LogInAgain widget={widget} again={again} />
    </Screen>
  );
};

type Props = { sessions: readonly SessionEntry[]; busy: boolean; onEnd(id: string): void; t: Translate<typeof sessionMessages> };

const Sessions = ({ sessions, busy, onEnd, t }: Props) => (
  <ul className={styles.sessions}>
    {sessions.map(({ id, agent, method, created, seen, current }) => (
      <li key={id} className={styles.session}>
        <div>
          <h2 className={styles.agent}>{agent}</h2>
          <p className={styles.note}>
            {current ? <strong>{t('account.session_current')}</strong> : t('account.session_seen', { date: displayMoment(seen) })}
          </p>
          <p className={styles.note}>
            {t('account.session_since', { date: displayMoment(created), method: t(`account.method_${method}`) })}
          </p>
        </div>
        {!current && (
          <Button kind="secondary" busy={busy} aria-label={t('account.session_end_of', { agent })} onClick={() => onEnd(id)}>
            {t('account.session_end')}
          </Button>
        )}
      </li>
    ))}
  </ul>
);
