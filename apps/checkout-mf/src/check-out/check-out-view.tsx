import { useEffect, useEffectEvent, useId, useRef, type FormEvent, type Ref } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Button } from '@newsstand/ui/button';
import { scrollToFirstError } from '@newsstand/ui/form-errors';
import type { PaymentHandle } from '@newsstand/ui/payment-element';
import type { CartChanges } from '../cart/use-cart-changes.ts';
import type { T } from '../page-texts.ts';
import { AccountBlock } from './account-block.tsx';
import { AddressBlock } from './address-block.tsx';
import { buttonText } from './button-text.ts';
import styles from './check-out-view.module.css';
import { canSubmit, type CheckoutFlow, isBusy } from './checkout-flow.ts';
import { type CheckoutField, type CheckoutForm, errorName } from './checkout-form.ts';
import { countryName } from './countries.ts';
import { OrderReview } from './order-review.tsx';
import { PaymentBlock } from './payment-block.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { CheckoutPage } from './read-checkout-page.ts';

/** Section 9: form messages scroll to 136 px below the top. */
const SCROLL_OFFSET = 136;

type Props = {
  page: CheckoutPage;
  cart: Cart;
  /** Where the API is. */
  base: string;
  zone: Shipcode;
  flow: CheckoutFlow;
  form: CheckoutForm;
  saveCard: boolean | null;
  changes: CartChanges;
  element: Ref<PaymentHandle>;
  t: T;
  onChange(field: CheckoutField, value: string): void;
  onChoose(choice: PaymentChoice): void;
  onSaveCard(save: boolean): void;
  onElementLoading(): void;
  onElementReady(): void;
  onElementFailed(): void;
  onSubmit(): void;
  onLookAgain(): void;
  onChangeCart(): void;
};

export const CheckOutView = (props: Props) => {
  const { page, cart, zone, flow, form, t, onChange } = props;
  const { problem, errors } = flow;
  const blocked = useId();
  const place = useRef<HTMLFormElement>(null);
  const scroll = useEffectEvent(() => {
    if (place.current && Object.keys(errors).length > 0) scrollToFirstError(place.current, SCROLL_OFFSET);
  });
  useEffect(() => {
    if (problem) scroll();
  }, [problem]);

  const busy = isBusy(flow);
  const free = cart.totals[zone].total === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit(flow) && cart.can_checkout) props.onSubmit();
  };
  const fields = { form, errors, onChange, t };
  return (
    <form className={styles.page} ref={place} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t('checkout.title')}</h1>
      {/* The words stay readable while the order is on its way, but are not to be changed. */}
      <div className={styles.details} inert={busy && flow.status !== 'loading'}>
        <AccountBlock {...fields} account={page.account ?? null} />
        {cart.address_required && page.shipping && (
          <AddressBlock {...fields} shipping={page.shipping} subscription={cart.subscription?.medium === 'print'} />
        )}
      </div>
      <aside className={styles.review}>
        <OrderReview
          cart={cart}
          base={props.base}
          lines={cart.billing[zone]}
          totals={cart.totals[zone]}
          country={countryName(page.shipping, form.country)}
          changes={props.changes}
          locked={busy}
          t={t}
          onChange={props.onChangeCart}
        />
      </aside>
      <div className={styles.payment}>
        {!free && (
          <PaymentBlock
            payment={flow.payment}
            script={page.stripe.script}
            choice={flow.choice}
            card={page.payment_info?.card ?? null}
            saveCard={props.saveCard}
            locked={busy}
            element={props.element}
            t={t}
            onChoose={props.onChoose}
            onSaveCard={props.onSaveCard}
            onLoading={props.onElementLoading}
            onReady={props.onElementReady}
            onFailed={props.onElementFailed}
          />
        )}
        {problem && (
          <ProblemNotice
            problem={problem}
            others={unshown(errors, cart.address_required)}
            support={page.publication.support_address}
            email={form.email}
            t={t}
            onLookAgain={props.onLookAgain}
          />
        )}
        <div className={styles.send}>
          <Button
            type="submit"
            className={styles.button}
            busy={busy && flow.status !== 'completed'}
            disabled={!cart.can_checkout || (!busy && !flow.sendable)}
            aria-describedby={cart.can_checkout ? undefined : blocked}
          >
            {t(buttonText(flow, free))}
          </Button>
          {!cart.can_checkout && (
            <p className={styles.blocked} id={blocked}>
              {t('checkout.cart_blocked')}
            </p>
          )}
          {page.stand_ins.map((sentence) => (
            <p key={sentence} className={styles.note}>
              {sentence}
            </p>
          ))}
        </div>
      </div>
    </form>
  );
};

const ACCOUNT_FIELDS: CheckoutField[] = ['name', 'email'];
const ADDRESS_FIELDS: CheckoutField[] = ['line1', 'line2', 'city', 'state', 'postcode', 'country'];

/** Errors of fields that have no place on the page as it is. */
const unshown = (errors: Readonly<Record<string, string>>, withAddress: boolean): string[] => {
  const shown = new Set([...ACCOUNT_FIELDS, ...(withAddress ? ADDRESS_FIELDS : [])].map(errorName));
  return Object.entries(errors).flatMap(([name, message]) => (shown.has(name) ? [] : [message]));
};
