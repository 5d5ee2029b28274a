import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type Address, ADDRESS_PARTS, type TypedAddress } from '@newsstand/contracts/address';
import { botChallenge } from '@newsstand/contracts/bot-check';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { checkoutStatus } from '@newsstand/contracts/checkout-endpoints';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { upgradeTo } from '@newsstand/contracts/upgrade';
import { type SubscriptionSettings, subscriptionSettings, updateSubscription } from '@newsstand/contracts/upgrade-endpoints';
import type { TableApi } from '@newsstand/ui/call-table';
import { botTokens } from '@newsstand/ui/captcha';
import type { PaymentHandle } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import {
  authorizePayment,
  followPayment,
  type Payment,
  type PaymentEvent,
  type PaymentPorts,
  type PaymentProblem,
  payWithElement,
} from '@newsstand/ui/payment-flow';
import { pendingPayment, type PendingPayment } from '@newsstand/ui/pending-payment';
import type { Stored } from '@newsstand/ui/stored';
import { usePaymentFlow } from '@newsstand/ui/use-payment-flow';
import { startAddress } from '../address/address-form.ts';
import { LOGGED_OUT, NOTHING, type Shown, sortErrors } from '../field-errors.ts';
import { goToAccountSaying } from '../left.ts';
import { invoicePath, receiptPath } from '../routes.ts';
import { useShown } from '../use-send.ts';
import { type Known, required } from '../widget.ts';
import { nextStep, type UpgradeStep } from './upgrade-step.ts';

/** The calls of the page that changes one subscription. */
export const upgradeCalls = { subscriptionSettings, updateSubscription, botChallenge, checkoutStatus };
export type UpgradeApi = TableApi<typeof upgradeCalls>;

const FIELDS = [...ADDRESS_PARTS, 'deliverable', 'level'];

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
  const [drafts, setDrafts] = useState<Partial<Record<Shipcode, TypedAddress>>>({});
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
  const tokens = useMemo(() => botTokens(page.bot_check, api), [page.bot_check, api]);

  const upgrade = upgradeTo(options, subscription, { deliverable, level });
  const total = upgrade.type === 'payable' ? upgrade.amount : 0;
  const zone = shipcodeOf(deliverable);
  const addressOn = (each: Shipcode): Address | null => settings.subscriber.addresses[each];
  /** Another address for the same settings is a change, too: a plain submit. */
  const isAddressTyped = zone !== null && (addressOn(zone) === null || addressMode === 'change');
  const draftOf = (each: Shipcode): TypedAddress => drafts[each] ?? startAddress(addressOn(each), shipping, each);

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

  const hear = (event: PaymentEvent) => {
    switch (event.type) {
      case 'sending':
      case 'completing':
      case 'completed':
        return setStatus(event.type);
      case 'refreshed':
        return;
      case 'failed':
        // Section 4: a failed payment returns to add-card.
        if (event.unpaid) setChoice('add-card');
        return stop({ ...NOTHING, banner: textOf(event.problem) });
    }
  };
  const textOf = (problem: PaymentProblem): string => {
    switch (problem.type) {
      case 'message':
        return problem.message;
      case 'timed-out':
        setExtra(t('account.timed_out_truth'));
        return t('account.timed_out', { support_address: page.publication.support_address });
      case 'unexpected':
        return t('account.unexpected');
      case 'interrupted':
        return t('account.payment_interrupted');
    }
  };
  const kept = useMemo(() => keptWhereConfirming(`upgrade-payment:${subscription.token}`), [subscription.token]);
  const { run } = usePaymentFlow(
    {
      api,
      stripe: page.stripe,
      kept,
      hear,
      completed: onCompleted,
      processing: (invoice) => location.assign(invoicePath(invoice)),
      failed: () => stop({ ...NOTHING, failed: true }),
    },
    element,
  );
  const begin = (next: Payment) => {
    setPayment({ ...next, deliverable, level, total });
    if (next.intent !== payment?.intent) setElementReady(false);
  };
  const take = async (step: UpgradeStep, ports: PaymentPorts): Promise<void> => {
    switch (step.type) {
      case 'updated':
        setStatus('completed');
        return goToAccountSaying('subscription-updated');
      case 'receipt':
        setStatus('completed');
        return location.assign(receiptPath(step.receipt));
      case 'poll':
        return followPayment(ports, { intent: step.intent, keys: null, confirming: true, message: step.message });
      case 'authorize':
        return authorizePayment(ports, { ...step.payment, confirming: true });
      case 'pay':
        begin(step.payment);
        if (step.known) return payWithElement(ports, { ...step.payment, total }, payment?.total);
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
        if (ADDRESS_PARTS.some((field) => next.fields[field] !== undefined)) setAddressMode('change');
        return stop(next);
      }
      case 'failed':
        return stop({ ...NOTHING, failed: true });
    }
  };

  const send = async (ports: PaymentPorts): Promise<void> => {
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
    const shipcode = zone ?? widget.page.publication.settings.default_shipcode;
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
    return take(nextStep(outcome, payment && isNewCard ? payment : null), ports);
  };

  // The next click will need one: the work is done while the reader looks on.
  const isWanted = total > 0 && status === 'ready';
  useEffect(() => {
    if (isWanted) tokens.prepare();
  }, [isWanted, tokens]);

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
    typeAddress: (each: Shipcode, typed: TypedAddress) => setDrafts({ ...drafts, [each]: typed }),
    submit: () => {
      if (status === 'ready') void run(send);
    },
  };
};
export type Update = ReturnType<typeof useUpdate>;

const reportAndForget = (error: unknown): null => {
  reportError(error);
  return null;
};

/** Only what may have been paid is looked for after a reload: what it was started for is not in the tab. */
const keptWhereConfirming = (what: string): Stored<PendingPayment> => {
  const kept = pendingPayment(what);
  return { ...kept, write: (payment) => (payment.confirming ? kept.write(payment) : kept.clear()) };
};
