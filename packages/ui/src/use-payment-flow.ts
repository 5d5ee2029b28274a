import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { checkoutStatus } from '@newsstand/contracts/checkout-endpoints';
import { takeReturn } from './bank-return.ts';
import type { TableApi } from './call-table.ts';
import { waitFor } from './fulfilment-poll.ts';
import type { PaymentHandle } from './payment-element.tsx';
import { elementPorts, type PaymentEvent, type PaymentPorts, providerPorts, resumePayment } from './payment-flow.ts';
import type { PendingPayment } from './pending-payment.ts';
import type { Stored } from './stored.ts';

/** A page that pays, and what it makes of what it is told. */
type Page = {
  api: TableApi<{ checkoutStatus: typeof checkoutStatus }>;
  /** Where the provider's script is, and whose payments are made here. */
  stripe: { script: string; pubkey: string };
  /** The token of the invoice that is paid, where it is one. */
  invoice?: string | null;
  /** Where the started payment is kept over a reload. */
  kept: Stored<PendingPayment>;
  hear(event: PaymentEvent): void;
  /** The order is paid: its receipt, by its token. */
  completed(receipt: string): void;
  /** A bank takes days: the invoice, by its token. */
  processing(invoice: string): void;
  /** What nobody foresaw (section 8). */
  failed(): void;
};

/**
 * The flow of section 4 on a page: what it needs of the world, the way back to a payment that was begun here, and not a
 * word of it once the page has gone.
 */
export const usePaymentFlow = (page: Page, element: RefObject<PaymentHandle | null>) => {
  const gone = useRef(new AbortController());
  // Here too: where storage is blocked, a reader who stays on the page can look again all the same.
  const started = useRef<PendingPayment>(null);
  const pending = () => started.current ?? page.kept.read();
  const remember = (payment: PendingPayment | null) => {
    started.current = payment;
    if (payment) page.kept.write(payment);
    else page.kept.clear();
  };

  const portsWhile = (signal: AbortSignal): PaymentPorts => {
    const here =
      <Args extends unknown[]>(tell: (...args: Args) => void) =>
      (...args: Args) => {
        signal.throwIfAborted();
        tell(...args);
      };
    return {
      ...elementPorts(element),
      ...providerPorts(page.stripe.script),
      dispatch: here(page.hear),
      completed: here(page.completed),
      processing: here(page.processing),
      status: async (intent_id, reset) => {
        const query = { ...(reset && { reset: '1' as const }), ...(page.invoice && { invoice: page.invoice }) };
        const answer = await page.api('checkoutStatus', { params: { intent_id }, query }, { signal });
        return answer.ok ? answer.data : null;
      },
      wait: (milliseconds) => waitFor(milliseconds, signal),
      remember,
    };
  };
  /** Goes a part of the flow; `signal` is aborted when the page has gone. */
  const run = async (task: (ports: PaymentPorts, signal: AbortSignal) => Promise<void> | void): Promise<void> => {
    const { signal } = gone.current;
    try {
      await task(portsWhile(signal), signal);
    } catch (error) {
      if (signal.aborted) return;
      reportError(error);
      page.failed();
    }
  };
  const resume = (payment: PendingPayment | null) => {
    if (payment) void run((ports) => resumePayment(ports, payment));
  };

  const comeBack = useEffectEvent(() => {
    // A bank's page tells in the address which payment it was; a reload finds it in the tab.
    const payment = takeReturn(page.stripe.pubkey) ?? page.kept.read();
    if (payment?.confirming) resume(payment);
  });
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    comeBack();
    return () => controller.abort();
  }, []);

  return {
    run,
    /** The payment that was started before, in this tab. */
    pending,
    /** Nothing is paid here any more. */
    forget: () => remember(null),
    /** Asks again how far it is. */
    lookAgain: () => resume(pending()),
  };
};
