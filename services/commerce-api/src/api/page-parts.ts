import type { PageName } from '@newsstand/contracts/page-data';
import { type WidgetName, WIDGETS } from '@newsstand/contracts/widget';

/**
 * What a page's data may hold beside what every page has: a part is read and sent where a widget of the page needs it.
 */
export type PagePart =
  | 'goods'
  | 'held_issues'
  | 'product'
  | 'last_order'
  | 'receipt'
  | 'invoice'
  | 'payment_info'
  | 'shipping'
  /** Section 9: a donation shows all countries. */
  | 'shipping_everywhere'
  | 'subscribe'
  | 'renew'
  | 'redeem'
  | 'subscriber'
  | 'lists';

const BUILDER: readonly PagePart[] = ['shipping', 'subscribe', 'renew'];

/** The parts that each widget reads, whatever page it stands on. */
const PARTS: Readonly<Record<WidgetName, readonly PagePart[]>> = {
  'checkout.counter': [],
  'checkout.panel': [],
  'checkout.add': ['goods', 'held_issues'],
  'checkout.store': ['goods'],
  'checkout.product': ['goods', 'product'],
  'checkout.table': [],
  'checkout.page': ['shipping', 'last_order'],
  'checkout.receipt': ['receipt'],
  'checkout.invoice': ['invoice', 'payment_info'],
  'mailing-list.form': ['lists'],
  'mailing-list.popup': ['lists'],
  'login.page': [],
  'login.header': [],
  'login.paywall': [],
  'subscribe.builder': BUILDER,
  'subscribe.renew': [...BUILDER, 'payment_info'],
  'subscribe.donate': ['shipping_everywhere', 'subscribe'],
  'subscribe.redeem': ['shipping', 'redeem', 'renew', 'payment_info'],
  'account.overview': ['subscriber'],
  'account.name': ['subscriber'],
  'account.email': ['subscriber'],
  'account.address': ['shipping', 'subscriber'],
  'account.delete-address': ['shipping', 'subscriber'],
  'account.payment': ['subscriber'],
  'account.subscription': ['shipping', 'subscriber'],
  'account.donation': ['subscriber'],
  'account.renewal': ['subscriber'],
  'account.sessions': ['subscriber'],
  'account.data': ['subscriber'],
};

/** The parts of a page by its name alone, where nobody says which widgets stand on it. */
const PARTS_BY_NAME: Readonly<Record<PageName, readonly PagePart[]>> = {
  front: PARTS['checkout.add'],
  article: PARTS['checkout.add'],
  store: ['goods'],
  product: PARTS['checkout.product'],
  checkout: PARTS['checkout.page'],
  receipts: PARTS['checkout.receipt'],
  invoice: PARTS['checkout.invoice'],
  'mailing-list': PARTS['mailing-list.form'],
  subscribe: PARTS['subscribe.builder'],
  renew: PARTS['subscribe.renew'],
  redeem: PARTS['subscribe.redeem'],
  donate: PARTS['subscribe.donate'],
  login: [],
  'institutional-subscriptions': [],
  account: PARTS['account.overview'],
  'account-name': PARTS['account.name'],
  'account-email': PARTS['account.email'],
  'account-address': PARTS['account.address'],
  'account-payment': PARTS['account.payment'],
  'account-subscription': PARTS['account.subscription'],
  'account-donation': PARTS['account.donation'],
};

/**
 * Widgets that make the page theirs, wherever a CMS puts them: readers who check out are asked for nothing else, and
 * who logs in goes on from there.
 */
const PAGES: readonly (readonly [WidgetName, PageName])[] = [
  ['checkout.page', 'checkout'],
  ['login.page', 'login'],
];

/**
 * What a page needs: by the widgets that stand on it (`checkout.panel,subscribe.donate`; names of others' are passed
 * over), or else by its name.
 */
export const pageNeeds = (name: PageName, widgets: string): { page: PageName; parts: Set<PagePart>; widgets: WidgetName[] } => {
  const asked = widgets.split(',');
  const standing = WIDGETS.filter((widget) => asked.includes(widget));
  const parts = new Set(standing.length > 0 ? standing.flatMap((widget) => PARTS[widget]) : PARTS_BY_NAME[name]);
  const own = PAGES.find(([widget]) => standing.includes(widget));
  return { page: name === 'article' && own ? own[1] : name, parts, widgets: WIDGETS.filter((widget) => hasAll(parts, PARTS[widget])) };
};

/**
 * The countries of a purchase are among those of a donation, and their zones are not: a widget that names one will not
 * do with the other. A form does without the names of the lists, which only say that a tag is none of them.
 */
const hasAll = (parts: ReadonlySet<PagePart>, wanted: readonly PagePart[]): boolean =>
  wanted.every((part) => parts.has(part) || part === 'lists' || (part === 'shipping_everywhere' && parts.has('shipping')));
