import { lazy, useState } from 'react';
import type { Widget } from '../widget.ts';

const OutcomeWords = lazy(async () => ({ default: (await import(/* webpackChunkName: "outcome" */ './outcome-words.tsx')).OutcomeWords }));

/** What became of something on the page that led here; who comes by themself does not fetch it. */
export const OutcomeNotice = ({ widget }: { widget: Widget }) => {
  const [hasOutcome] = useState(() => /^#(address|card|autorenew|renewal|subscription)-/.test(location.hash));
  return hasOutcome && <OutcomeWords widget={widget} />;
};
