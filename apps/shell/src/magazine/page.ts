import type { PageName } from '@newsstand/contracts/page-data';
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
