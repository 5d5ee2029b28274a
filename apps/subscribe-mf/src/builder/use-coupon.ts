import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Coupon, couponText, unable } from '@newsstand/contracts/coupon';
import type { ResultOf } from '@newsstand/ui/call-table';
import { bringWhatIsWrongIntoView } from '@newsstand/ui/form-errors';
import type { Api, calls } from '../calls.ts';
import { SCROLL_OFFSET } from '../send-membership.ts';
import type { Entered, Entering } from './apply-coupon.ts';
import { refusalText } from './refusal-text.ts';
import type { Start } from './start.ts';

/**
 * What the coupon field holds; `error` is why the last code was refused. `changed`: the code that was entered has
 * changed the choice.
 */
export type CouponState = { typed: string; busy: boolean; entered: Entered | null; error: string | null; changed: boolean };

const blank: CouponState = { typed: '', busy: false, entered: null, error: null, changed: false };

type Answer = ResultOf<(typeof calls)['coupon']>;

type Options = {
  api: Api;
  start: Start;
  /** Tries the coupon on what is chosen, and changes the choice where the coupon asks for it. */
  enter: (code: string, coupon: Coupon | null) => Entering;
};

/**
 * The coupon field: a code is looked up, tried on the choice, and stays until it is removed. A refused code stays in
 * the field.
 */
export const useCoupon = ({ api, start, enter }: Options) => {
  const [state, setState] = useState<CouponState>({
    typed: start.code,
    busy: start.lookUp !== null,
    entered: start.entered,
    error: start.error,
    changed: start.changed,
  });

  const receive = (code: string, answer: Answer) => {
    if (!answer.ok) return setState({ ...blank, typed: code, error: refusalText(answer.refusal.errors, code) });
    const entering = enter(code, answer.data);
    if (entering.type === 'refused') return setState({ ...blank, typed: code, error: entering.message });
    setState({ ...blank, typed: code, entered: entering.entered, changed: Object.keys(entering.change).length > 0 });
  };
  const receiveLinked = useEffectEvent(receive);
  useEffect(() => {
    const code = start.lookUp;
    if (code === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    void api('coupon', { query: { code } }, { signal }).then((answer) => !signal.aborted && receiveLinked(code, answer));
    return () => controller.abort();
  }, [api, start]);

  const apply = () => {
    const code = state.typed.trim().toUpperCase();
    if (code === '' || state.busy) return;
    setState({ ...blank, typed: code, busy: true });
    void api('coupon', { query: { code } }).then((answer) => receive(code, answer));
  };
  const held = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (state.busy || held.current === null) return;
    if (state.error !== null) bringWhatIsWrongIntoView(held.current, SCROLL_OFFSET);
    held.current = null;
  }, [state]);
  return {
    coupon: state,
    type: (typed: string) => setState((before) => ({ ...before, typed, error: null })),
    apply,
    /**
     * Whoever typed a code, or followed its link, counts on it: an order waits until it is tried, and for another look
     * at the price.
     */
    holds: ({ current }: RefObject<HTMLFormElement | null>): boolean => {
      const untried = state.entered === null && state.error === null && state.typed.trim() !== '';
      if (untried) {
        held.current = current;
        apply();
      }
      return untried;
    },
    /**
     * Looks the coupon up anew, where what it takes off may have changed: one that others have used up is off, and says
     * so.
     */
    lookAgain: async () => {
      const { entered } = state;
      if (entered === null) return;
      const answer = await api('coupon', { query: { code: entered.code } });
      if (!answer.ok) return;
      const coupon = answer.data;
      const error = coupon === null ? couponText(unable(entered.code)) : null;
      setState((before) => ({ ...before, entered: coupon && { ...entered, coupon }, error }));
    },
    remove: () => setState(blank),
  };
};
