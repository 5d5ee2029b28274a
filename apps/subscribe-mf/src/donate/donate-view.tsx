import { ownPath } from '@newsstand/ui/messages';
import type { FormEvent, RefObject } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { tierOf } from '@newsstand/contracts/donation';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { ChoiceCards } from '../choice-cards.tsx';
import { Head } from '../head.tsx';
import type { T } from '../widget.ts';
import { AmountField } from './amount-field.tsx';
import styles from './donate-view.module.css';
import { formatDollars } from './format-dollars.ts';
import { TierCards } from './tier-cards.tsx';
import type { Donation } from './use-donation.ts';

type Props = { donation: Donation; cart: Cart; t: T; form: RefObject<HTMLFormElement | null> };

/** The donate page (sections 2 and 4): how often, how much, and what that makes one. */
export const DonateView = ({ donation, cart, t, form }: Props) => {
  const { giving, give, tiers, flags, sending, errorOf, submit } = donation;
  const { type, dollars, when } = giving;
  const amount = formatDollars(dollars);
  const sent = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form ref={form} className={styles.page} onSubmit={sent} noValidate>
      <Head title={t('subscribe.donate_title')} intro={t('subscribe.donate_intro')} />
      <ChoiceCards
        legend={t('subscribe.process')}
        name="process"
        across={2}
        value={type}
        onChange={(next) => give(otherType(donation, next))}
        cards={[
          { value: 'onetime', title: t('subscribe.onetime'), text: t('subscribe.donate_once_note') },
          { value: 'monthly', title: t('subscribe.monthly'), text: t('subscribe.donate_monthly_note') },
        ]}
      />
      <div className={styles.amounts}>
        <TierCards tiers={tiers} giving={giving} onChoose={(next) => give({ dollars: next })} t={t} />
        <AmountField dollars={dollars} onChange={(next) => give({ dollars: next })} error={errorOf('amount')} t={t} />
      </div>
      {flags.checkout_later && (
        <ChoiceCards
          legend={t('subscribe.when')}
          name="when"
          across={2}
          value={when}
          onChange={(next) => give({ when: next })}
          cards={[
            { value: 'now', title: t('subscribe.now') },
            { value: 'later', title: t('subscribe.later'), text: t('subscribe.later_hint') },
          ]}
        />
      )}
      {sending.type === 'refused' && <Notice kind="error">{sending.shown.general ?? t('subscribe.fields_wrong')}</Notice>}
      {sending.type === 'completed' && (
        <Notice kind="success" title={t('subscribe.added')}>
          <p>{t('subscribe.added_text')}</p>
          <p>
            <a href={ownPath('/store/checkout')}>{t('subscribe.proceed')}</a>
          </p>
        </Notice>
      )}
      <div className={styles.send}>
        <Button type="submit" className={styles.button} busy={sending.type === 'sending'}>
          {sending.type === 'sending' ? t('subscribe.sending') : t(buttonText(type), { amount })}
        </Button>
        {cart.donation !== null && sending.type !== 'completed' && <p className={styles.note}>{t('subscribe.donate_replaces')}</p>}
      </div>
    </form>
  );
};

const buttonText = (type: 'onetime' | 'monthly') => (type === 'monthly' ? 'subscribe.donate_button_monthly' : 'subscribe.donate_button');

/** A tier stays the same tier when it is given monthly instead of once; an amount of one's own stays that amount. */
const otherType = ({ giving, tiers }: Donation, type: 'onetime' | 'monthly') => {
  const tier = tierOf(tiers, giving.type, giving.dollars);
  return tier === null ? { type } : { type, dollars: tier[type] / 100 };
};
