import { ownPath } from '@newsstand/ui/messages';
import type { FormEvent, RefObject } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { ChoiceCards } from '../choice-cards.tsx';
import { Head } from '../head.tsx';
import type { T } from '../widget.ts';
import styles from './builder-view.module.css';
import { CouponPart } from './coupon-part.tsx';
import { DonationPart } from './donation-part.tsx';
import { GiftsPart, LevelPart, MediumPart, PurposePart, ShippingPart, TermPart } from './parts.tsx';
import { Summary } from './summary.tsx';
import { SwagPart } from './swag-part.tsx';
import type { Builder } from './use-builder.ts';
import type { Choosing } from './use-choice.ts';

type Props = { builder: Builder; cart: Cart; t: T; form: RefObject<HTMLFormElement | null> };

/** The subscription builder (section 2): what to choose on one side, what it costs always in view. */
export const BuilderView = ({ builder, cart, t, form }: Props) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    builder.submit();
  };
  const part = { builder, t };
  return (
    <form ref={form} className={styles.page} onSubmit={submit} noValidate>
      <Head title={t('subscribe.title')} intro={t('subscribe.intro')} />
      <div className={styles.choices}>
        {!builder.hidden && builder.couponFirst && (
          <div className={styles.first}>
            <CouponPart {...part} />
          </div>
        )}
        <PurposePart {...part} />
        {builder.hidden ? (
          <HaveAccount {...part} />
        ) : (
          <>
            <MediumPart {...part} />
            <TermPart {...part} />
            <LevelPart {...part} />
            <ShippingPart {...part} />
            <GiftsPart {...part} />
            <SwagPart {...part} />
            <DonationPart {...part} />
            {!builder.couponFirst && <CouponPart {...part} />}
            <WhenPart {...part} />
          </>
        )}
      </div>
      {!builder.hidden && <Summary {...part} cart={cart} />}
    </form>
  );
};

/**
 * Section 2: a logged-in subscriber who picks personal has an account already, and is sent to a gift or to the renewal.
 */
const HaveAccount = ({ builder, t }: { builder: Builder; t: T }) => (
  <Notice kind="info" title={t('subscribe.have_account')}>
    <p>{t(builder.lifetime ? 'subscribe.have_lifetime_text' : 'subscribe.have_account_text')}</p>
    <p className={styles.ways}>
      {!builder.lifetime && <LinkButton href={ownPath('/subscribe/renew')}>{t('subscribe.renew_instead')}</LinkButton>}
      <Button kind="secondary" onClick={() => builder.choose({ purpose: 'gift' })}>
        {t('subscribe.give_instead')}
      </Button>
    </p>
  </Notice>
);

export const WhenPart = ({ builder: { chosen, choose, flags }, t }: { builder: Choosing; t: T }) =>
  flags.checkout_later && (
    <ChoiceCards
      legend={t('subscribe.when')}
      name="when"
      across={2}
      value={chosen.when}
      onChange={(when) => choose({ when })}
      cards={[
        { value: 'now', title: t('subscribe.now') },
        { value: 'later', title: t('subscribe.later'), text: t('subscribe.later_hint') },
      ]}
    />
  );
