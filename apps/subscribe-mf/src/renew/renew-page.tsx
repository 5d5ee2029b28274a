import { ownPath } from '@newsstand/ui/messages';
import { useRef, type ReactNode } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { LinkButton } from '@newsstand/ui/link-button';
import { OneReader } from '@newsstand/ui/one-reader';
import { Head } from '../head.tsx';
import { loginPath } from '../routes.ts';
import { type RenewWidget, useRenewWidget } from './messages.ts';
import { readerOf, type Subscriber } from './renewal.ts';
import { RenewView } from './renew-view.tsx';
import styles from './renew-view.module.css';
import { useRenew } from './use-renew.ts';

/** `subscribe.renew`: the page /subscribe/renew. */
export const RenewPage = ({ context }: { context: MountContext }) => (
  <OneReader>
    <Renew context={context} />
  </OneReader>
);

const Renew = ({ context }: { context: MountContext }) => {
  const widget = useRenewWidget(context);
  const { page, t } = widget;
  const reader = readerOf(page.account ? (page.renew ?? null) : null, page.publication.settings.default_shipcode);
  switch (reader.type) {
    case 'guest':
      return (
        <Told title={t('subscribe.renew_log_in_title')} text={t('subscribe.renew_log_in')}>
          <LinkButton href={loginPath(location.pathname + location.search)}>{t('subscribe.renew_log_in_button')}</LinkButton>
        </Told>
      );
    case 'lifetime':
      return (
        <Told title={t('subscribe.renew_lifetime_title')} text={t('subscribe.renew_lifetime_text')}>
          <LinkButton href={ownPath('/donate')}>{t('subscribe.renew_donate')}</LinkButton>
        </Told>
      );
    case 'none':
      return (
        <Told title={t('subscribe.renew_none_title')} text={t('subscribe.renew_none')}>
          <LinkButton href={ownPath('/subscribe')}>{t('subscribe.renew_none_button')}</LinkButton>
        </Told>
      );
    case 'subscriber':
      return <Subscribed widget={widget} renewing={reader.renewing} />;
  }
};

const Subscribed = ({ widget, renewing }: { widget: RenewWidget; renewing: Subscriber }) => {
  const form = useRef<HTMLFormElement>(null);
  return <RenewView renew={useRenew(widget, renewing, form)} widget={widget} form={form} />;
};

/** There is nothing to renew here, and this is where to go instead. */
const Told = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className={styles.told}>
    <Head title={title} intro={text} />
    <p>{children}</p>
  </div>
);
