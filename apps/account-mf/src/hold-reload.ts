/**
 * While a form waits for its reader to log in again in another tab, the page is not reloaded by that: what is typed
 * stays.
 */
export const stay = { wanted: false };
