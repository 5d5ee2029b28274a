import { type ReactNode, useEffect, useRef } from 'react';
import { Notice, type NoticeKind } from '@newsstand/ui/notice';
import { scrollToNotice } from './use-send.ts';

type Props = { kind?: NoticeKind; title?: ReactNode; children?: ReactNode };

/** What has been done or has happened, where the reader finds it: a form may be longer than the screen, so it is scrolled to, and the focus goes there. */
export const Said = ({ kind = 'success', title, children }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    scrollToNotice(place.current);
    place.current.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice kind={kind} title={title}>
        {children}
      </Notice>
    </div>
  );
};
