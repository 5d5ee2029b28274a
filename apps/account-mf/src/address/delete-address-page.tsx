import { ownPath } from '@newsstand/ui/messages';
import { useRef, useState } from 'react';
import type { Subscriber } from '@newsstand/contracts/account';
import { addressLines } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { Failure } from '../failure.tsx';
import { reloadWith } from '../go-with-outcome.ts';
import { OutcomeNotice } from '../overview/outcome-notice.tsx';
import { Actions, Screen } from '../parts.tsx';
import { useSend } from '../use-send.ts';
import { type Known, required } from '../widget.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import styles from './saved-addresses.module.css';

/**
 * `account.delete-address`: the pages /account/address/ship-a/delete, ship-b and ship-c; `data-ship` says which, or
 * else the page's address does.
 */
export const DeleteAddressPage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>
    {(widget) => <DeleteAddressView widget={widget} zone={required(readZone(context), 'shipping category in its address')} />}
  </WithSubscriber>
);

const readZone = ({ options }: MountContext): Shipcode | undefined => {
  const ship = options['ship'] ?? /[/=](ship-[a-c])\b/.exec(location.href)?.[1];
  return SHIPCODES.find((zone) => ship === `ship-${zone}`);
};

const DeleteAddressView = ({ widget, zone }: { widget: Known; zone: Shipcode }) => {
  const { t, api, subscriber, viewOnly } = widget;
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const [isGone, setGone] = useState(false);
  const { busy, shown, send } = useSend(place);
  const [kept, setKept] = useState<Pick<Subscriber, 'account' | 'timetable'>>(subscriber);
  const address = kept.account.addresses[zone];
  const removable = kept.timetable.address_removable[zone];
  const remove = () => {
    setAsking(false);
    const version = kept.account.address_versions[zone];
    send(
      () => api('deleteAddress', { params: { shipcode: zone }, query: { version } }),
      () => {
        setGone(true);
        reloadWith('address-deleted');
      },
      async () => {
        const now = await api('subscriber');
        if (!now.ok) return undefined;
        setKept(now.data.subscriber);
        return t('account.address_delete_conflict');
      },
    );
  };
  return (
    <Screen title={t('account.address_delete_of', { zone: t(`account.zone_${zone}`) })} widget={widget}>
      <OutcomeNotice widget={widget} />
      <div ref={place} className={styles.saved}>
        <Failure shown={shown} widget={widget} />
        {address === null ? (
          <p>{t('account.no_address_on_record')}</p>
        ) : (
          <address className={styles.address}>
            {addressLines(address).map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </address>
        )}
      </div>
      {address !== null && !removable && <Notice kind="warning">{t('account.address_in_use')}</Notice>}
      <Actions>
        {address !== null && (
          <Button busy={busy || isGone} disabled={viewOnly || !removable} onClick={() => setAsking(true)}>
            {t('account.address_delete')}
          </Button>
        )}
        <LinkButton href={ownPath('/account/address')} kind="secondary">
          {t('account.to_addresses')}
        </LinkButton>
      </Actions>
      <ConfirmDialog
        text={t('account.sure')}
        open={asking}
        onOk={remove}
        onCancel={() => setAsking(false)}
        texts={{ ok: t('account.ok'), cancel: t('account.cancel') }}
      />
    </Screen>
  );
};
