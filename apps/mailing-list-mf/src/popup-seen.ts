import { POPUP_SEEN } from '@newsstand/contracts/mailing-list';

/**
 * Section 4: the popup shows once. Where the browser keeps nothing, it counts as seen: a popup on every page would be
 * worse than none.
 */
export const popupSeen = (): boolean => {
  try {
    return localStorage.getItem(POPUP_SEEN) !== null;
  } catch {
    return true;
  }
};

/**
 * The loader asks for it before it fetches anything. Storage may be forbidden or full: then the popup says itself that
 * it was seen, or comes once more.
 */
export const rememberPopup = (): void => {
  try {
    localStorage.setItem(POPUP_SEEN, '1');
  } catch {
    // Nothing else depends on it.
  }
};
