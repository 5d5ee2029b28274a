import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Address, AddressForm } from '@newsstand/contracts/address';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { DEFAULT_SHIPCODE, type Shipcode } from '@newsstand/contracts/shipcode';
import { upgradeTo } from '@newsstand/contracts/upgrade';
import type { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import { botTokens } from '@newsstand/ui/captcha';
import { handleNextAction, type PaymentHandle } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import { loadStripeClient } from '@newsstand/ui/stripe-client';
import { ADDRESS_FIELDS } from '../address/address-fields.tsx';
import { startAddress } from '../address/address-form.ts';
import { LOGGED_OUT, NOTHING, type Shown, sortErrors } from '../field-errors.ts';
import { ACCOUNT, invoicePath, receiptPath } from '../routes.ts';
import { useShown } from '../use-send.ts';
import { type Known, required } from '../widget.ts';
import { pollUpgrade } from './poll-upgrade.ts';
import type { UpgradeApi } from './upgrade-calls.ts';
import { nextStep, type Payment, type UpgradeStep } from './upgrade-step.ts';

const FIELDS = [...ADDRESS_FIELDS, 'deliverable', 'level'];

/** A payment, and what it was started for; `total` in cents. */
type Started = Payment & { deliverable: Deliverable; level: Level; total: number };
type Status = 'ready' | 'sending' | 'completing' | 'completed';

/** Holds what is chosen of one subscription, and sends it: a plain submit, or the payment of the upgrade (section 4, subscription update). */
export const useUpdate = (
  widget: Known,
  api: UpgradeApi,
  settings: SubscriptionSettings,
  places: { form: RefObject<HTMLFormElement | null>; element: RefObject<PaymentHandle | null> },
  { onCompleted, refresh }: { onCompleted(receipt: string): void; refresh(): Promise<boolean> },
) => {
  const { t, page, subscriber } = widget;
  const { subscription, options } = settings.upgrade;
  const shipping = required(page.shipping, 'shipping');
  const [deliverable, setDeliverable] = useState<Deliverable>(subscription.deliverables.active);
  const [level, setLevel] = useState<Level>(subscription.settings.level);
  const [addressMode, setAddressMode] = useState<'keep' | 'change'>('keep');
  const [drafts, setDrafts] = useState<Partial<Record<Shipcode, AddressForm>>>({});
  /** The card on record, until it turns out to be of no use (section 4, replace-card). */
  const [saved, setSaved] = useState(subscriber.payment_info?.card ? subscriber.payment_info : null);
  const [choice, setChoice] = useState<PaymentChoice>(saved ? 'use-card' : 'add-card');
  const [saveCard, setSaveCard] = useState(false);
  const [payment, setPayment] = useState<Started | null>(null);
  const [isElementReady, setElementReady] = useState(false);
  const [status, setStatus] = useState<Status>('ready');
  const [extra, setExtra] = useState<string | null>(null);
  const [anew, setAnew] = useState<'elsewhere' | 'other' | null>(null);
  const { form, element } = places;
  const [shown, say] = useShown(form);
  const gone = useRef(new AbortController());
  const tokens = useMemo(() => botTokens(page.bot_check, api), [page.bot_check, api]);

  const upgrade = upgradeTo(options, subscription, { deliverable, level });
  const total = upgrade.type === 'payable' ? upgrade.amount : 0;
  const zone = shipcodeOf(deliverable);
  const addressOn = (each: Shipcode): Address | null => settings.subscriber.addresses[each];
  /** Another address for the same settings is a change, too: a plain submit. */
  const isAddressTyped = zone !== null && (addressOn(zone) === null || addressMode === 'change');
  const draftOf = (each: Shipcode): AddressForm => drafts[each] ?? startAddress(addressOn(each), shipping, each);

  const stop = (next: Shown) => {
    setStatus('ready');
    say(next);
  };
  const refusePayment = (message: string) => {
    sayPaymentFailed(message);
    // Section 4: a failed payment returns to add-card.
    setChoice('add-card');
    stop({ ...NOTHING, banner: message });
  };

  const poll = async (intent: string) => {
    const { signal } = gone.current;
    setStatus('completing');
    const end = await pollUpgrade(
      async (isFirst) => {
        const answer = await api('checkoutStatus', { params: { intent_id: intent }, query: isFirst ? { reset: '1' } : {} }, { signal });
        return answer.ok ? answer.data : null;
      },
      (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    );
    if (signal.aborted) return;
    switch (end.type) {
      case 'completed':
        setStatus('completed');
        return onCompleted(end.receipt);
      case 'processing':
        setStatus('completed');
        return location.assign(invoicePath(end.invoice));
      case 'payment-failed':
        return refusePayment(end.message);
      case 'timed-out':
        setExtra(t('account.timed_out_truth'));
        return stop({ ...NOTHING, banner: t('account.timed_out', { support_address: page.publication.support_address }) });
      case 'unexpected':
        return stop({ ...NOTHING, banner: t('account.unexpected') });
    }
  };
  const authorize = async ({ intent, keys }: Payment) => {
    const stripe = await loadStripeClient({ pubkey: keys.pubkey, script: page.stripe.script });
    const outcome = await handleNextAction(stripe, keys.secret);
    return outcome.ok ? poll(intent) : refusePayment(outcome.message);
  };
  const confirm = async ({ intent }: Payment) => {
    if (!element.current) throw new Error('There is no payment element to pay with.');
    const outcome = await element.current.confirm(location.href);
    return outcome.ok ? poll(intent) : refusePayment(outcome.message);
  };
  const begin = (next: Payment) => {
    setPayment({ ...next, deliverable, level, total });
    if (next.intent !== payment?.intent) setElementReady(false);
  };
  const take = async (step: UpgradeStep): Promise<void> => {
    switch (step.type) {
      case 'updated':
        setStatus('completed');
        return location.assign(ACCOUNT);
      case 'receipt':
        setStatus('completed');
        return location.assign(receiptPath(step.receipt));
      case 'poll':
        return poll(step.intent);
      case 'authorize':
        return authorize(step.payment);
      case 'pay':
        begin(step.payment);
        if (step.known) return confirm(step.payment);
        // The card was typed for a payment that is no more: without a word it would just be gone.
        if (payment)
          setAnew(payment.deliverable === deliverable && payment.level === level && payment.total === total ? 'elsewhere' : 'other');
        return stop(NOTHING);
      case 'replace-card':
        if (step.payment) begin(step.payment);
        setSaved(null);
        return refusePayment(step.message + t('account.replace_card'));
      case 'message':
        return stop({ ...NOTHING, banner: step.message });
      case 'outdated': {
        const isShown = await refresh();
        const isChanged = isShown && typeof step.errors === 'string';
        if (isChanged) return stop({ ...NOTHING, banner: t('account.update_conflict') });
        return stop(sortErrors({ status: 409, refusal: { errors: step.errors } }, FIELDS));
      }
      case 'logged-out':
        return stop(sortErrors({ status: LOGGED_OUT, refusal: { errors: step.errors } }, FIELDS));
      case 'errors': {
        const next = sortErrors({ status: 422, refusal: { errors: step.errors } }, FIELDS);
        // Section 8: an address error forces the change-address mode.
        if (ADDRESS_FIELDS.some((field) => next.fields[field] !== undefined)) setAddressMode('change');
        return stop(next);
      }
      case 'failed':
        return stop({ ...NOTHING, failed: true });
    }
  };

  const run = async () => {
    setStatus('sending');
    setExtra(null);
    setAnew(null);
    say(NOTHING);
    const isNewCard = total > 0 && choice === 'add-card';
    if (payment && isNewCard) {
      // Before anything is waited for: a wallet opens only in the reader's own click.
      const checked = await element.current?.check();
      if (checked?.ok === false) return refusePayment(checked.message);
    }
    const shipcode = zone ?? DEFAULT_SHIPCODE;
    // Only what is paid for asks whether somebody is human.
    const captcha = total > 0 ? await tokens.take().catch(reportAndForget) : undefined;
    if (captcha === null) return stop({ ...NOTHING, banner: t('account.bot_check_failed') });
    const outcome = await api('updateSubscription', {
      query: { captcha },
      body: {
        form: {
          name: subscriber.account.name,
          email: subscriber.account.email,
          address: isAddressTyped ? draftOf(zone) : null,
          shipcode,
          invoice: payment?.intent ?? null,
          customer: total > 0 ? choice : 'add-card',
          save_card: isNewCard && saveCard,
          total,
        },
        shipcode,
        subscription: { token: subscription.token, deliverable, level },
        versions: {
          subscription: settings.upgrade.version,
          address: zone === null ? undefined : settings.subscriber.address_versions?.[zone],
        },
      },
    });
    return take(nextStep(outcome, payment && isNewCard ? payment : null));
  };
  const guarded = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => {
      reportError(error);
      if (!gone.current.signal.aborted) stop({ ...NOTHING, failed: true });
    });

  // The next click will need one: the work is done while the reader looks on.
  const isWanted = total > 0 && status === 'ready';
  useEffect(() => {
    if (isWanted) tokens.prepare();
  }, [isWanted, tokens]);

  const comeBack = useEffectEvent((intent: string) => guarded(() => poll(intent)));
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    const url = new URL(location.href);
    const intent = url.searchParams.get('payment_intent');
    if (intent) {
      for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status']) url.searchParams.delete(name);
      history.replaceState(history.state, '', url);
      comeBack(intent);
    }
    return () => controller.abort();
  }, []);

  return {
    deliverable,
    level,
    upgrade,
    addressMode,
    isAddressTyped,
    isChange: upgrade.type !== 'unchanged' || isAddressTyped,
    saved,
    choice,
    saveCard,
    payment,
    status,
    extra,
    /** Why the payment begins anew, where it does: another window was quicker, or the reader wants something else now. */
    anew,
    shown,
    addressOn,
    draftOf,
    errorOf: (field: string): string | undefined => shown.fields[field],
    /** The payment element, where one is needed now, can be filled in. */
    isReady: payment === null || choice === 'use-card' || total === 0 || isElementReady,
    chooseDeliverable: (next: Deliverable) => {
      setDeliverable(next);
      say(NOTHING);
    },
    chooseLevel: (next: Level) => {
      setLevel(next);
      say(NOTHING);
    },
    chooseAddressMode: setAddressMode,
    chooseCard: setChoice,
    chooseSaveCard: setSaveCard,
    onElementReady: () => setElementReady(true),
    typeAddress: (each: Shipcode, typed: AddressForm) => setDrafts({ ...drafts, [each]: typed }),
    submit: () => {
      if (status === 'ready') guarded(run);
    },
  };
};
export type Update = ReturnType<typeof useUpdate>;

const reportAndForget = (error: unknown): null => {
  reportError(error);
  return null;
};
