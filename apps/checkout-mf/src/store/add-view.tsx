import { useState, type FormEvent } from 'react';
import { clampQuantity } from '@newsstand/contracts/quantity';
import { Button } from '@newsstand/ui/button';
import { Quantity } from '@newsstand/ui/quantity';
import { RadioGroup } from '@newsstand/ui/radio-group';
import type { T } from '../widget.ts';
import styles from './add-view.module.css';
import type { Offer } from './offer.ts';
import { type Left, sizeNotice, stockNotice } from './stock.ts';
import type { Adding } from './use-add.ts';

type Props = {
  offer: Offer;
  adding: Adding;
  t: T;
  /** Without it one is added at a time, as on a shelf of many products. */
  withQuantity?: boolean;
  /** The button names the thing to the eye as well, where nothing beside it does. */
  named?: boolean;
  /** It is not what the page is for. */
  quiet?: boolean;
  onAdded(): void;
};

/** Sizes, quantity and the button that puts a thing into the cart. */
export const AddView = ({ offer, adding, t, withQuantity = true, named = false, quiet = false, onAdded }: Props) => {
  const [size, setSize] = useState<string | null>(null);
  const [wanted, setWanted] = useState(1);
  const [unsized, setUnsized] = useState(false);
  const chosen = offer.sizes.find((one) => one.ref === size);
  const left: Left = chosen ? chosen.quantity : offer.left;
  const { held, more } = adding.room(chosen?.ref ?? offer.ref, left);
  const most = Math.max(1, more);
  const quantity = clampQuantity(wanted, 1, most);
  const gone = left !== null && left <= 0;
  const isHeld = chosen ? (chosen.held ?? false) : offer.held;
  const full = !gone && more === 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (offer.sizes.length > 0 && !chosen) return setUnsized(true);
    // There is no more of it to add: the cart shows what there is.
    if (full) return onAdded();
    if (await adding.add(chosen?.ref ?? offer.ref, quantity)) {
      setWanted(1);
      onAdded();
    }
  };

  const { item } = offer;
  // Print and file stand side by side: who hears the page must hear which is which.
  const name = item === 'print-issue' || item === 'digital-issue' ? t(`checkout.${item}`, { name: offer.name }) : offer.name;
  const text = t(adding.status === 'sending' ? 'checkout.adding' : 'checkout.add');
  const whole = `${text}: ${name}`;
  if (!offer.sold) return <p className={styles.notice}>{t('checkout.not_released')}</p>;
  // A size says itself how many are left of it.
  const notice = offer.sizes.length > 0 && !gone ? null : stockNotice(left, isHeld, t);
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)} noValidate>
      {offer.sizes.length > 0 && (
        <RadioGroup
          label={t('checkout.size')}
          name="size"
          layout="row"
          value={size}
          onChange={(ref) => {
            setSize(ref);
            setUnsized(false);
          }}
          error={unsized ? t('checkout.choose_size') : undefined}
          options={offer.sizes.map(({ ref, name, quantity: stock, held: isSizeHeld = false }) => ({
            value: ref,
            label: name,
            hint: sizeNotice(stock, isSizeHeld, t) ?? undefined,
            disabled: stock <= 0,
          }))}
        />
      )}
      {notice !== null && <p className={gone ? styles.gone : styles.notice}>{notice}</p>}
      <div className={styles.row}>
        {withQuantity && !gone && (
          <Quantity
            label={t('checkout.quantity_of', { name })}
            value={quantity}
            min={1}
            max={most}
            onChange={setWanted}
            texts={{ more: t('checkout.more', { name }), fewer: t('checkout.fewer', { name }) }}
          />
        )}
        <Button
          type="submit"
          kind={quiet ? 'secondary' : 'primary'}
          className={styles.button}
          busy={adding.status === 'sending'}
          disabled={gone}
          aria-label={name && whole}
        >
          {named && name ? whole : text}
        </Button>
      </div>
      <output className={full ? styles.notice : styles.problem}>
        {adding.problem ?? (full ? t('checkout.full', { count: held }) : '')}
      </output>
    </form>
  );
};
