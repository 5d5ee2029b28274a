import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { bringWhatIsWrongIntoView } from '@newsstand/ui/form-errors';
import { LOGIN_PASSWORD } from '@newsstand/ui/login-offer';
import type { CheckoutFlow } from './checkout-flow.ts';

/** Section 9: form messages scroll to 136 px below the top. */
const SCROLL_OFFSET = 136;

/**
 * Brings the first field that is wrong into view (section 5), or the message where none is, and where the address has
 * an account, the focus to its password. Answers the form's ref.
 */
export const useErrorInView = ({ problem, errors }: Pick<CheckoutFlow, 'problem' | 'errors'>): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  const show = useEffectEvent(() => {
    if (!form.current) return;
    bringWhatIsWrongIntoView(form.current, SCROLL_OFFSET);
    if (Object.keys(errors).length === 0) return;
    // The address is in view with what is wrong with it; what is wanted now is its password.
    form.current.querySelector<HTMLInputElement>(`[name=${LOGIN_PASSWORD}]`)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (problem) show();
  }, [problem]);
  return form;
};
