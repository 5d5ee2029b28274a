import { useState } from 'react';
import { isExtraDonation, readDollars } from '@newsstand/contracts/donation';
import { Field } from '@newsstand/ui/field';
import type { T } from '../widget.ts';
import styles from './parts.module.css';
import type { Choosing } from './use-choice.ts';

/**
 * A donation adds an optional one-time contribution, where the page's config enables it (section 5): whole dollars, 0
 * for none. What cannot be given stays as it was typed, for the API to refuse.
 */
export const DonationPart = ({ builder: { chosen, choose, flags, errorOf }, t }: { builder: Choosing; t: T }) => {
  const [text, setText] = useState('');
  const [typing, setTyping] = useState(false);
  if (!flags.add_donation) return null;
  const typed = (next: string) => {
    setText(next);
    setTyping(true);
    choose({ donation: next.trim() ? readDollars(next) : 0 });
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
        value={typing || !isExtraDonation(chosen.donation) ? text : String(chosen.donation)}
        onChange={typed}
        onBlur={() => setTyping(false)}
      />
    </section>
  );
};
