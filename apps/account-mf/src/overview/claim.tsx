import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { createMessages } from '@newsstand/ui/messages';
import { LogInAgain } from '../access/log-in-again.tsx';
import { Failure } from '../failure.tsx';
import form from '../form.module.css';
import { reloadWith } from '../go-with-outcome.ts';
import { Actions } from '../parts.tsx';
import { LeadingNotice } from '../leading-notice.tsx';
import { useSend } from '../use-send.ts';
import type { Known } from '../widget.ts';
import styles from './claim.module.css';
import { claimMessages } from './messages-claim.ts';

/**
 * Brings what another system owed somebody without a mailbox to this account, by what stands on a copy's label. Then
 * the page reloads, and says so.
 */
export const Claim = ({ widget }: { widget: Known }) => {
  const { api, page, viewOnly } = widget;
  const t = useMemo(() => createMessages(claimMessages, page.publication.messages), [page.publication.messages]);
  const place = useRef<HTMLFormElement>(null);
  const title = useId();
  const [typed, setTyped] = useState({ number: '', postcode: '' });
  /** What was found to be in the account already. */
  const [same, setSame] = useState<typeof typed | null>(null);
  const { busy, again, shown, send, errorOf } = useSend(place, ['number', 'postcode']);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSame(null);
    send(
      () => api('claimSubscription', { body: typed }),
      ({ subscriptions }) => (subscriptions > 0 ? reloadWith('subscription-claimed') : setSame(typed)),
    );
  };
  const change = (next: Partial<typeof typed>) => setTyped({ ...typed, ...next });
  return (
    <>
      <form ref={place} className={`${form.form} ${styles.claim}`} onSubmit={submit} aria-labelledby={title} noValidate>
        <h3 className={styles.title} id={title}>
          {t('account.claim_title')}
        </h3>
        <p>{t('account.claim_text')}</p>
        <Failure shown={shown} widget={widget} help />
        {same !== null && <LeadingNotice typing={typed !== same}>{t('account.claim_same')}</LeadingNotice>}
        <Field
          label={t('account.claim_number')}
          hint={t('account.claim_number_hint')}
          name="number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          disabled={viewOnly}
          value={typed.number}
          onChange={(number) => change({ number })}
          error={errorOf('number')}
        />
        <Field
          label={t('account.claim_postcode')}
          hint={t('account.claim_postcode_hint')}
          name="postcode"
          autoComplete="postal-code"
          required
          disabled={viewOnly}
          value={typed.postcode}
          onChange={(postcode) => change({ postcode })}
          error={errorOf('postcode')}
        />
        <Actions>
          <Button type="submit" busy={busy} disabled={viewOnly}>
            {t('account.claim_send')}
          </Button>
        </Actions>
      </form>
      <LogInAgain widget={widget} again={again} />
    </>
  );
};
