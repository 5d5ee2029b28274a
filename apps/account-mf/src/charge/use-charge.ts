import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { charge, type ChargeStatus } from '@newsstand/contracts/charge';
import { createTableApi } from '@newsstand/ui/call-table';
import { confirmMethod } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import { takeReturn } from '@newsstand/ui/pending-payment';
import { loadStripeClient } from '@newsstand/ui/stripe-client';
import { type Shown, sortErrors } from '../field-errors.ts';
import type { Widget } from '../widget.ts';
import { followCharge } from './follow-charge.ts';

type View =
  | { type: 'loading' }
  | { type: 'unknown' }
  | { type: 'failed'; shown: Shown }
  /** `isAnswered`: the reader has pressed the button on this page, and this is the result. */
  | { type: 'known'; charge: ChargeStatus; isAnswered: boolean };

/** The notice above the button: the provider's message (section 8), the general failure, or that the bank needs more time. */
type Trouble = { type: 'refused'; message: string } | { type: 'failed' } | { type: 'waiting' };

/** One charge by the token of its letter: how it stands, and confirming it with the card on record (section 4, authorize-card). */
export const useCharge = ({ context, page }: Widget, token: string) => {
  const api = useMemo(() => createTableApi(context.api, { charge }), [context.api]);
  const [view, setView] = useState<View>({ type: 'loading' });
  const [isConfirming, setConfirming] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const gone = useRef(new AbortController());

  const ask = async (): Promise<View> => {
    const answer = await api('charge', { params: { token } }, { signal: gone.current.signal });
    if (answer.ok) return { type: 'known', charge: answer.data, isAnswered: false };
    return answer.status === 404 ? { type: 'unknown' } : { type: 'failed', shown: sortErrors(answer, []) };
  };
  const show = (next: View) => {
    if (gone.current.signal.aborted) return;
    setView(next);
    if (next.type === 'known' && next.charge.status === 'completed') context.setState('completed');
  };
  /** The result as the server sees it. A refusal by the provider counts only while the charge is still waiting. */
  const settle = async (refusal: string | null) => {
    const { signal } = gone.current;
    const asked = async () => {
      const heard = await ask();
      return heard.type === 'known' ? heard.charge : null;
    };
    const isGone = () => signal.aborted;
    const charge = refusal === null ? await followCharge({ ask: asked, wait: sleep, isGone }) : await asked();
    if (signal.aborted) return;
    if (charge) show({ type: 'known', charge, isAnswered: true });
    if (charge && charge.status !== 'authorize-card') return;
    const message = refusal ?? charge?.failure ?? null;
    if (message === null) return setTrouble({ type: 'waiting' });
    sayPaymentFailed(message);
    setTrouble({ type: 'refused', message });
  };
  const guarded = async (work: () => Promise<void>) => {
    const { signal } = gone.current;
    setTrouble(null);
    setConfirming(true);
    try {
      await work();
    } catch (error) {
      reportError(error);
      if (!signal.aborted) setTrouble({ type: 'failed' });
    }
    if (!signal.aborted) setConfirming(false);
  };
  const confirm = () =>
    guarded(async () => {
      // Another tab may have stopped or paid it since this page was opened.
      const now = await ask();
      if (now.type === 'failed') return setTrouble(now);
      if (now.type !== 'known') return show(now);
      if (now.charge.status !== 'authorize-card') return show({ ...now, isAnswered: true });
      const { keys, method } = now.charge;
      const stripe = await loadStripeClient({ pubkey: keys.pubkey, script: page.stripe.script });
      const outcome = await confirmMethod(stripe, keys.secret, method, location.href);
      await settle(outcome.ok ? null : outcome.message);
    });

  const begin = async (first: View, isBack: boolean) => {
    if (gone.current.signal.aborted) return;
    show(first);
    if (first.type !== 'known') return;
    const { charge } = first;
    if (isBack) await guarded(() => settle(null));
    else if (charge.status === 'authorize-card' && charge.failure !== null) setTrouble({ type: 'refused', message: charge.failure });
  };
  const cameBack = useEffectEvent(() => takeReturn(page.stripe.pubkey) !== null);
  const askFirst = useEffectEvent(ask);
  const begun = useEffectEvent(begin);
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    const open = async () => {
      const isBack = cameBack();
      await begun(await askFirst(), isBack);
    };
    void open();
    return () => controller.abort();
  }, []);

  return {
    view,
    trouble,
    isConfirming,
    confirm: () => {
      if (!isConfirming) void confirm();
    },
    again: async () => {
      setView({ type: 'loading' });
      await begin(await ask(), false);
    },
  };
};

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
