import { useState } from 'react';
import { clampExtraDonation } from '@newsstand/contracts/donation';
import { Field } from '@newsstand/ui/field';
import { amountTyped, dollarsOf } from '../donate/amount-typed.ts';
import type { T } from '../widget.ts';
import styles from './parts.module.css';
import type { Choosing } from './use-choice.ts';

/**
 * A donation adds an optional one-time contribution, where the page's config enables it (section 5): whole dollars, 0
 * for none.
 */
export const DonationPart = ({ builder: { chosen, choose, flags, errorOf }, t }: { builder: Choosing; t: T }) => {
  const [draft, setDraft] = useState<string | null>(null);
  if (!flags.add_donation) return null;
  const typed = (text: string) => {
    setDraft(amountTyped(text));
    choose({ donation: clampExtraDonation(dollarsOf(amountTyped(text))) });
  };
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('subscribe.donation')}</h2>
      <Field
        className={styles.amount ?? ''}
        label={t('subscribe.donation_amount')}
        name="donation"
        inputMode="numeric"
        autoComplete="off"
        hint={t('subscribe.donation_hint')}
        error={errorOf('donation')}
        value={draft ?? String(chosen.donation)}
        onChange={typed}
        onBlur={() => setDraft(null)}
      />
    </section>
  );
};
