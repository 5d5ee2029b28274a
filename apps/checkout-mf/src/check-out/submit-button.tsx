import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Button } from '@newsstand/ui/button';
import { isBusy } from '@newsstand/ui/payment-state';
import { VisuallyHidden } from '@newsstand/ui/visually-hidden';
import type { T } from '../page-texts.ts';
import { buttonText } from './button-text.ts';
import type { CheckoutFlow } from './checkout-flow.ts';

type Props = Pick<ComponentProps<'button'>, 'className' | 'aria-describedby' | 'disabled'> & {
  flow: CheckoutFlow;
  /** There is nothing to pay. */
  free: boolean;
  t: T;
};

/** The button of section 4, which says how far the order is; who hears the page is told so wherever they are. */
export const SubmitButton = ({ flow, free, t, disabled = false, ...rest }: Props) => {
  const button = useRef<HTMLButtonElement>(null);
  const busy = isBusy(flow);
  // The field in which Enter sent the order is inert from now on, and would throw the focus away: it goes where a click
  // would have put it.
  useLayoutEffect(() => {
    if (busy && button.current?.form?.contains(document.activeElement)) button.current.focus();
  }, [busy]);
  const text = t(buttonText(flow, free));
  return (
    <>
      <Button
        {...rest}
        ref={button}
        type="submit"
        busy={busy && flow.status !== 'completed'}
        disabled={disabled || (!busy && !flow.sendable)}
      >
        {text}
      </Button>
      <VisuallyHidden>
        <output>{busy ? text : asksForCard(flow) ? t('checkout.payment_enter') : null}</output>
      </VisuallyHidden>
    </>
  );
};

const asksForCard = ({ payment, choice, problem, sendable }: CheckoutFlow): boolean =>
  payment !== null && choice === 'add-card' && problem === null && sendable;
