import { ownPath } from '@newsstand/ui/messages';
import { type RefObject, useEffect, useState } from 'react';
import { bringWhatIsWrongIntoView } from '@newsstand/ui/form-errors';
import { sortErrors, type SortedErrors } from '@newsstand/ui/sort-errors';
import type { MembershipItem } from './calls.ts';
import { placeIn, type Places } from './places.ts';
import type { Widget } from './widget.ts';

/** Section 9: form messages stand this far below the top. */
export const SCROLL_OFFSET = 136;

/** Section 4: from choosing to being in the cart. What was chosen stays through a failure. */
export type Sending = { type: 'choosing' } | { type: 'sending' } | { type: 'refused'; shown: SortedErrors } | { type: 'completed' };

type Options = {
  widget: Widget;
  form: RefObject<HTMLFormElement | null>;
  places: Places;
  failed: string;
  /** Called once it is in the cart, before the page is left. */
  added?(): void;
};

/**
 * Puts what was chosen into the cart, tells the page's other widgets, and goes on to check-out or stays (section 2, now
 * or later).
 */
export const useSendMembership = ({ widget: { api, context }, form, places, failed, added }: Options) => {
  const [sending, setSending] = useState<Sending>({ type: 'choosing' });
  useEffect(() => {
    if (sending.type === 'refused' && form.current) bringWhatIsWrongIntoView(form.current, SCROLL_OFFSET);
  }, [sending, form]);

  const send = async (item: MembershipItem, when: 'now' | 'later') => {
    if (sending.type === 'sending') return;
    setSending({ type: 'sending' });
    const answer = await api('addToCart', { body: { type: 'membership', item } });
    if (!answer.ok) {
      const broken = answer.status >= 500;
      return setSending({ type: 'refused', shown: broken ? { fields: {}, general: failed } : sortErrors(answer.refusal, placeIn(places)) });
    }
    context.updateCart(answer.data);
    context.setState('completed');
    added?.();
    if (when === 'now') return location.assign(ownPath('/store/checkout'));
    setSending({ type: 'completed' });
  };
  return {
    sending,
    send,
    /** What is changed afterwards is a new choice: messages about the old one go. */
    changed: () => setSending((before) => (before.type === 'sending' ? before : { type: 'choosing' })),
    errorOf: (field: string) => (sending.type === 'refused' ? sending.shown.fields[field] : undefined),
  };
};
