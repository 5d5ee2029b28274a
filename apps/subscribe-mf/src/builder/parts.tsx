import { useId } from 'react';
import { formatCents } from '@newsstand/contracts/money';
import { basePrice, termShipping } from '@newsstand/contracts/pricing';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import { MAX_GIFTS } from '@newsstand/contracts/quantity';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { issuesOf } from '@newsstand/contracts/term';
import { Quantity } from '@newsstand/ui/quantity';
import { FieldError } from '@newsstand/ui/field';
import { ChoiceCards } from '../choice-cards.tsx';
import type { T } from '../widget.ts';
import { choiceOf } from './chosen.ts';
import { PaperDrawing, ScreenDrawing } from './drawings.tsx';
import styles from './parts.module.css';
import { postedGoods } from './running-price.ts';
import type { Choosing } from './use-choice.ts';

type Props = { builder: Choosing; t: T };

export const PurposePart = ({ builder: { chosen, choose, allowed }, t }: Props) => (
  <ChoiceCards
    legend={t('subscribe.purpose')}
    name="purpose"
    across={2}
    value={chosen.purpose}
    onChange={(purpose) => choose({ purpose })}
    cards={[
      {
        value: 'personal',
        title: t('subscribe.personal'),
        disabled: !allowed.personal && chosen.purpose !== 'personal',
        ...(allowed.personal ? { text: t('subscribe.personal_hint') } : { why: t('subscribe.gifts_only') }),
      },
      { value: 'gift', title: t('subscribe.gift'), text: t('subscribe.gift_hint') },
    ]}
  />
);

/** Adjust subscription (section 2): print or digital. Prices are the lowest of a year, before postage. */
export const MediumPart = ({ builder: { chosen, choose, allowed, pricing }, t }: Props) => (
  <ChoiceCards
    legend={t('subscribe.medium')}
    name="medium"
    across={2}
    size="large"
    value={chosen.medium}
    onChange={(medium) => choose({ medium })}
    cards={(['print', 'digital'] as const).map((medium) => ({
      value: medium,
      picture: medium === 'print' ? <PaperDrawing /> : <ScreenDrawing />,
      title: t(`subscribe.${medium}`),
      text: t(`subscribe.${medium}_text`),
      price: t('subscribe.from', { price: formatCents(pricing.base[`${medium}-low`]['1year']) }),
      disabled: !allowed.media.has(medium) && chosen.medium !== medium,
      why: t('subscribe.coupon_not_this'),
    }))}
  />
);

export const TermPart = ({ builder: { chosen, choose, pricing }, t }: Props) => (
  <ChoiceCards
    legend={t('subscribe.years')}
    name="years"
    across={4}
    value={chosen.term}
    onChange={(term) => choose({ term })}
    cards={(['1year', '2year', '3year', 'lifetime'] as const).map((term) => {
      const count = issuesOf(term);
      return {
        value: term,
        title: t(`subscribe.${term}`),
        text: count === null ? t('subscribe.issues_lifetime') : t('subscribe.issues', { count }),
        price: formatCents(basePrice(pricing, { ...choiceOf(chosen), term })),
      };
    })}
  />
);

export const LevelPart = ({ builder: { chosen, choose, allowed, pricing }, t }: Props) => (
  <ChoiceCards
    legend={t('subscribe.level')}
    name="level"
    across={2}
    value={chosen.level}
    onChange={(level) => choose({ level })}
    cards={(['low', 'high'] as const).map((level) => ({
      value: level,
      title: t(`subscribe.${level}`),
      text: t(`subscribe.${level}_hint`),
      price: formatCents(basePrice(pricing, { ...choiceOf(chosen), level })),
      disabled: level === 'high' && !allowed.high && chosen.level !== 'high',
      why: t('subscribe.high_coupon', { low: t('subscribe.low') }),
    }))}
  />
);

/**
 * Shipping category: asked where something is posted and it is not a gift's goods alone, whose zone is asked at
 * check-out.
 */
export const ShippingPart = ({ builder: { chosen, choose, allowed, pricing, swag }, t }: Props) => {
  const { medium, purpose, term } = chosen;
  if (medium === 'digital' && (purpose === 'gift' || postedGoods(swag, chosen) === 0)) return null;
  const legend = medium === 'digital' ? 'subscribe.shipping_goods' : purpose === 'gift' ? 'subscribe.shipping_gift' : 'subscribe.shipping';
  return (
    <ChoiceCards
      legend={t(legend)}
      name="shipping"
      across={3}
      value={chosen.shipcode}
      onChange={(shipcode) => choose({ shipcode })}
      cards={SHIPCODES.map((shipcode) => {
        const deliverable = deliverableOf(medium, shipcode);
        const postage = termShipping(pricing, { deliverable, term });
        return {
          value: shipcode,
          title: t(`subscribe.zone_${shipcode}`),
          ...(medium === 'print' && {
            text: postage === 0 ? t('subscribe.shipping_free') : t('subscribe.shipping_more', { price: formatCents(postage) }),
          }),
          disabled: !allowed.deliverables.has(deliverable) && chosen.shipcode !== shipcode,
          why: t('subscribe.coupon_not_this'),
        };
      })}
    />
  );
};

export const GiftsPart = ({ builder: { chosen, choose, errorOf }, t }: Props) => {
  const error = useId();
  if (chosen.purpose !== 'gift') return null;
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('subscribe.gifts')}</h2>
      <p className={styles.hint}>{t('subscribe.gifts_hint')}</p>
      <Quantity
        label={t('subscribe.gifts')}
        min={1}
        max={MAX_GIFTS}
        value={chosen.gifts}
        onChange={(gifts) => choose({ gifts })}
        texts={{ more: t('subscribe.more'), fewer: t('subscribe.fewer') }}
      />
      <FieldError id={error}>{errorOf('gifts')}</FieldError>
    </section>
  );
};
