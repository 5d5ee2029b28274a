import { POPUP_SEEN } from '@newsstand/contracts/mailing-list';

/** Section 4: the popup shows once. Where the browser keeps nothing, it counts as seen: a popup on every page would be worse than none. */
export const popupSeen = (): boolean => {
  try {
    return localStorage.getItem(POPUP_SEEN) !== null;
  } catch {
    return true;
  }
};

/** Only called after `popupSeen` could read, so the storage is there; it may be full. */
export const rememberPopup = (): void => {
  try {
    localStorage.setItem(POPUP_SEEN, new Date().toISOString());
  } catch (error) {
    reportError(error);
  }
};
