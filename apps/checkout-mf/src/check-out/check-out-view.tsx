import { ownPath } from '@newsstand/ui/messages';
import { useId, type ComponentProps, type FormEvent } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { LinkButton } from '@newsstand/ui/link-button';
import { canSubmit, isBusy } from '@newsstand/ui/payment-state';
import { RadioGroup } from '@newsstand/ui/radio-group';
import type { CartChanges } from '../cart/use-cart-changes.ts';
import type { T } from '../page-texts.ts';
import { AccountBlock } from './account-block.tsx';
import { AddressBlock } from './address-block.tsx';
import { blockedText } from './blocked-text.ts';
import styles from './check-out-view.module.css';
import { type CheckoutFlow, problemShown } from './checkout-flow.ts';
import { type CheckoutForm } from './checkout-form.ts';
import type { FormProps } from './form-props.ts';
import { FromAccountNotice } from './from-account-notice.tsx';
import { type Destination, OrderReview } from './order-review.tsx';
import { PaymentBlock } from './payment-block.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { CheckoutPage } from './read-checkout-page.ts';
import { RecipientBlock } from './recipient-block.tsx';
import { shownFields } from './shown-fields.ts';
import { SubmitButton } from './submit-button.tsx';
import { useErrorInView } from './use-error-in-view.ts';

/** What a block needs beyond what all blocks share. */
type Own<Block extends (props: never) => unknown> = Omit<Parameters<Block>[0], keyof FormProps | 't'>;

export type When = 'now' | 'later';

type Props = {
  page: CheckoutPage;
  cart: Cart;
  /** Where the API is. */
  base: string;
  zone: Shipcode;
  destination: Destination;
  flow: CheckoutFlow;
  form: CheckoutForm;
  changes: CartChanges;
  account: Own<typeof AccountBlock>;
  /** Null where nothing is posted. */
  address: Own<typeof AddressBlock> | null;
  /** Null where no gift could be posted to its recipient. */
  recipient: Own<typeof RecipientBlock> | null;
  /** Section 2: now or later; null where the publication does not allow later, or the payment has begun. */
  when: { chosen: When; onChoose(when: When): void } | null;
  /** Null where there is nothing to pay. */
  payment: Omit<ComponentProps<typeof PaymentBlock>, 'payment' | 'script' | 'methods' | 'choice' | 'locked' | 't'> | null;
  t: T;
  onChange: FormProps['onChange'];
  onSubmit(): void;
  onLookAgain(): void;
  onChangeCart(): void;
};

export const CheckOutView = (props: Props) => {
  const { page, cart, zone, flow, form, account, address, recipient, when, t, onChange } = props;
  const { errors } = flow;
  const lines = cart.billing[zone];
  const place = useErrorInView(flow);
  const busy = isBusy(flow);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (when?.chosen !== 'later' && canSubmit(flow) && cart.can_checkout) props.onSubmit();
  };
  const fields = { form, errors, onChange, t };
  return (
    <form className={styles.page} ref={place} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t('checkout.title')}</h1>
      {/* The words stay readable while the order is on its way, but are not to be changed. */}
      <div className={styles.details} inert={busy && flow.status !== 'loading'}>
        <AccountBlock {...fields} {...account} />
        {address && <AddressBlock {...fields} {...address} />}
        {recipient && <RecipientBlock {...fields} {...recipient} />}
      </div>
      <aside className={styles.review}>
        <FromAccountNotice lines={lines} t={t} />
        <OrderReview
          cart={cart}
          base={props.base}
          lines={lines}
          totals={cart.totals[zone]}
          destination={props.destination}
          recipient={recipient?.posted ? form.recipient_name.trim() || t('checkout.recipient') : null}
          changes={props.changes}
          locked={busy}
          t={t}
          onChange={props.onChangeCart}
        />
      </aside>
      <div className={styles.payment}>
        {when && (
          <RadioGroup
            label={t('checkout.when')}
            name="when"
            value={when.chosen}
            onChange={when.onChoose}
            disabled={busy}
            options={[
              { value: 'now', label: t('checkout.now') },
              { value: 'later', label: t('checkout.later'), hint: t('checkout.later_hint') },
            ]}
          />
        )}
        {props.payment && when?.chosen !== 'later' && (
          <PaymentBlock
            {...props.payment}
            payment={flow.payment}
            script={page.stripe.script}
            methods={page.publication.settings.payment_methods}
            choice={flow.choice}
            locked={busy}
            t={t}
          />
        )}
        <Problem {...props} />
        <Send {...props} />
      </div>
    </form>
  );
};

/** What stands in the order's way, with the errors whose fields are not on the page. */
const Problem = ({ page, cart, zone, flow, form, account, address, recipient, t, onLookAgain }: Props) => {
  const problem = problemShown(flow, cart.totals[zone].total);
  if (!problem) return null;
  const shown = shownFields({
    account: account.account === null ? account.wish : null,
    password: account.password,
    address: addressIsAsked(address),
    recipient: recipient?.posted === true,
  });
  return (
    <ProblemNotice
      problem={problem}
      others={Object.entries(flow.errors).flatMap(([name, message]) => (shown.has(name) ? [] : [message]))}
      support={page.publication.support_address}
      email={form.email}
      t={t}
      onLookAgain={onLookAgain}
    />
  );
};

/** The button that orders, and why it can't; of who orders later, the way back to the store. */
const Send = ({ page, cart, zone, flow, when, payment, t }: Props) => {
  const blocked = useId();
  return (
    <div className={styles.send}>
      {when?.chosen === 'later' ? (
        <LinkButton className={styles.button} href={ownPath('/store')}>
          {t('checkout.browse_store')}
        </LinkButton>
      ) : (
        <SubmitButton
          className={styles.button}
          flow={flow}
          free={payment === null}
          disabled={!cart.can_checkout}
          aria-describedby={cart.can_checkout ? undefined : blocked}
          t={t}
        />
      )}
      {!cart.can_checkout && (
        <p className={styles.blocked} id={blocked}>
          {blockedText(cart.billing[zone], t)}
        </p>
      )}
      {page.stand_ins.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
    </div>
  );
};

/** While the address on record is kept, its parts are not on the page. */
const addressIsAsked = (address: Props['address']): boolean => address !== null && (address.kept === null || address.mode === 'change');
