import { html } from 'hono/html';
import { type Frame, pathTo, widget } from '../page.ts';

/**
 * Another publisher's page: an old framework, a theme of `!important`s, and the same widgets. What they look like here,
 * beside what they look like on a bare page (`/hostile?theme=none`: the same markup without the sheets), is how well
 * they are fenced.
 */
export const hostilePage = (frame: Frame, theme = true) => {
  const { publication, url, loaderUrl, nonce } = frame;
  const issue = publication.issues[0];
  const product = publication.products[0];
  return html`<!doctype html>
    <html lang="en" data-newsstand-page="store">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>A page of another theme</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${url(publication.site.logo.source)}" />
        ${
          theme
            ? html`<link rel="stylesheet" href="${url('hostile/bootstrap-like.css')}" />
                <link rel="stylesheet" href="${url('hostile/theme.css')}" />`
            : ''
        }
        <script async src="${loaderUrl}" nonce="${nonce}" crossorigin="anonymous"></script>
      </head>
      <body>
        <nav class="navbar">
          <div class="container">
            <a href="/hostile">My Site</a>
            ${widget('checkout.panel', 'intent', {}, html`<a class="btn" href="${pathTo(frame, 'store')}">Cart <span class="badge" data-cart-count></span></a>`)}
            ${widget('checkout.counter', 'load', {}, html`<a href="${pathTo(frame, 'store')}">Cart</a>`)}
          </div>
        </nav>
        <main class="container" id="content">
          <h1>Shop</h1>
          <p>The widgets below are the same ones as on the magazine's own pages.</p>
          <div class="row">
            <div class="col">
              <section class="panel">
                <div class="panel-body">
                  <h2>Issue</h2>
                  ${issue ? widget('checkout.add', 'visible', { item: 'print-issue', ref: `iss:${issue.number}` }, html`<a class="btn" href="${pathTo(frame, 'issue', issue.slug)}">${issue.title}</a>`) : ''}
                </div>
              </section>
            </div>
            <div class="col">
              <section class="panel">
                <div class="panel-body">
                  <h2>Letter</h2>
                  ${widget('mailing-list.form', 'visible', { 'list-tag': 'hostile' }, html`<p>Write to ${publication.site.settings.support_address}.</p>`)}
                </div>
              </section>
            </div>
          </div>
          ${product ? widget('checkout.product', 'visible', { slug: product.slug }, html`<p><a href="${pathTo(frame, 'product', product.slug)}">${product.name}</a></p>`) : ''}
          ${widget('checkout.table', 'visible', {}, html`<p><a href="${pathTo(frame, 'store')}">Your cart</a></p>`)}
          ${widget(
            'checkout.store',
            'visible',
            { tag: 'store' },
            html`<ul>
              ${publication.products.map(({ slug, name }) => html`<li><a href="${pathTo(frame, 'product', slug)}">${name}</a></li>`)}
            </ul>`,
          )}
          <div class="modal fade">
            <form class="form">
              <label class="label">Theme's own dialog <input class="form-control" /></label>
            </form>
          </div>
          ${widget('mailing-list.popup', 'idle', {}, html``)}
        </main>
      </body>
    </html>`;
};
