import type { PageName } from '@newsstand/contracts/page-data';
import { type About, type NamedPage, pathOf, patternOf } from '@newsstand/contracts/paths';
import type { Activation, WidgetName } from '@newsstand/contracts/widget';
import { html, raw } from 'hono/html';
import type { Hint } from './hints.ts';
import type { Picture, Publication } from './read-publication.ts';
import type { PageReader } from './read-reader.ts';

export type Html = ReturnType<typeof html>;

/** What every template may show besides its own content. */
export type Frame = {
  publication: Publication;
  /** The address of a file of the magazine, by its name. */
  url(name: string): string;
  /** The magazine's own origin, for links that leave it. */
  publicUrl: string;
  loaderUrl: string;
  nonce: string;
  /** What the API says of the stand-ins in use on this machine, a sentence each; empty in production. */
  standIns: readonly string[];
  reader: PageReader;
  /** What a widget, or any of a remote, will fetch. */
  hints(widget: string): readonly Hint[];
};

export type Page = {
  /** Its address from the site's root, without what opens it for one reader alone. */
  path: string;
  title: string;
  description: string;
  /** What the page is to the widgets: the name, and the question, by which the API gives its data. */
  data?: { page: PageName; slug?: string; token?: string };
  /** The widget that the reader sees first, or its remote: its chunks are asked for before the loader does. */
  startsWith?: string;
  /** A class on <body>, for the styles. */
  look: string;
  picture?: Picture;
  /** JSON-LD for search engines. */
  about?: Record<string, unknown>;
  /** The same as the shop writes it, with prices and what is in stock: it stands in place of `about`. */
  shopData?: Html;
  body: Html;
};

/** Where this publication has a page: `pathTo(frame, 'product', 'tote')`. */
export const pathTo = <Name extends NamedPage>({ publication }: Pick<Frame, 'publication'>, page: Name, ...about: About<Name>): string =>
  pathOf(publication.site.paths, page, ...about);

/** The same of a page that a token in its query opens, without it. */
export const pathWithoutToken = ({ publication }: Pick<Frame, 'publication'>, page: NamedPage): string =>
  withoutToken(patternOf(publication.site.paths, page));

export const withoutToken = (pattern: string): string =>
  pattern.replace(/([?&])token=\{token\}(&?)/, (_all, before: string, after: string) => (after === '' ? '' : before));

/** An element for a widget with what a reader has until it is mounted, or if it never is. */
export const widget = (name: WidgetName, when: Activation, options: Record<string, string>, fallback: Html): Html =>
  html`<div class="widget widget-${name.replace('.', '-')}" data-widget="${name}" data-when="${when}" ${attributes(options)}>
    ${fallback}
  </div>`;

/** `data-*` attributes, for those that have a value. */
export const attributes = (options: Record<string, string | undefined>) =>
  Object.entries(options).map(([name, value]) => (value === undefined ? '' : html`data-${name}="${value}" `));

/** A picture whose space is reserved. `eager` for what the reader sees first. */
export const picture = ({ url }: Frame, { source, width, height, alt }: Picture, loading: 'eager' | 'lazy' = 'lazy', label = alt): Html =>
  html`<img
    src="${url(source)}"
    width="${width}"
    height="${height}"
    alt="${label}"
    loading="${loading}"
    decoding="async"
    ${loading === 'eager' ? raw(' fetchpriority="high"') : ''}
  />`;

/** JSON that may stand inside a script element: no `<` can close it. */
export const inlineJson = (value: unknown) =>
  raw(
    JSON.stringify(value)
      .replaceAll('<', String.raw`\u003c`)
      .replaceAll('\u2028', String.raw`\u2028`)
      .replaceAll('\u2029', String.raw`\u2029`),
  );
