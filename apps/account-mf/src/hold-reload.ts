let holders = 0;

/**
 * While a form waits for its reader to log in again in another tab, the page is not reloaded by that: what is typed
 * stays. Answers how to let it go again.
 */
export const holdReload = (): (() => void) => {
  holders++;
  return () => {
    holders--;
  };
};

export const isReloadHeld = (): boolean => holders > 0;
