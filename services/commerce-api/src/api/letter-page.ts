import { createMiddleware } from 'hono/factory';
import { html, raw } from 'hono/html';
import type { AppContext, AppEnv } from '../platform/http/app-env.ts';
import type { Deps } from '../publication/deps.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { LETTERS_STYLE } from './letters-style.ts';

type Key = Parameters<ReturnType<typeof wording>>[0];
export type Say = (key: Key, values?: Record<string, string | number>) => string;

/**
 * A page of the API’s own that the link of a letter leads to: it asks, and its button does. Programs that follow the
 * links of a letter change nothing by it.
 */
export async function letterPage(
  c: AppContext,
  deps: Deps,
  titled: Key,
  parts: (say: Say) => ReturnType<typeof html>[],
): Promise<Response> {
  const { messages, name } = await deps.publication.now();
  const words = wording(messages);
  const say: Say = (key, values) => words(key, { publication: name, ...values });
  return plainPage(c, deps, say(titled), parts(say));
}

/**
 * Links of letters are followed by people: who followed one that was cut, or that leads to nothing any more, reads so.
 * Programs are answered as everywhere.
 */
export const linksForPeople = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { status } = c.res;
    if ((status !== 404 && status !== 422) || c.req.header('accept')?.includes('text/html') !== true) return;
    const { settings } = await deps.publication.now();
    const page = await letterPage(c, deps, 'link_broken_title', (say) => [
      html`<p role="alert">${say('link_broken', { support: settings.support_address })}</p>`,
      html`<p><a href="${deps.config.publicUrl}">${say('list_on')}</a></p>`,
    ]);
    c.res = new Response(page.body, { status, headers: page.headers });
  });

/** With no blank around the sheet: the page's Content-Security-Policy knows it by its hash. */
const STYLE = raw(`<style>${LETTERS_STYLE}</style>`);

/** A page of the API’s own, for readers who need no script for it. */
export async function plainPage(c: AppContext, deps: Deps, title: string, parts: ReturnType<typeof html>[]): Promise<Response> {
  const { name } = await deps.publication.now();
  c.header('Cache-Control', 'no-store');
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} – ${name}</title>
          ${STYLE}
        </head>
        <body>
          <p class="name"><a href="${deps.config.publicUrl}">${name}</a></p>
          <h1>${title}</h1>
          ${parts}
        </body>
      </html>`,
  );
}
