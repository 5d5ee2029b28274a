import { bringIntoView, scrollToOffset } from './scroll-to.ts';

const INVALID = '[aria-invalid="true"]';

/**
 * Section 5: scrolls to the first field that has an error, its label `offsetPx` below the top (section 9: 136 at
 * checkout), and puts the focus there. Call it when the errors are in the page (in an effect). Returns false where
 * there is none.
 */
export const scrollToFirstError = (container: HTMLElement, offsetPx: number): boolean => {
  const first = container.querySelector<HTMLElement>(INVALID);
  if (!first) return false;
  const field = first.closest<HTMLElement>('fieldset, label') ?? labelOf(first) ?? first;
  scrollToOffset(field, offsetPx);
  const control = first.matches('fieldset') ? first.querySelector('input') : first;
  (control ?? first).focus({ preventScroll: true });
  return true;
};

/**
 * The same, and where no field is wrong the message comes into view, unless all of it is there (section 9: 136 for form
 * messages).
 */
export const bringWhatIsWrongIntoView = (container: HTMLElement, offsetPx: number): void => {
  if (scrollToFirstError(container, offsetPx)) return;
  const message = container.querySelector('[role=alert]');
  if (message) bringIntoView(message, offsetPx);
};

/** A field begins with its label: below a header that stays, the label must be seen too. */
const labelOf = (control: HTMLElement): HTMLElement | null =>
  control.id === '' ? null : document.querySelector<HTMLElement>(`label[for="${CSS.escape(control.id)}"]`);
