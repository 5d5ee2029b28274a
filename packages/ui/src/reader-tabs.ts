import { READER_CHANGED } from '@newsstand/contracts/reader-change';

/** Tells the other tabs that somebody logged in or out here. */
export const tellTabs = (): void => {
  try {
    localStorage.setItem(READER_CHANGED, crypto.randomUUID());
  } catch {
    // Storage may be forbidden: then the other tabs learn it with their next page.
  }
};

/** Calls `changed` when somebody logged in or out in another tab; returns what ends that. */
export const onOtherTab = (changed: () => void): (() => void) => {
  const heard = ({ key }: StorageEvent) => key === READER_CHANGED && changed();
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
};
