import { type RefObject, useMemo, useState } from 'react';
import { ADDRESS_PARTS } from '@newsstand/contracts/address';
import { botChallenge } from '@newsstand/contracts/bot-check';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { checkoutStatus } from '@newsstand/contracts/checkout-endpoints';
import { type SubscriptionSettings, subscriptionSettings, updateSubscription } from '@newsstand/contracts/upgrade-endpoints';
import type { TableApi } from '@newsstand/ui/call-table';
import type { PaymentFailed, PaymentProblem } from '@newsstand/ui/payment-flow';
import { pendingPayment, type PendingPayment } from '@newsstand/ui/pending-payment';
import type { OrderRefused } from '@newsstand/ui/send-order';
import type { Stored } from '@newsstand/ui/stored';
import { usePayment, usePrepared } from '@newsstand/ui/use-payment';
import { NOTHING, type Shown } from '../shown.ts';
import { goToAccountWith } from '../go-with-outcome.ts';
import { invoicePath, receiptPath } from '../routes.ts';
import { useInView } from '../use-send.ts';
import type { Known } from '../widget.ts';
import { problemShown, updateRefused } from './update-refused.ts';
import { type Settings, useSettings } from './use-settings.ts';

/** The calls of the page that changes one subscription. */
export const upgradeCalls = { subscriptionSettings, updateSubscription, botChallenge, checkoutStatus };
export type UpgradeApi = TableApi<typeof upgradeCalls>;

const FIELDS = [...ADDRESS_PARTS, 'deliverable', 'level'];

/** What only this page has to say. */
type Own = { type: 'shown'; shown: Shown };

/** `refresh` shows what is saved now; false where it could not be asked for. */
type Page = { form: RefObject<HTMLFormElement | null>; onCompleted(receipt: string): void; refresh(): Promise<boolean> };

/**
 * Holds what is chosen of one subscription, and sends it: a plain submit, or the payment of the upgrade (section 4,
 * subscription update).
 */
export const useUpdate = (widget: Known, api: UpgradeApi, settings: SubscriptionSettings, { form, onCompleted, refresh }: Page) => {
  const { t, page, subscriber } = widget;
  const { subscription } = settings.upgrade;
  const chosen = useSettings(widget, settings);
  const { deliverable, level, total } = chosen;
  const [saveCard, setSaveCard] = useState(false);
  const kept = useMemo(() => keptWhereConfirming(`upgrade-payment:${subscription.token}`), [subscription.token]);
  const onRecord = subscriber.payment_info?.card ? subscriber.payment_info : null;
  const paying = usePayment<Own>({
    api,
    botCheck: page.bot_check,
    stripe: page.stripe,
    kept,
    saved: onRecord !== null,
    completed: onCompleted,
    gratis: (receipt) => location.replace(receiptPath(receipt)),
    done: () => goToAccountWith('subscription-updated'),
    processing: (invoice) => location.replace(invoicePath(invoice)),
  });
  const { state, dispatch, element } = paying;
  const { payment, choice, problem, status } = state;
  usePrepared(paying, total > 0);
  const { support_address } = page.publication;
  const shown = useMemo(
    () => (problem === null ? NOTHING : problem.type === 'shown' ? problem.shown : problemShown(problem, t, support_address)),
    [problem, t, support_address],
  );
  useInView(form, shown);

  const send = (captcha: string | undefined) =>
    api('updateSubscription', {
      query: { captcha },
      body: bodyOf(widget, settings, chosen, { invoice: paying.intent(), choice, saveCard }),
    });
  const refused = async (answer: OrderRefused): Promise<PaymentFailed<Own>> => {
    const shown = await updateRefused(answer, FIELDS, refresh, t('account.update_conflict'));
    // Section 8: an address error forces the change-address mode.
    if (ADDRESS_PARTS.some((field) => shown.fields[field] !== undefined)) chosen.chooseAddressMode('change');
    return { type: 'failed', problem: { type: 'shown', shown } };
  };
  const changed = () => dispatch({ type: 'changed' });

  return {
    ...chosen,
    saved: state.saved ? onRecord : null,
    choice,
    saveCard,
    payment,
    status,
    /** It is on its way; an element that loads leaves the rest as it is. */
    isBusy: status !== 'ready' && status !== 'loading',
    element,
    /** After a time-out the truth: the order is kept. */
    extra: problem?.type === 'timed-out' ? t('account.timed_out_truth') : null,
    /**
     * Why the payment begins anew, where it does: another window was quicker, or the reader wants something else now.
     */
    anew: problem?.type === 'card-again' ? (isSame(problem) ? ('elsewhere' as const) : ('other' as const)) : null,
    shown,
    errorOf: (field: string): string | undefined => shown.fields[field],
    /** The payment element, where one is needed now, can be filled in. */
    isReady: payment === null || choice === 'use-card' || total === 0 || (status !== 'loading' && state.sendable),
    chooseDeliverable: (next: Deliverable) => {
      chosen.chooseDeliverable(next);
      changed();
    },
    chooseLevel: (next: Level) => {
      chosen.chooseLevel(next);
      changed();
    },
    chooseCard: (next: typeof choice) => dispatch({ type: 'choose', choice: next }),
    chooseSaveCard: setSaveCard,
    onElementLoading: () => dispatch({ type: 'loading' }),
    onElementReady: () => dispatch({ type: 'loaded' }),
    onElementFailed: () => dispatch({ type: 'unloaded' }),
    // Only what is paid for asks whether somebody is human.
    submit: () => paying.submit({ send, refused, total, choice, subject: `${deliverable} ${level}`, checked: total > 0 }),
  };
};
export type Update = ReturnType<typeof useUpdate>;

type How = { invoice: string | null; choice: PaymentChoice; saveCard: boolean };

const bodyOf = ({ page, subscriber }: Known, { upgrade, subscriber: saved }: SubscriptionSettings, chosen: Settings, how: How) => {
  const { deliverable, level, zone, total } = chosen;
  const shipcode = zone ?? page.publication.settings.default_shipcode;
  const { name, email } = subscriber.account;
  const isPaid = total > 0;
  return {
    form: {
      name,
      email,
      address: chosen.address,
      shipcode,
      invoice: how.invoice,
      customer: isPaid ? how.choice : ('add-card' as const),
      save_card: isPaid && how.choice === 'add-card' && how.saveCard,
      total,
    },
    shipcode,
    subscription: { token: upgrade.subscription.token, deliverable, level },
    versions: { subscription: upgrade.version, address: zone === null ? undefined : saved.address_versions?.[zone] },
  };
};

const isSame = ({ before, now }: Extract<PaymentProblem, { type: 'card-again' }>): boolean =>
  before.subject === now.subject && before.total === now.total;

/** Only what may have been paid is looked for after a reload: what it was started for is not in the tab. */
const keptWhereConfirming = (what: string): Stored<PendingPayment> => {
  const kept = pendingPayment(what);
  return { ...kept, write: (payment) => (payment.confirming ? kept.write(payment) : kept.clear()) };
};
