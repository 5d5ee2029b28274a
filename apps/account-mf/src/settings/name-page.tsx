import { type FormEvent, useRef, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Failure } from '../failure.tsx';
import { Actions, Fact, Facts, Screen } from '../parts.tsx';
import styles from '../form.module.css';
import { Said } from '../said.tsx';
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
  const [typed, setTyped] = useState(current.name);
  const [isSaved, setSaved] = useState(false);
  const { busy, shown, send, errorOf } = useSend(form, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSaved(false);
    send(
      () => api('changeName', { query: { version: current.version }, body: { name: typed } }),
      ({ name, name_version }) => {
        setCurrent({ name, version: name_version });
        setTyped(name);
        setSaved(true);
        context.setState('completed');
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
    <Screen title={t('account.change_name')} widget={widget}>
      <Facts>
        <Fact term={t('account.name_now')}>{current.name}</Fact>
      </Facts>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Failure shown={shown} widget={widget} />
        {isSaved && <Said>{t('account.name_saved')}</Said>}
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
