import { type FormEvent, useMemo, useRef, useState } from 'react';
import { session } from '@newsstand/contracts/access';
import { READER_LOGIN, type ReaderLogin } from '@newsstand/contracts/reader-change';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { createTableApi } from '@newsstand/ui/call-table';
import { Field } from '@newsstand/ui/field';
import { afterSave } from '../after-save.ts';
import { Failure } from '../failure.tsx';
import { Actions, Fact, Facts, Screen } from '../parts.tsx';
import styles from '../form.module.css';
import { LeadingNotice } from '../leading-notice.tsx';
import { useSend } from '../use-send.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import type { Known } from '../widget.ts';

/** `account.name`: the page /account/name (section 2): the current name and an update form. */
export const NamePage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>{(widget) => <NameView widget={widget} />}</WithSubscriber>
);

const NameView = ({ widget }: { widget: Known }) => {
  const { t, api, context, viewOnly } = widget;
  const form = useRef<HTMLFormElement>(null);
  const [current, setCurrent] = useState({ name: widget.subscriber.account.name, version: widget.subscriber.account.name_version });
  // Whose name is not known is called by their address.
  const [typed, setTyped] = useState(current.name === widget.subscriber.account.email ? '' : current.name);
  const [saved, setSaved] = useState<string | null>(null);
  const tellHeader = useTellHeader(context);
  const { busy, shown, send, errorOf } = useSend(form, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSaved(null);
    send(
      () => api('changeName', { query: { version: current.version }, body: { name: typed } }),
      ({ name, name_version }) => {
        setCurrent({ name, version: name_version });
        setTyped(afterSave(typed, name));
        setSaved(name);
        context.setState('completed');
        void tellHeader();
      },
      async () => {
        const now = await api('subscriber');
        if (!now.ok) return undefined;
        const { name, name_version } = now.data.subscriber.account;
        setCurrent({ name, version: name_version });
        return t('account.name_conflict');
      },
    );
  };
  return (
    <Screen
      title={t('account.change_name')}
      widget={widget}
      aside={
        <Facts>
          <Fact term={t('account.name_now')}>{current.name}</Fact>
        </Facts>
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Failure shown={shown} widget={widget} />
        {saved !== null && <LeadingNotice typing={typed !== saved}>{t('account.name_saved')}</LeadingNotice>}
        <Field
          label={t('account.name_new')}
          name="name"
          autoComplete="name"
          required
          disabled={viewOnly}
          value={typed}
          onChange={setTyped}
          error={errorOf('name')}
        />
        <Actions>
          <Button type="submit" busy={busy} disabled={viewOnly}>
            {t(busy ? 'account.saving' : 'account.name_save')}
          </Button>
        </Actions>
      </form>
    </Screen>
  );
};

/**
 * The page's header names who is logged in, and hears of another name as of a login (docs/guide-embed.md, Who is
 * reading). Other tabs learn it with their next page: they would load the present one again, and a form may be half
 * filled there.
 */
const useTellHeader = ({ api }: Pick<MountContext, 'api'>) => {
  const call = useMemo(() => createTableApi(api, { session }), [api]);
  return async () => {
    const now = await call('session');
    if (!now.ok) return;
    const detail: ReaderLogin = { v: 1, ...now.data };
    document.dispatchEvent(new CustomEvent(READER_LOGIN, { detail }));
  };
};
