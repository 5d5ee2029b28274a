import { ownPath } from '@newsstand/ui/messages';
import type { ReactNode } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { cartCount } from '@newsstand/contracts/cart-count';
import { formatCents } from '@newsstand/contracts/money';
import { Notice } from '@newsstand/ui/notice';
import { PayBar } from '../pay-bar.tsx';
import type { T } from '../widget.ts';
import { postedGoods } from './running-price.ts';
import styles from './summary.module.css';
import type { Builder } from './use-builder.ts';
import type { Choosing } from './use-choice.ts';

/**
 * The package description and the running price (section 2). On a phone the total and the button stay at the foot of
 * the screen.
 */
export const Summary = ({ builder, cart, t }: { builder: Builder; cart: Cart; t: T }) => {
  const { chosen, sending, price } = builder;
  const { purpose } = chosen;
  return (
    <div className={styles.side}>
      <Package choice={builder} t={t}>
        {cartCount(cart) > 0 && sending.type !== 'completed' && (
          <p className={styles.note}>{t(purpose === 'personal' && cart.subscription ? 'subscribe.replaces' : 'subscribe.in_cart')}</p>
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
      </Package>
      <PayBar
        label={t('subscribe.total')}
        amount={amountOf(price, t)}
        button={t(chosen.when === 'later' ? 'subscribe.add' : 'subscribe.proceed')}
        busy={sending.type === 'sending' || builder.couponField.coupon.busy ? t('subscribe.sending') : null}
      />
    </div>
  );
};

/** What is bought, and what each part of it costs. `autorenew`: whether what is renewed will renew by itself. */
export const Package = ({
  choice,
  autorenew,
  t,
  children,
}: {
  choice: Choosing;
  autorenew?: boolean | undefined;
  t: T;
  children: ReactNode;
}) => {
  const { medium, purpose } = choice.chosen;
  const name = t(purpose === 'gift' ? 'subscribe.package_gift' : 'subscribe.package');
  return (
    <section className={styles.summary} aria-label={name}>
      <h2 className={styles.title}>{name}</h2>
      <p className={styles.package}>{t(`subscribe.package_${medium}`)}</p>
      <Lines choice={choice} t={t} />
      <p className={styles.note}>{t(renewalNote(choice, autorenew))}</p>
      {children}
    </section>
  );
};

/** The side of a page that holds the package and the bar. */
export const Side = ({ children }: { children: ReactNode }) => <div className={styles.side}>{children}</div>;

export const amountOf = ({ totals }: Choosing['price'], t: T): string =>
  totals.total === 0 ? t('subscribe.free') : formatCents(totals.total);

/** Without a payment there is no card to renew with, unless what is renewed has one. */
const renewalNote = ({ chosen: { purpose, term }, price }: Choosing, autorenew: boolean | undefined) => {
  if (purpose === 'gift') return 'subscribe.gift_ends';
  if (price.totals.total === 0 && !autorenew) return 'subscribe.free_ends';
  if (term === 'lifetime') return 'subscribe.no_renewal';
  return autorenew === false ? 'subscribe.renews_not' : 'subscribe.renews';
};

/** What the total is made of, in the order in which it was chosen. */
const Lines = ({ choice: { chosen, price, swag, couponField }, t }: { choice: Choosing; t: T }) => {
  const { medium, term, level, shipcode } = chosen;
  const { subscription, copies, goodsShipping } = price;
  const name = t('subscribe.line', { medium: t(`subscribe.${medium}`), term: t(`subscribe.${term}`) });
  const posted = postedGoods(swag, chosen) > 0;
  return (
    <dl className={styles.lines}>
      <Line label={copies > 1 ? t('subscribe.times', { name, count: copies }) : name} amount={formatCents(subscription.price * copies)}>
        {t('subscribe.rate', { level: t(`subscribe.${level}`) })}
      </Line>
      {subscription.shipping > 0 && (
        <Line label={t('subscribe.postage', { zone: t(`subscribe.zone_${shipcode}`) })} amount={formatCents(subscription.shipping)} />
      )}
      {subscription.discount > 0 && (
        <Line
          label={t('subscribe.discount', { code: couponField.coupon.entered?.code ?? '' })}
          amount={`−${formatCents(subscription.discount)}`}
        />
      )}
      {price.swag.map((line) => (
        <Line
          key={line.ref}
          label={line.quantity > 1 ? t('subscribe.times', { name: line.name, count: line.quantity }) : line.name}
          amount={formatCents(line.amount)}
        />
      ))}
      {posted && (
        <Line
          label={t('subscribe.goods_shipping')}
          amount={goodsShipping === null ? t('subscribe.at_check_out') : formatCents(goodsShipping)}
        />
      )}
      {price.donation > 0 && <Line label={t('subscribe.extra')} amount={formatCents(price.donation)} />}
      {price.totals.waived > 0 && <Line label={t('subscribe.waived')} amount={`−${formatCents(price.totals.waived)}`} />}
    </dl>
  );
};

const Line = ({ label, amount, children }: { label: string; amount: string; children?: ReactNode }) => (
  <div className={styles.line}>
    <dt>
      {label}
      {children !== undefined && <span className={styles.detail}>{children}</span>}
    </dt>
    <dd className={styles.amount}>{amount}</dd>
  </div>
);
