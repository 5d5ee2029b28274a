import { useEffect, useEffectEvent, useState } from 'react';
import { type Coupon, COUPON_MESSAGES } from '@newsstand/contracts/coupon';
import type { Errors } from '@newsstand/contracts/refusal';
import type { ResultOf } from '@newsstand/ui/call-table';
import type { Api, calls } from '../calls.ts';
import type { Entered, Entering } from './apply-coupon.ts';
import type { Start } from './start.ts';

/** What the coupon field holds; `error` is why the last code was refused. */
export type CouponState = { typed: string; busy: boolean; entered: Entered | null; error: string | null };

type Answer = ResultOf<(typeof calls)['coupon']>;

type Options = {
  api: Api;
  start: Start;
  /** Tries the coupon on what is chosen, and changes the choice where the coupon asks for it. `late`: it is the one that the page opened with. */
  enter: (code: string, coupon: Coupon | null, late: boolean) => Entering;
};

/** The coupon field: a code is looked up, tried on the choice, and stays until it is removed. A refused code stays in the field. */
export const useCoupon = ({ api, start, enter }: Options) => {
  const [state, setState] = useState<CouponState>({
    typed: start.code,
    busy: start.lookUp !== null,
    entered: start.entered,
    error: start.error,
  });

  const receive = (code: string, answer: Answer, late: boolean) => {
    if (!answer.ok) return setState({ typed: code, busy: false, entered: null, error: textOf(answer.refusal.errors, code) });
    const entering = enter(code, answer.data, late);
    const [entered, error] = entering.type === 'entered' ? [entering.entered, null] : [null, entering.message];
    setState({ typed: code, busy: false, entered, error });
  };
  const receiveLinked = useEffectEvent(receive);
  useEffect(() => {
    const code = start.lookUp;
    if (code === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    void api('coupon', { query: { code } }, { signal }).then((answer) => !signal.aborted && receiveLinked(code, answer, true));
    return () => controller.abort();
  }, [api, start]);

  const apply = () => {
    const code = state.typed.trim().toUpperCase();
    if (code === '' || state.busy) return;
    setState({ typed: code, busy: true, entered: null, error: null });
    void api('coupon', { query: { code } }).then((answer) => receive(code, answer, false));
  };
  return {
    coupon: state,
    type: (typed: string) => setState((before) => ({ ...before, typed, error: null })),
    apply,
    /** Looks the coupon up anew, where what it takes off may have changed: one that others have used up is off, and says so. */
    lookAgain: async () => {
      const { entered } = state;
      if (entered === null) return;
      const answer = await api('coupon', { query: { code: entered.code } });
      if (!answer.ok) return;
      const coupon = answer.data;
      const error = coupon === null ? COUPON_MESSAGES.unable.replace('{code}', () => entered.code) : null;
      setState((before) => ({ ...before, entered: coupon && { ...entered, coupon }, error }));
    },
    remove: () => setState({ typed: '', busy: false, entered: null, error: null }),
  };
};

const textOf = (errors: Errors, code: string): string =>
  typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? COUPON_MESSAGES.unable.replace('{code}', () => code));
