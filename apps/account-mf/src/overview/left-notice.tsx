import { lazy, Suspense, useState } from 'react';
import type { Widget } from '../widget.ts';

const LeftSaid = lazy(async () => ({ default: (await import(/* webpackChunkName: "left" */ './left-said.tsx')).LeftSaid }));

/** What became of something on the page that led here; who comes by themself does not fetch it. */
export const LeftNotice = ({ widget }: { widget: Widget }) => {
  const [isLeft] = useState(() => /^#(address|card|autorenew|renewal|subscription)-/.test(location.hash));
  return (
    isLeft && (
      <Suspense fallback={null}>
        <LeftSaid widget={widget} />
      </Suspense>
    )
  );
};
