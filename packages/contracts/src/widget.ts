import type { Cart } from './cart.ts';

/** The number of this contract between shell and remotes. A remote built for another number is not mounted. */
export const CONTRACT = 1;

/** Every widget a remote of this product mounts, as `data-widget` names it: `<remote>.<widget>`. */
export const WIDGETS = [
  'checkout.counter',
  'checkout.panel',
  'checkout.add',
  'checkout.store',
  'checkout.product',
  'checkout.table',
  'checkout.page',
  'checkout.receipt',
  'checkout.invoice',
  'mailing-list.form',
  'mailing-list.popup',
  'login.page',
  'login.header',
  'login.paywall',
  'subscribe.builder',
  'subscribe.renew',
  'subscribe.donate',
  'subscribe.redeem',
  'account.overview',
  'account.name',
  'account.email',
  'account.address',
  'account.delete-address',
  'account.payment',
  'account.subscription',
  'account.donation',
  'account.renewal',
  'account.sessions',
  'account.data',
] as const;
export type WidgetName = (typeof WIDGETS)[number];

/**
 * Widgets that show what the page's address names, a product or a token's receipt, where their element does not name it
 * itself.
 */
export const OF_THE_ADDRESS: readonly WidgetName[] = [
  'checkout.add',
  'checkout.product',
  'checkout.receipt',
  'checkout.invoice',
  'subscribe.redeem',
];

/**
 * When a widget's remote is loaded: with the page, when it nears the viewport, when the browser is idle, or when the
 * reader reaches for it.
 */
export const ACTIVATIONS = ['load', 'visible', 'idle', 'intent'] as const;
export type Activation = (typeof ACTIVATIONS)[number];

/** What a mount element says of itself in `data-state` (section 2: loading, then loaded or failed, then completed). */
export const WIDGET_STATES = ['loading', 'loaded', 'failed', 'completed'] as const;
export type WidgetState = (typeof WIDGET_STATES)[number];

/** The page's one cart store: a vanilla Zustand store that the shell owns. `cart` is null until it is known. */
export type CartStore = {
  getState(): { cart: Cart | null };
  subscribe(listener: (state: { cart: Cart | null }) => void): () => void;
};

/** What the shell hands to `mount`. */
export type MountContext = {
  contract: typeof CONTRACT;
  widget: WidgetName;
  /** Where the API is: '' for the page's own origin. */
  api: string;
  /**
   * The page's data as it came: parse it with `PageData` once, at mount. Resolves when it is there; the same promise
   * for every widget of the page.
   */
  pageData(): Promise<unknown>;
  cart: CartStore;
  /** Gives everybody a cart that the server answered: fires `update-cart` and tells other tabs. */
  updateCart(cart: Cart): void;
  /** The element's data-* attributes, `data-widget` and `data-when` included, in camelCase. */
  options: Readonly<Record<string, string | undefined>>;
  /** True when the reader's own click or key press started this mount: the widget opens at once and takes the focus. */
  intent: boolean;
  /**
   * One overlay at a time: closes the one that is open, and `close` is called when another opens. Returns what to call
   * when it closed by itself.
   */
  openOverlay(close: () => void): () => void;
  /**
   * The address of a script of somebody else's (Stripe.js, a bot check) for `script.src`, through the page's one
   * Trusted Types policy, which nobody else has; throws for hosts that are not known. Absent from a shell that was
   * deployed before it.
   */
  scriptUrl?(url: string): unknown;
  /**
   * Sets `data-state` on the mount element; the shell sets `loading`, the remote the others, and `failed` with the
   * error that made it give up.
   */
  setState(state: WidgetState, error?: unknown): void;
};

/**
 * The one thing a remote exposes (`./mount`): widget name without its remote (`panel`) to a function that mounts it and
 * returns what takes it away.
 */
export type Mount = (element: HTMLElement, context: MountContext) => () => void;
export type RemoteModule = { contract: number; mounts: Readonly<Record<string, Mount>> };

/**
 * What an error is called with which a widget gives up that has all it asked for, and of which nothing is sold: its
 * element keeps the page's words, and says in
 * `data-kept` that it keeps its room as well (`widget-rooms.ts`), lest the page move for it.
 */
export const NOT_SOLD = 'NotSold';

/**
 * With the widget's name behind it: where a browser keeps that its reader is done with a widget for good. The loader
 * does not even begin it then, unless the reader asks.
 */
export const DONE = 'newsstand:';

/**
 * Events on `document` by which the page may follow widgets; detail `{ widget, element }`, of an error with `error`,
 * and `caught: true` where the widget itself gave up and not the page in getting it.
 */
export const WIDGET_FOUND = 'widget:found';
export const WIDGET_READY = 'widget:ready';
export const WIDGET_ERROR = 'widget:error';
