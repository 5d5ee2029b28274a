import { useMemo, useRef } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { createMessages } from '@newsstand/ui/messages';
import { Failure } from '../failure.tsx';
import { lookMessages } from '../messages-staff.ts';
import { Actions } from '../parts.tsx';
import styles from '../parts.module.css';
import { useSend } from '../use-send.ts';
import { useWidget } from '../widget.ts';

/**
 * Staff comes by a signed link that works once, and opens a reader's account by a click: what only follows links opens
 * nothing.
 */
export const AdminView = ({ context, token }: { context: MountContext; token: string }) => {
  const widget = useWidget(context);
  const { api, page } = widget;
  const { messages } = page.publication;
  const t = useMemo(() => createMessages(lookMessages, messages), [messages]);
  const place = useRef<HTMLDivElement>(null);
  const { busy, shown, send } = useSend(place);
  const open = () =>
    send(
      () => api('openAdminView', { body: { token } }),
      ({ redirect }) => location.assign(redirect),
    );
  return (
    <div ref={place} className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('account.admin_title')}</h1>
        <p className={styles.intro}>{t('account.admin_text')}</p>
      </header>
      <Failure shown={shown} widget={widget} />
      <Actions>
        <Button busy={busy} changes={false} onClick={open}>
          {t('account.admin_open')}
        </Button>
      </Actions>
    </div>
  );
};
