import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice, type NoticeKind } from '@newsstand/ui/notice';
import { focusAt } from '@newsstand/ui/scroll-to';
import { SCROLL_OFFSET } from './use-send.ts';

type Props = {
  kind?: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** The reader has gone on typing meanwhile, and is not led away from it. */
  typing?: boolean;
};

/** What has been done or has happened, where the reader finds it. */
export const LeadingNotice = ({ kind = 'success', title, children, typing = false }: Props) => (
  <FocusOn typing={typing}>
    <Notice kind={kind} title={title}>
      {children}
    </Notice>
  </FocusOn>
);

/** Where the reader is led to: a form may be longer than the screen, so it is scrolled to, and the focus goes there. */
export const FocusOn = ({ typing = false, children }: Pick<Props, 'typing' | 'children'>) => {
  const place = useRef<HTMLDivElement>(null);
  const [leads] = useState(!typing);
  useEffect(() => {
    if (leads && place.current) focusAt(place.current, SCROLL_OFFSET);
  }, [leads]);
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  );
};
