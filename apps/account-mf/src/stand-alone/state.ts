import type { Subscriber } from '@newsstand/contracts/account';
import { makeSubscriber } from '@newsstand/contracts/fixtures/account';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import type { PageData } from '@newsstand/contracts/page-data';
import type { WidgetName } from '@newsstand/contracts/widget';

type Given = { status?: number; body: unknown };
export type Answer = Given | ((body: Record<string, unknown>) => Given);

export type State = {
  title: string;
  widget: WidgetName;
  page: PageData | 'failed' | 'pending';
  options?: Record<string, string>;
  /** What stands in the page's address beside the state: `?token=`, `#confirm=`. */
  query?: string;
  hash?: string;
  /** What the pretended server says otherwise than usual, by method and path. */
  answers?: Record<string, Answer>;
};

export const data = (subscriber: Partial<Subscriber> | null, parts: Partial<PageData> = {}): PageData =>
  makePageData({ page: 'account', subscriber: subscriber && makeSubscriber(subscriber), ...parts });

export const screen = (
  widget: WidgetName,
  title: string,
  subscriber: Partial<Subscriber> = {},
  more: Partial<Omit<State, 'widget' | 'title' | 'page'>> = {},
): State => ({ title, widget, page: data(subscriber), ...more });

export const conflict: Given = {
  status: 409,
  body: { errors: 'This was changed in another tab or browser meanwhile. Reload the page to see it; nothing of yours was saved.' },
};
export const down: Given = { status: 502, body: '<html>Bad gateway</html>' };
export const noAddresses = { addresses: { a: null, b: null, c: null } };
