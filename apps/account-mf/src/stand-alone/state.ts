import { refusedWith } from '@newsstand/contracts/fixtures/refusal';
import type { Subscriber } from '@newsstand/contracts/account';
import { makeAccount, makeSubscriber } from '@newsstand/contracts/fixtures/account';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import type { PageData } from '@newsstand/contracts/page-data';
import type { WidgetName } from '@newsstand/contracts/widget';

export type Given = { status?: number; body: unknown };
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

/** How often a state was shown: for each, what answers by turns begins anew. */
let shows = 0;
export const beginShow = (): void => {
  shows += 1;
};
/** How often it was asked before, since the state is shown. */
const counting = (): (() => number) => {
  let [since, asked] = [0, 0];
  return () => {
    if (since !== shows) [since, asked] = [shows, 0];
    return asked++;
  };
};

/** Each time that it is asked the next one, and the last one from then on. */
export const inTurn = (first: Given, ...others: Given[]): Answer => {
  const before = counting();
  return () => [first, ...others][Math.min(before(), others.length)] ?? first;
};

type Taken = (body: Record<string, unknown>) => Given;

/** Refused once: the same sent again is taken. */
export const refusedOnce = (status: number, refusal: unknown, taken: Taken): Answer => {
  const before = counting();
  return (body) => (before() > 0 ? taken(body) : { status, body: refusal });
};
/** Another tab was quicker. */
export const conflict = (taken: Taken): Answer =>
  refusedOnce(409, { errors: 'This was changed meanwhile, in another tab or browser.' }, taken);
/** The reader logged in long ago. */
export const oldLogin = (taken: Taken): Answer => refusedOnce(403, refusedWith('log_in_first'), taken);
/** What is on record after the other tab. */
export const recordedElsewhere = (account: Partial<Subscriber['account']>): Answer => {
  const subscriber = makeSubscriber({ account: makeAccount(account) });
  return { body: { subscriber, timetable: subscriber.timetable } };
};
export const down: Given = { status: 502, body: '<html>Bad gateway</html>' };
export const noAddresses = { addresses: { a: null, b: null, c: null } };
