import type { PaymentMethod } from '@newsstand/contracts/publication-info';
import type { Ref } from 'react';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { meansOnRecord, type PaymentInfo } from '@newsstand/contracts/payment-info';
import { Checkbox } from '@newsstand/ui/checkbox';
import type { PaymentHandle } from '@newsstand/ui/payment-element';
import type { Payment } from '@newsstand/ui/payment-flow';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { PaymentPlace } from '@newsstand/ui/payment-place';
import type { T } from '../page-texts.ts';
import { Block } from './block.tsx';
import note from './note.module.css';
import styles from './payment-block.module.css';

type Props = {
  payment: Payment | null;
  script: string;
  methods: readonly PaymentMethod[] | undefined;
  choice: PaymentChoice;
  /** What is on record and can be used; null where there is nothing, or it turned out to be of no use. */
  saved: PaymentInfo | null;
  /** Null where there is no account on which a card could be saved, or where it is saved in any case. */
  saveCard: boolean | null;
  /** Null where nothing renews by itself. */
  autorenew: boolean | null;
  locked: boolean;
  element: Ref<PaymentHandle>;
  t: T;
  onChoose(choice: PaymentChoice): void;
  onSaveCard(save: boolean): void;
  onAutorenew(autorenew: boolean): void;
  onLoading(): void;
  onReady(): void;
  onFailed(): void;
};

/** How the order is paid (section 4, payment method choice): with what is on record, or with another card. */
export const PaymentBlock = (props: Props) => {
  const { payment, script, methods, choice, saved, saveCard, autorenew, locked, element, t } = props;
  const { onChoose, onSaveCard, onAutorenew, onLoading, onReady, onFailed } = props;
  const adds = choice === 'add-card';
  const onRecord = saved && onRecordOption(saved, t);
  return (
    <Block title={t('checkout.payment')}>
      {onRecord && (
        <RadioGroup
          label={t('checkout.pay_with')}
          name="customer"
          value={choice}
          onChange={onChoose}
          disabled={locked}
          options={[
            { value: 'use-card', ...onRecord },
            { value: 'add-card', label: t('checkout.add_card') },
          ]}
        />
      )}
      {/* Hidden, not removed, while the saved card is chosen: what was typed into it must not be lost. */}
      {payment && (
        <div hidden={!adds} className={styles.card}>
          <PaymentPlace
            ref={element}
            keys={payment.keys}
            script={script}
            methods={methods}
            texts={{ card: t('checkout.payment'), failed: t('checkout.payment_failed_load'), try_again: t('checkout.try_again') }}
            onLoading={onLoading}
            onReady={onReady}
            onFailed={onFailed}
          />
        </div>
      )}
      {adds && <p className={note.note}>{t(payment ? 'checkout.payment_secure' : 'checkout.payment_later')}</p>}
      {adds && saveCard !== null && (
        <Checkbox label={t('checkout.save_card')} name="save_card" checked={saveCard} disabled={locked} onChange={onSaveCard} />
      )}
      {autorenew !== null && (
        <div className={styles.renewal}>
          <Checkbox label={t('checkout.autorenew')} name="autorenew" checked={autorenew} disabled={locked} onChange={onAutorenew} />
          <p className={note.note}>{t(autorenew ? 'checkout.autorenew_note' : 'checkout.autorenew_off')}</p>
        </div>
      )}
    </Block>
  );
};

const onRecordOption = (saved: PaymentInfo, t: T): { label: string; hint?: string } | null => {
  const means = meansOnRecord(saved);
  if (means === null) return null;
  const { name, last_four, expires } = means;
  return { label: t('checkout.use_card', { card: name, last_four }), ...(expires && { hint: t('checkout.use_card_expires', expires) }) };
};
