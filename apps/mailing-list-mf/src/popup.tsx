import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import type { PopupBoxProps } from './popup-box.tsx';
import { readsInPeace } from './popup-delay.ts';
import { popupSeen, rememberPopup } from './popup-seen.ts';
import { useList } from './use-list.ts';
import { useSignup } from './use-signup.ts';
import { whenQuiet } from './when-idle.ts';

/**
 * `mailing-list.popup`: the sign-up in a dialog that opens once a reader (section 4), and never on the check-out page.
 * The dialog itself comes when it is to open; where it does not come, the reader goes on reading, and another page
 * tries again.
 */
export const Popup = ({ context }: { context: MountContext }) => {
  const { input, page, t } = useList(context);
  const { signup, submit } = useSignup(input, () => context.setState('completed'));
  const [open, setOpen] = useState(false);
  const [Box, setBox] = useState<ComponentType<PopupBoxProps> | null>(null);
  const closed = useRef<(() => void) | null>(null);
  const close = () => {
    setOpen(false);
    closed.current?.();
    closed.current = null;
  };
  const unwanted = () => page.page === 'checkout' || (!context.intent && popupSeen());
  const show = useEffectEvent((box: ComponentType<PopupBoxProps>) => {
    // Another tab, or the same popup elsewhere on the page, may have shown it while this one waited.
    if (unwanted()) return;
    rememberPopup();
    closed.current = context.openOverlay(() => setOpen(false));
    setBox(() => box);
    setOpen(true);
  });
  const wait = useEffectEvent(() => {
    if (unwanted()) return undefined;
    let gone = false;
    let stop = whenQuiet(context.intent ? 0 : readsInPeace(context.options['after']), async () => {
      const box = await import(/* webpackChunkName: "popup" */ './popup-box.tsx').catch(reportError);
      // The reader may have begun something while it came.
      if (box && !gone) stop = whenQuiet(0, () => show(box.PopupBox));
    });
    return () => {
      gone = true;
      stop();
    };
  });
  useEffect(() => {
    const stop = wait();
    return () => {
      stop?.();
      closed.current?.();
    };
  }, []);

  return Box && <Box open={open} onClose={close} signup={signup} onSubmit={submit} t={t} messages={page.publication.messages} />;
};
