/** How long the loader waits for a widget, in milliseconds. */
export const WATCHDOG = 8000;
