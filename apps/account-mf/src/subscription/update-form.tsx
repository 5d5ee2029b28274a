import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import { addressLines } from '@newsstand/contracts/address';
import { deliverableOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { formatCents } from '@newsstand/contracts/money';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { upgradeTo } from '@newsstand/contracts/upgrade';
import type { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import { Button } from '@newsstand/ui/button';
import { Checkbox } from '@newsstand/ui/checkbox';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import { createMessages } from '@newsstand/ui/messages';
import { Notice } from '@newsstand/ui/notice';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { PaymentPlace } from '@newsstand/ui/payment-place';
import { AddressFields } from '../address/address-fields.tsx';
import { Failure } from '../failure.tsx';
import formStyles from '../form.module.css';
import { Actions, Section } from '../parts.tsx';
import { LeadingNotice } from '../leading-notice.tsx';
import { useFocusKept } from '../use-focus-kept.ts';
import { type Known, required, type T } from '../widget.ts';
import { deliverableName, paymentLines } from '../words.ts';
import { subscriptionMessages } from './messages.ts';
import styles from './update-form.module.css';
import { type Update, type UpgradeApi, useUpdate } from './use-update.ts';

type Props = {
  widget: Known;
  api: UpgradeApi;
  settings: SubscriptionSettings;
  onCompleted(receipt: string): void;
  refresh(): Promise<boolean>;
  /** How the subscription comes now. */
  children: ReactNode;
};

const DELIVERABLES: readonly Deliverable[] = [...SHIPCODES.map((zone) => deliverableOf('print', zone)), 'digital'];
const LEVELS: readonly Level[] = ['low', 'high'];

/**
 * How a subscription is delivered and at which rate; what costs something is paid here, the rest is a plain submit
 * (section 4).
 */
export const UpdateForm = ({ widget, api, settings, onCompleted, refresh, children }: Props) => {
  const { t, viewOnly } = widget;
  const form = useRef<HTMLFormElement>(null);
  const update = useUpdate(widget, api, settings, { form, onCompleted, refresh });
  useFocusKept(form);
  const { deliverable, level, upgrade, isBusy } = update;
  const [isAsking, setAsking] = useState(false);
  const { messages } = widget.page.publication;
  const own = useMemo(() => createMessages(subscriptionMessages, messages), [messages]);
  /** What was paid for print goes on to be paid: that is not given up by one press. */
  const givesUpPrint = deliverable === 'digital' && settings.upgrade.subscription.deliverables.active !== 'digital';
  const isLocked = viewOnly || isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (givesUpPrint && !isBusy) setAsking(true);
    else update.submit();
  };
  const hintOf = (target: Partial<Target>) => hintFor(settings, { deliverable, level, ...target }, t);
  return (
    <form ref={form} className={styles.update} onSubmit={submit} noValidate>
      <div className={styles.now}>{children}</div>
      <div className={styles.choices}>
        <Section title={t('account.update_settings')}>
          <div className={formStyles.form}>
            <Failure shown={update.shown} widget={widget} />
            {update.anew !== null && upgrade.type === 'payable' && (
              <LeadingNotice kind="warning" title={t('account.update_anew_title')}>
                {t(update.anew === 'elsewhere' ? 'account.update_anew' : 'account.update_other', { price: formatCents(upgrade.amount) })}
              </LeadingNotice>
            )}
            {update.extra && <Notice kind="info">{update.extra}</Notice>}
            <RadioGroup
              label={t('account.update_deliverable')}
              name="deliverable"
              value={deliverable}
              onChange={update.chooseDeliverable}
              disabled={isLocked}
              error={update.errorOf('deliverable')}
              options={DELIVERABLES.map((value) => ({ value, label: deliverableName(value, t), ...hintOf({ deliverable: value }) }))}
            />
            <RadioGroup
              label={t('account.rate')}
              name="level"
              value={level}
              onChange={update.chooseLevel}
              disabled={isLocked}
              error={update.errorOf('level')}
              options={LEVELS.map((value) => ({ value, label: t(`account.level_${value}`), ...hintOf({ level: value }) }))}
            />
            <AddressPart update={update} widget={widget} isLocked={isLocked} />
            {upgrade.type === 'payable' && <PaymentPart update={update} widget={widget} isLocked={isLocked} />}
          </div>
        </Section>
      </div>
      <div className={styles.due}>
        <Due update={update} t={t} />
        <Actions>
          <Button type="submit" busy={isBusy} disabled={viewOnly || !update.isChange || upgrade.type === 'blocked' || !update.isReady}>
            {buttonText(update, t)}
          </Button>
        </Actions>
      </div>
      <ConfirmDialog
        text={own('account.update_sure')}
        open={isAsking}
        onOk={() => {
          setAsking(false);
          update.submit();
        }}
        onCancel={() => setAsking(false)}
        texts={{ ok: t('account.ok'), cancel: t('account.cancel') }}
      />
    </form>
  );
};

type Target = { deliverable: Deliverable; level: Level };

/** What a choice would cost, and whether it can be chosen. */
const hintFor = ({ upgrade: { options, subscription } }: SubscriptionSettings, target: Target, t: T) => {
  const to = upgradeTo(options, subscription, target);
  switch (to.type) {
    case 'unchanged':
      return { hint: t('account.update_now') };
    case 'free':
      return { hint: t('account.update_free') };
    case 'payable':
      return { hint: t('account.update_price', { price: formatCents(to.amount) }) };
    case 'blocked':
    case 'unavailable':
      return { hint: t('account.update_blocked'), disabled: true };
  }
};

/** What is chosen and what it costs, next to the button, and in view beside a form that is long. */
const Due = ({ update: { deliverable, level, upgrade, isChange }, t }: { update: Update; t: T }) => (
  <output className={styles.chosen}>
    <span>
      {deliverableName(deliverable, t)}, {t(`account.level_${level}`)}
    </span>
    {upgrade.type === 'payable' || upgrade.type === 'free' ? (
      <span className={styles.amount}>
        <span>{t('account.update_due')}</span>{' '}
        <strong className={styles.total}>{upgrade.type === 'payable' ? formatCents(upgrade.amount) : t('account.update_free')}</strong>
      </span>
    ) : (
      !isChange && <span className={styles.note}>{t('account.update_now')}</span>
    )}
  </output>
);

/** Section 4, button texts: the default where one press pays, otherwise as at check-out. */
const buttonText = ({ status, upgrade, payment, choice }: Update, t: T): string => {
  switch (status) {
    case 'sending':
      return t('account.processing_order');
    case 'completing':
      return t('account.completing_order');
    case 'completed':
      return t('account.order_successful');
    case 'loading':
    case 'ready':
      if (upgrade.type !== 'payable') return t('account.submit');
      if (payment !== null) return t('account.submit_payment');
      return t(choice === 'use-card' ? 'account.place_order' : 'account.proceed_to_payment');
  }
};

const AddressPart = ({ update, widget, isLocked }: { update: Update; widget: Known; isLocked: boolean }) => {
  const { t, page } = widget;
  const zone = shipcodeOf(update.deliverable);
  if (zone === null) return null;
  const saved = update.addressOn(zone);
  return (
    <div className={formStyles.part}>
      <h3 className={styles.title}>{t('account.update_address')}</h3>
      {saved === null ? (
        <Notice kind="warning">{t('account.no_usable_address')}</Notice>
      ) : (
        <>
          <address className={styles.address}>
            {addressLines(saved).map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </address>
          <RadioGroup
            label={t('account.update_address_mode')}
            name="address_mode"
            layout="row"
            value={update.addressMode}
            onChange={update.chooseAddressMode}
            disabled={isLocked}
            options={[
              { value: 'keep', label: t('account.keep_address') },
              { value: 'change', label: t('account.change_address') },
            ]}
          />
        </>
      )}
      {update.isAddressTyped && (
        <AddressFields
          zone={zone}
          shipping={required(page.shipping, 'shipping')}
          typed={update.draftOf(zone)}
          disabled={isLocked}
          onChange={(typed) => update.typeAddress(zone, typed)}
          errorOf={update.errorOf}
          t={t}
        />
      )}
    </div>
  );
};

const PaymentPart = ({ update, widget, isLocked }: { update: Update; widget: Known; isLocked: boolean }) => {
  const { t, page } = widget;
  const { payment, choice, saved, element } = update;
  const lines = saved && paymentLines(saved, t);
  return (
    <div className={formStyles.part}>
      <h3 className={styles.title}>{t('account.update_payment')}</h3>
      {lines && (
        <RadioGroup
          label={t('account.pay_with')}
          name="customer"
          value={choice}
          onChange={update.chooseCard}
          disabled={isLocked}
          options={[
            { value: 'use-card', label: lines[0], hint: lines[1] },
            { value: 'add-card', label: t('account.other_card') },
          ]}
        />
      )}
      {/* Hidden, not removed, while the saved card is chosen: what was typed into it must not be lost. */}
      {payment && (
        <div hidden={choice !== 'add-card'}>
          <PaymentPlace
            key={payment.intent}
            ref={element}
            keys={payment.keys}
            script={page.stripe.script}
            methods={page.publication.settings.payment_methods}
            texts={{ card: t('account.update_payment'), failed: t('account.payment_failed_load'), try_again: t('account.try_again') }}
            onLoading={update.onElementLoading}
            onReady={update.onElementReady}
            onFailed={update.onElementFailed}
          />
        </div>
      )}
      {choice === 'add-card' && (
        <Checkbox
          label={t('account.save_card')}
          name="save_card"
          checked={update.saveCard}
          disabled={isLocked}
          onChange={update.chooseSaveCard}
        />
      )}
    </div>
  );
};
