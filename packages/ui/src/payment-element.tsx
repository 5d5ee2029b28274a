import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import type { Appearance, Stripe, StripeElements, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import type { Keys } from '@newsstand/contracts/checkout';
import type { PaymentMethod } from '@newsstand/contracts/publication-info';
import styles from './payment-element.module.css';

/**
 * How a payment step ended in the browser; whether the order is paid is for the server to say. `message` is the
 * provider's own (section 8).
 */
export type PaymentOutcome = { ok: true } | { ok: false; message: string; code?: string };

export type PaymentHandle = {
  /**
   * Checks what was entered and opens the wallet, if one was chosen: call it in the reader's own click, before anything
   * is waited for.
   */
  check(): Promise<PaymentOutcome>;
  /** Reads the payment's amount again: call it when the server has changed it since the element came. */
  refresh(): Promise<PaymentOutcome>;
  /** Pays with what was checked; `returnUrl` (absolute) is where a bank that takes the reader away sends them back. */
  confirm(returnUrl: string): Promise<PaymentOutcome>;
  /**
   * Saves what was checked, where the keys are those of a card set-up (section 7: account/card and donation/setup);
   * `returnUrl` as above.
   */
  save(returnUrl: string): Promise<PaymentOutcome>;
  handleNextAction(secret: string): Promise<PaymentOutcome>;
};

type Props = {
  keys: Keys;
  /** What is offered, in this order (section 9); a wallet that is not among them is not shown. */
  methods: readonly PaymentMethod[] | undefined;
  stripe: Stripe;
  onReady: () => void;
  onError: (message: string) => void;
  appearance?: Appearance;
  ref?: Ref<PaymentHandle>;
};

/** Where the card is entered: the provider's own frame, with the publication's methods in its order (section 9). */
export const PaymentElement = ({ keys, methods = DEFAULT_METHODS, stripe, onReady, onError, appearance, ref }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<StripeElements>(null);
  const ready = useEffectEvent(onReady);
  const failed = useEffectEvent(onError);
  const settings = useEffectEvent(() => settingsOf(methods));
  const look = useEffectEvent((node: HTMLElement) => appearance ?? themeOf(node));

  useEffect(() => {
    if (!place.current) return;
    const elements = stripe.elements({ clientSecret: keys.secret, appearance: look(place.current) });
    const element = elements.create('payment', settings());
    element.on('ready', () => ready());
    element.on('loaderror', ({ error }) => failed(error.message ?? error.type));
    element.mount(place.current);
    mounted.current = elements;
    return () => {
      mounted.current = null;
      element.destroy();
    };
  }, [stripe, keys.secret]);

  useImperativeHandle(
    ref,
    () => ({
      check: () => check(there(mounted.current)),
      refresh: () => refresh(there(mounted.current)),
      confirm: (returnUrl) => confirm(stripe, there(mounted.current), returnUrl),
      save: (returnUrl) => save(stripe, there(mounted.current), returnUrl),
      handleNextAction: (secret) => handleNextAction(stripe, secret),
    }),
    [stripe],
  );

  // data-foreign: the reset leaves what the provider puts in here alone.
  return <div ref={place} className={styles.place} data-foreign="" />;
};

/** What a service that does not say offers (section 9). */
const DEFAULT_METHODS: readonly PaymentMethod[] = ['card', 'apple_pay', 'google_pay'];

const settingsOf = (methods: readonly PaymentMethod[]): StripePaymentElementOptions => {
  const shows = (method: PaymentMethod) => (methods.includes(method) ? 'auto' : 'never');
  return {
    layout: 'accordion',
    paymentMethodOrder: [...methods],
    wallets: { applePay: shows('apple_pay'), googlePay: shows('google_pay') },
  };
};

const there = (elements: StripeElements | null): StripeElements => {
  if (!elements) throw new Error('The payment element is not there yet: wait for onReady.');
  return elements;
};

const check = async (elements: StripeElements): Promise<PaymentOutcome> => {
  const { error } = await elements.submit();
  return error ? refused(error) : { ok: true };
};

const refresh = async (elements: StripeElements): Promise<PaymentOutcome> => {
  const { error } = await elements.fetchUpdates();
  return error ? refused(error) : { ok: true };
};

const confirm = async (stripe: Stripe, elements: StripeElements, returnUrl: string): Promise<PaymentOutcome> => {
  const { error } = await stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams: { return_url: returnUrl } });
  return error ? refused(error) : { ok: true };
};

const save = async (stripe: Stripe, elements: StripeElements, returnUrl: string): Promise<PaymentOutcome> => {
  const { error } = await stripe.confirmSetup({ elements, redirect: 'if_required', confirmParams: { return_url: returnUrl } });
  return error ? refused(error) : { ok: true };
};

/** Lets the reader's bank authenticate a saved card (section 4, authorize-card); needs no element on the page. */
export const handleNextAction = async (stripe: Stripe, secret: string): Promise<PaymentOutcome> => {
  const { error } = await stripe.handleNextAction({ clientSecret: secret });
  return error ? refused(error) : { ok: true };
};

/**
 * Confirms a payment with a payment method on record, after a charge that the reader was not there for and whose bank
 * asks (section 4, authorize-card). `returnUrl` (absolute) is where a bank that takes the reader away sends them back.
 */
export const confirmMethod = async (stripe: Stripe, secret: string, method: string, returnUrl: string): Promise<PaymentOutcome> => {
  const { error } = await stripe.confirmPayment({
    clientSecret: secret,
    redirect: 'if_required',
    confirmParams: { payment_method: method, return_url: returnUrl },
  });
  return error ? refused(error) : { ok: true };
};

const refused = ({ message, code, type }: { message?: string; code?: string; type?: StripeError['type'] }): PaymentOutcome => ({
  ok: false,
  message: message ?? type ?? '',
  ...(code && { code }),
});

/** The provider's frame cannot see our style sheet, so it is told the theme in force here. */
const themeOf = (node: HTMLElement): Appearance => {
  const style = getComputedStyle(node);
  const token = (name: string) => style.getPropertyValue(`--ns-${name}`).trim();
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('paper'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorDanger: token('danger'),
      borderRadius: token('radius'),
      fontFamily: token('font'),
      fontSizeBase: '16px',
    },
  };
};
