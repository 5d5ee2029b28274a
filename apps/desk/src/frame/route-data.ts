import type { DeskVerb } from '@newsstand/contracts/desk-roles';

/** Who may see a page: whoever has the verb of its main answer, or everybody who is signed in (`staff`). */
export type PageVerb = DeskVerb | 'staff';

declare module '@tanstack/react-router' {
  /** `said`: what was done on the page before, for the page that it leads to. */
  interface HistoryState {
    message?: string;
  }
  /** No page is without; of one whose address says what of it is asked for, the address says it. */
  interface StaticDataRouteOption {
    verb: PageVerb | ((params: Readonly<Record<string, string>>) => PageVerb);
  }
}
