import { type ReactNode, useEffect, useState } from 'react';
import { onOtherTab } from './reader-tabs.ts';

/**
 * What is about one reader does not outlive their login: whoever logs in or out in another tab, or while the browser
 * kept the page to come back to, is somebody else, for whom the page begins anew. Unless it `stays`.
 */
export const OneReader = ({ stays, children }: { stays?: () => boolean; children: ReactNode }) => {
  const [isOver, end] = useState(false);
  useEffect(
    () =>
      onOtherTab(() => {
        if (stays?.()) return;
        // Until the page is there anew, which takes as long as the line is slow.
        end(true);
        location.reload();
      }),
    [stays],
  );
  return !isOver && children;
};
