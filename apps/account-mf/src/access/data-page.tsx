import { ownPath } from '@newsstand/ui/messages';
import { useRef, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { Failure } from '../failure.tsx';
import styles from '../form.module.css';
import { Actions, Screen, Section } from '../parts.tsx';
import parts from '../parts.module.css';
import { useSend } from '../use-send.ts';
import { type Known, type T, useWidget } from '../widget.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import { useDataApi } from './data-calls.ts';
import { DeletePart } from './delete-part.tsx';

/** `account.data`: everything that is kept of the reader, to take away or to have deleted. */
export const DataPage = ({ context }: { context: MountContext }) => {
  const { t, page } = useWidget(context);
  // Where the server leads after the deletion: nobody is logged in there.
  if (!page.subscriber && new URLSearchParams(location.search).has('deleted')) return <Farewell t={t} />;
  return (
    <WithSubscriber context={context}>
      {(widget) => (
        <Screen title={t('account.data_title')} widget={widget}>
          <ExportPart widget={widget} />
          <DeletePart widget={widget} />
        </Screen>
      )}
    </WithSubscriber>
  );
};

const Farewell = ({ t }: { t: T }) => (
  <div className={parts.screen}>
    <header className={parts.head}>
      <h1 className={parts.title}>{t('account.deleted_title')}</h1>
      <p className={parts.intro}>{t('account.deleted_text')}</p>
    </header>
    <Actions>
      <LinkButton href={ownPath('/')}>{t('account.deleted_home')}</LinkButton>
    </Actions>
  </div>
);

const ExportPart = ({ widget }: { widget: Known }) => {
  const { t, viewOnly } = widget;
  const api = useDataApi(widget);
  const place = useRef<HTMLDivElement>(null);
  const [isDone, setDone] = useState(false);
  const { busy, shown, send } = useSend(place);
  const take = () => {
    setDone(false);
    send(
      () => api('exportAccount'),
      (data) => {
        keepFile(`my-data-${data.exported.slice(0, 10)}.json`, JSON.stringify(data, null, 2));
        setDone(true);
      },
    );
  };
  return (
    <Section title={t('account.export_title')}>
      <div ref={place} className={styles.form}>
        <p>{t('account.export_text')}</p>
        {widget.subscriber.account.email_proved === false && (
          <p>{t('account.data_unproved', { email: widget.subscriber.account.email })}</p>
        )}
        <Failure shown={shown} widget={widget} />
        {isDone && <Notice kind="success">{t('account.exported')}</Notice>}
        <Actions>
          <Button kind="secondary" busy={busy} disabled={viewOnly} onClick={take}>
            {t(busy ? 'account.exporting' : 'account.export')}
          </Button>
        </Actions>
      </div>
    </Section>
  );
};

/** Hands a file over to the browser's downloads. */
const keepFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
