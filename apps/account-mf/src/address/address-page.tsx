import { ownPath } from '@newsstand/ui/messages';
import { type FormEvent, useRef, useState } from 'react';
import type { Subscriber } from '@newsstand/contracts/account';
import { ADDRESS_PARTS, type TypedAddress } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { Skeleton } from '@newsstand/ui/skeleton';
import { afterSave } from '../after-save.ts';
import { Failure, LoadFailure } from '../failure.tsx';
import styles from '../form.module.css';
import { Actions, Screen, Section } from '../parts.tsx';
import { subscriptionPath } from '../routes.ts';
import { LeadingNotice } from '../leading-notice.tsx';
import { NOTHING } from '../shown.ts';
import { useSend } from '../use-send.ts';
import { type Known, required } from '../widget.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import { AddressFields } from './address-fields.tsx';
import { startAddress } from './address-form.ts';
import { byZone, type RequiredZones, type Posted, postedOf, readRequiredZones, startZone } from './required-zones.ts';
import { SavedAddresses } from './saved-addresses.tsx';
import { useOwnSubscription } from './use-own-subscription.ts';

/** `account.address`: the page /account/address (section 2), and with `?token=` the address of one subscription. */
export const AddressPage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>
    {(widget) => <AddressView widget={widget} shipping={required(widget.page.shipping, 'shipping')} />}
  </WithSubscriber>
);

const AddressView = ({ widget: page, shipping }: { widget: Known; shipping: ShippingConfig }) => {
  const { t } = page;
  const [subscriber, setSubscriber] = useState(page.subscriber);
  const widget = { ...page, subscriber };
  const [token] = useState(() => new URLSearchParams(location.search).get('token'));
  const required = readRequiredZones(subscriber, token);
  const own = useOwnSubscription(widget, token);
  if (own.type !== 'own') {
    return (
      <Screen title={t('account.change_addresses')} widget={widget}>
        {own.type === 'asking' ? <Skeleton lines={6} /> : <LoadFailure shown={own.shown} widget={widget} />}
      </Screen>
    );
  }
  return (
    <Screen
      title={t('account.change_addresses')}
      widget={widget}
      aside={
        <Section title={t('account.addresses_saved')}>
          <SavedAddresses kept={subscriber.account} widget={widget} />
        </Section>
      }
    >
      <CategoryNote required={required} widget={widget} />
      <Section title={t('account.address_enter')}>
        <AddressEditor widget={widget} shipping={shipping} required={required} token={token} onRead={setSubscriber} />
      </Section>
    </Screen>
  );
};

/** Where the subscription that the page is about is posted to; whose every cycle is digital needs no address. */
const CategoryNote = ({ required: { subject, zone }, widget }: { required: RequiredZones; widget: Known }) => {
  const { t } = widget;
  if (subject === null) return <p className={styles.note}>{t('account.address_none_running')}</p>;
  if (zone === null) return <Notice kind="info">{t('account.address_digital')}</Notice>;
  return <PostedTo posted={{ info: subject, zone }} widget={widget} />;
};

/** Where a subscription is posted to, with the way to change that. */
const PostedTo = ({ posted: { info, zone }, widget: { t, subscriber } }: { posted: Posted; widget: Known }) => {
  const isCurrent = info.token === subscriber.timetable.current_subscription?.info.token;
  return (
    <p>
      {t(isCurrent ? 'account.address_category' : 'account.address_category_of', { zone: t(`account.zone_${zone}`) })}{' '}
      {info.issues_left !== 0 && <a href={subscriptionPath(info.token)}>{t('account.address_category_change')}</a>}
    </p>
  );
};

/**
 * What is to be said of the category that is chosen, where it is not that of the subscription which the page is about:
 * another is posted there, or none is.
 */
const ChosenNote = ({ zone, required, widget }: { zone: Shipcode; required: RequiredZones; widget: Known }) => {
  if (required.subject === null || required.zone === zone) return null;
  const posted = postedOf(widget.subscriber.timetable).find((each) => each.zone === zone);
  if (!posted) return <Notice kind="warning">{widget.t('account.category_not_required')}</Notice>;
  return (
    <Notice kind="info">
      <PostedTo posted={posted} widget={widget} />
    </Notice>
  );
};

type EditorProps = {
  widget: Known;
  shipping: ShippingConfig;
  required: RequiredZones;
  token: string | null;
  /** What is on record now. */
  onRead(subscriber: Subscriber): void;
};

const AddressEditor = ({ widget, shipping, required, token, onRead }: EditorProps) => {
  const { t, api, context, viewOnly, subscriber } = widget;
  const kept = subscriber.account;
  const form = useRef<HTMLFormElement>(null);
  const [zone, setZone] = useState<Shipcode>(() => startZone(required, subscriber.account.shipcode));
  /** What is typed for each category: going to another one and back loses nothing. */
  const [drafts, setDrafts] = useState(() => byZone((each) => startAddress(kept.addresses[each], shipping, each)));
  const [saved, setSaved] = useState<TypedAddress | null>(null);
  const { busy, shown, send, errorOf, say } = useSend(form, ADDRESS_PARTS);

  const reaches = kept.address_reaches?.[zone] ?? null;

  const choose = (next: Shipcode) => {
    setZone(next);
    setSaved(null);
    say(NOTHING);
  };
  /** Whether it could be read; `saved` is on record in any case. */
  const readAnew = async (saved: Partial<Subscriber['account']> = {}): Promise<boolean> => {
    const now = await api('subscriber');
    const read = now.ok ? now.data.subscriber : subscriber;
    onRead({ ...read, account: { ...read.account, ...saved } });
    return now.ok;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSaved(null);
    const params = { shipcode: zone };
    const version = kept.address_versions[zone];
    const body = drafts[zone];
    send(
      async () => {
        const answer = await (token === null
          ? api('saveAddress', { params, query: { version }, body })
          : api('changeAddress', { params, query: { token, version }, body }));
        // Another tab may have had the subscription posted elsewhere: where it goes now is said with the success.
        if (answer.ok) await readAnew(answer.data);
        return answer;
      },
      ({ addresses }) => {
        const onRecord = startAddress(addresses[zone], shipping, zone);
        setDrafts((typed) => ({ ...typed, [zone]: afterSave(body, onRecord)(typed[zone]) }));
        setSaved(onRecord);
        context.setState('completed');
      },
      async () => ((await readAnew()) ? t('account.address_conflict') : undefined),
    );
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Failure shown={shown} widget={widget} />
      {saved && (
        <LeadingNotice title={t('account.address_saved')} typing={drafts[zone] !== saved}>
          <p className={styles.ways}>
            <a className={styles.link} href={ownPath('/account')}>
              {t('account.to_account')}
            </a>
            {token !== null && (
              <a className={styles.link} href={subscriptionPath(token)}>
                {t('account.to_subscription')}
              </a>
            )}
          </p>
        </LeadingNotice>
      )}
      {required.missing !== null && (
        <Notice kind="warning">
          {t('account.no_usable_address')} {t('account.no_address_zone', { zone: t(`account.zone_${required.missing}`) })}
        </Notice>
      )}
      <RadioGroup
        label={t('account.category')}
        name="shipcode"
        value={zone}
        onChange={choose}
        disabled={viewOnly}
        options={SHIPCODES.map((each) => ({
          value: each,
          label: t(`account.zone_${each}`),
          disabled: !required.open[each],
          ...(!required.open[each] && { hint: t(token === null ? 'account.category_closed' : 'account.category_closed_here') }),
        }))}
      />
      <ChosenNote zone={zone} required={required} widget={widget} />
      {kept.address_returned?.[zone] && <Notice kind="warning">{t('account.address_returned')}</Notice>}
      {reaches !== null && <p className={styles.note}>{t('account.address_reaches', { issue: reaches })}</p>}
      <AddressFields
        zone={zone}
        shipping={shipping}
        typed={drafts[zone]}
        disabled={viewOnly}
        onChange={(typed) => setDrafts({ ...drafts, [zone]: typed })}
        errorOf={errorOf}
        t={t}
      />
      <Actions>
        <Button type="submit" busy={busy} disabled={viewOnly}>
          {t(busy ? 'account.saving' : 'account.address_save')}
        </Button>
      </Actions>
    </form>
  );
};
