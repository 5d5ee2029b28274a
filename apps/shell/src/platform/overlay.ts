import type { MountContext } from '@newsstand/contracts/widget';

let closeOpen: (() => void) | undefined;

/** One overlay at a time: whoever opens closes the one that is open. */
export const openOverlay: MountContext['openOverlay'] = (close) => {
  const before = closeOpen;
  closeOpen = close;
  before?.();
  return () => {
    if (closeOpen === close) closeOpen = undefined;
  };
};
