import { WIDGETS, type WidgetName } from './widget.ts';

/**
 * From this width of the element on, in px, a widget is no higher than this: a length of CSS, in which `100%` is the
 * element's width, and an `em` as large as the widget's own letters. A `rem` would be the theme's, and in many is ten
 * pixels.
 */
type Step = { from: number; height: string };

/**
 * What a page reserves for a widget before it is there, so that nothing moves when it comes: as much as its words take
 * (in a header), nothing (it opens above the page), the whole screen (what fills a page: whatever follows is below the
 * fold), or what was measured at its element's width.
 */
export type Room = 'words' | 'none' | 'page' | readonly Step[];

/**
 * Not what did not come, whose room is given up; what says that its good is not sold keeps it, with the words in it:
 * nothing moves for a word that nobody waits for.
 */
const WAITED_FOR = ':not([data-state="failed"]:not([data-kept]))';

const one = (height: string): readonly Step[] => [{ from: 0, height }];

/** Four tabs take a line each in a narrow column. */
const LOGIN: readonly Step[] = [
  { from: 0, height: '36.5em' },
  { from: 380, height: '31em' },
];

/** With the words and the subscriptions below. */
const PAYWALL: readonly Step[] = [
  { from: 0, height: '39em' },
  { from: 380, height: '34em' },
];

/**
 * Measured at columns of 280 to 1200 px, with the fonts that widgets have by themselves
 * (`packages/build/src/widget-rooms.ts`).
 */
export const ROOMS: Record<WidgetName, Room> = {
  'checkout.counter': 'words',
  'checkout.panel': 'words',
  'checkout.add': [
    { from: 0, height: '11.5em' },
    { from: 320, height: '9.25em' },
  ],
  'checkout.store': 'page',
  // A square picture, with the words below it, or beside it where they fit.
  'checkout.product': [
    { from: 0, height: '100% + 29em' },
    { from: 320, height: '100% + 24em' },
    { from: 480, height: '100% + 22em' },
    { from: 640, height: 'max(28em, 50% - 28px)' },
  ],
  'checkout.table': one('10em'),
  'checkout.page': 'page',
  'checkout.receipt': 'page',
  'checkout.invoice': 'page',
  'mailing-list.form': one('8.25em'),
  'mailing-list.popup': 'none',
  'login.page': LOGIN,
  'login.header': 'words',
  'login.paywall': PAYWALL,
  'subscribe.builder': 'page',
  'subscribe.renew': 'page',
  'subscribe.donate': 'page',
  'subscribe.redeem': 'page',
  'account.overview': 'page',
  'account.name': 'page',
  'account.email': 'page',
  'account.address': 'page',
  'account.delete-address': 'page',
  'account.payment': 'page',
  'account.subscription': 'page',
  'account.donation': 'page',
  'account.renewal': 'page',
  'account.sessions': 'page',
  'account.data': 'page',
};

/**
 * Other rooms, by what the element says of itself: a button that names its good, goods in up to five sizes, a paywall
 * of a publication with two ways to log in at most or without passwords, whose tabs take one line, and one for who is
 * known and only has to subscribe.
 */
export const OTHER_ROOMS: readonly { widget: WidgetName; option: string; room: readonly Step[] }[] = [
  {
    widget: 'checkout.add',
    option: 'data-named',
    room: [
      { from: 0, height: '11.5em' },
      { from: 400, height: '9.25em' },
    ],
  },
  {
    widget: 'checkout.add',
    option: 'data-item="sized-product"',
    room: [
      { from: 0, height: '24em' },
      { from: 320, height: '20.5em' },
      { from: 480, height: '17em' },
      { from: 600, height: '12.5em' },
    ],
  },
  {
    widget: 'checkout.product',
    option: 'data-sized',
    room: [
      { from: 0, height: '100% + 40.5em' },
      { from: 320, height: '100% + 32em' },
      { from: 480, height: '100% + 30em' },
      { from: 600, height: '100% + 24.5em' },
      { from: 640, height: '39.5em' },
      { from: 720, height: 'max(30.5em, 50% - 28px)' },
    ],
  },
  {
    widget: 'login.paywall',
    option: 'data-ways="two"',
    room: [
      { from: 0, height: '33.5em' },
      { from: 380, height: '31em' },
    ],
  },
  {
    widget: 'login.paywall',
    option: 'data-ways="no-password"',
    room: [
      { from: 0, height: '29.5em' },
      { from: 380, height: '25.75em' },
    ],
  },
  {
    widget: 'login.paywall',
    option: 'data-known',
    room: [
      { from: 0, height: '16.5em' },
      { from: 380, height: '15em' },
      { from: 480, height: '13.5em' },
    ],
  },
];

/** As the guide's table says it. */
export const roomWords = (room: Room): string => {
  if (room === 'words') return 'its words';
  if (room === 'none') return 'none (`height: 0`)';
  if (room === 'page') return 'a page';
  return room.map(({ from, height }) => (from === 0 ? height : `${height} from ${from} px`)).join('; ');
};

/**
 * A sheet that reserves all of them. Who has no scripts gets no empty rooms, and neither does who waits for what did
 * not come.
 */
export const roomsSheet = (): string => {
  const pages = WIDGETS.filter((name) => ROOMS[name] === 'page');
  const others = WIDGETS.filter((name) => typeof ROOMS[name] !== 'string');
  return scripted([
    `${named(pages)} { min-height: 100vh }`,
    ...footRules(pages.filter((name) => name !== 'checkout.store')),
    `${named(WIDGETS.filter((name) => ROOMS[name] === 'none'))} { height: 0 }`,
    // A margin of the words inside must not reach out: it would go with them. In a column that is written downwards a
    // widget's own lines are no wider than it.
    `${named([...pages, ...others])} { display: flow-root; writing-mode: horizontal-tb }`,
    `${named(others)}::before { content: ""; float: left; font-size: var(--newsstand-size, medium) }`,
    ...WIDGETS.flatMap((name) => stepped(named([name]), ROOMS[name])),
    ...OTHER_ROOMS.flatMap(({ widget, option, room }) => stepped(`[${option}]${named([widget])}`, room)),
    ...boxRules,
    ...shelfRules,
    COUNT,
  ]);
};

/**
 * A cart's count has its room before it is painted, so that the menu around it stays where it is: as much as the
 * widget gives it (`checkout-mf/src/cart/cart-mark.module.css`). A site's own style of it goes first.
 */
const COUNT = `:where([data-widget^="checkout."] [data-cart-count]) { ${[
  'display: inline-block',
  'box-sizing: border-box',
  'min-width: calc(2ch + 10px)',
  'margin-inline-start: 4px',
  'padding: 0 5px',
  'font-size: 0.8125em',
  'font-weight: 600',
  'font-variant-numeric: tabular-nums lining-nums',
  'line-height: 1',
  'text-align: center',
  'text-decoration: inherit',
].join('; ')} }`;

/**
 * A product of which the page does not know which it is: not one that waits for its reader, who may never come to it.
 */
const OF_ADDRESS = '[data-widget="checkout.product"]:not([data-slug], [data-when="visible"], [data-when="intent"])';
const ANY_PRODUCT = `${OF_ADDRESS}:not([data-state="failed"])`;

/**
 * An empty check-out or the account of nobody is no screen high: once it is known what there is to say, what ends a
 * page with a footer gives its room back. The footer was out of sight, and is not painted until then, so that it
 * appears where it belongs and moves nowhere; no longer than the loader waits. So it is with a product that the page's
 * address names: whether it comes in sizes, or is sold at all, one page for all products cannot say.
 */
const footRules = (pages: readonly WidgetName[]): readonly string[] => {
  const known = ':is([data-state="loaded"], [data-state="completed"])';
  return [
    `body:has(footer:not(main *)) ${named(pages)}${known}:last-child { min-height: 0 }`,
    `body:has(footer:not(main *)) ${OF_ADDRESS}[data-kept]:last-child::before { content: none }`,
    `body:has(:is(${named(pages)}, ${ANY_PRODUCT}):not(${known}):last-child) footer:not(main *) { animation: newsstand-unseen 9s }`,
    '@keyframes newsstand-unseen { from, to { visibility: hidden } }',
  ];
};

/**
 * The words of a product (`GET /api/html/product/{slug}`) have the picture where its widget has it: as wide as a page
 * it would be higher than the room, and so would sizes that stand below each other.
 */
const BOX = `[data-widget="checkout.product"]${WAITED_FOR} .newsstand-product`;
const boxRules: readonly string[] = [
  `${BOX} { display: flex; flex-wrap: wrap; gap: 0 56px }`,
  `${BOX} > * { flex: 1 1 max(292px, 50% - 28px); min-width: 0 }`,
  `${BOX} img { display: block; width: 100%; height: auto }`,
  `${BOX} .newsstand-sizes { display: flex; flex-wrap: wrap; gap: 0 1em; margin: 0; padding: 0; list-style: none }`,
];

/** The part of it that a page with rooms of its own wants. */
export const shelfSheet = (): string => scripted(shelfRules);

const scripted = (rules: readonly string[]): string => `@media (scripting: enabled) {\n${rules.map((rule) => `  ${rule}\n`).join('')}}\n`;

/**
 * The words of a store (`GET /api/html/products`), until its widget takes their place or it is known that it does not
 * come.
 */
const SHELF = '[data-widget="checkout.store"]:not([data-state="failed"]) .newsstand-products';

/**
 * A store is higher than a screen, and as high as its goods: its words stand as they do (`checkout-mf/src/store`), two
 * beside each other and from 600 px on as many as fit, with the widget's letters, a place for each button, and nothing
 * of what the widget does not say.
 */
const shelfRules: readonly string[] = [
  `${SHELF} { ${[
    'container-type: inline-size',
    'display: grid',
    'grid-template-columns: repeat(auto-fill, minmax(min(50% - 8px, max(240px, (600px - 100%) * 999)), 1fr))',
    'gap: 0 clamp(16px, (100% - 599px) * 999, 32px)',
    'margin: 0 0 clamp(-48px, (599px - 100%) * 999, -32px)',
    'padding: 0',
    'list-style: none',
    "font: var(--newsstand-size, medium)/1.5 var(--newsstand-font, system-ui, 'Helvetica Neue', Arial, sans-serif)",
    'overflow-wrap: anywhere',
  ].join('; ')} }`,
  `${SHELF} > li { display: flex; flex-direction: column; gap: 0; min-width: 0; margin: 0; padding: 0 0 32px }`,
  `@container (min-width: 600px) { ${SHELF} > li { padding: 0 0 48px } }`,
  `${SHELF} > li > * { margin: 0; padding: 0; font-size: 1em }`,
  `${SHELF} img { display: block; width: 100%; height: auto }`,
  `${SHELF} .newsstand-name { margin-top: 14px; font: 600 1.1875em/1.3 var(--newsstand-font-display, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif); letter-spacing: normal; text-wrap: balance }`,
  `${SHELF} .newsstand-price { margin-top: 2px; font: inherit }`,
  `${SHELF} .newsstand-availability { margin-top: 6px; text-transform: uppercase; font: 600 0.75em/1.5 var(--newsstand-font, system-ui, 'Helvetica Neue', Arial, sans-serif); letter-spacing: 0.06em }`,
  `${SHELF} .newsstand-there { display: none }`,
  `${SHELF} > li::after { content: ""; flex: none; height: max(44px, 2.25em + 2px); border-top: 14px solid transparent; box-sizing: content-box }`,
];

/** Where all of a remote's widgets are meant, its name is enough. */
const named = (names: readonly WidgetName[]): string => {
  const remoteOf = (name: WidgetName) => name.slice(0, name.indexOf('.') + 1);
  const isWhole = (name: WidgetName) =>
    names.length > 1 && WIDGETS.every((other) => remoteOf(other) !== remoteOf(name) || names.includes(other));
  const each = names.map((name) => (isWhole(name) ? `[data-widget^="${remoteOf(name)}"]` : `[data-widget="${name}"]`));
  const [only = '', ...more] = new Set(each);
  return `${more.length === 0 ? only : `:is(${[only, ...more].join(', ')})`}${WAITED_FOR}`;
};

/**
 * Of an element's own width only percentages know, and those of `min-height` are no widths: what stands in it first is
 * as wide as nothing, and as high as its padding. Of the steps those that are not for this width are less than nothing.
 */
const stepped = (selector: string, room: Room): string[] => {
  if (typeof room === 'string') return [];
  const heights = room.map(({ from, height }, at) => {
    const next = room[at + 1]?.from;
    const only = [from === 0 ? '' : `(100% - ${from - 1}px) * 999`, next === undefined ? '' : `(${next}px - 100%) * 999`].filter(Boolean);
    return only.length === 0 ? height : `min(${[height, ...only].join(', ')})`;
  });
  return [`${selector}::before { padding-bottom: ${heights.length === 1 ? heights.join('') : `max(${heights.join(', ')})`} }`];
};
