import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '@newsstand/ui/notice';
import { scrollToNotice } from './use-send.ts';

/** What has been done, where the reader finds it: a form may be longer than the screen, so it is scrolled to, and the focus goes there. */
export const Done = ({ title, children }: { title?: ReactNode; children?: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    scrollToNotice(place.current);
    place.current.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice kind="success" title={title}>
        {children}
      </Notice>
    </div>
  );
};
