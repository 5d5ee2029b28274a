import { html } from 'hono/html';
import { productCard } from '../cards.ts';
import { type Frame, type Page, pathTo, widget } from '../page.ts';
import { isPiece, type Piece } from '../shop-pieces.ts';

export const storePage = (frame: Frame, shop: { words: Piece; data: Piece }): Page => {
  const { site, products } = frame.publication;
  return {
    path: pathTo(frame, 'store'),
    title: 'Store',
    description: `Prints, clothes, books and back issues from ${site.name}.`,
    data: { page: 'store' },
    startsWith: 'checkout.store',
    look: 'store',
    ...(isPiece(shop.data) && { shopData: shop.data.html }),
    body: html`<header class="page-head">
        <p class="kicker">Duty paid</p>
        <h1>Store</h1>
        <p class="standfirst">
          Made in small runs by people we know, and posted from ${site.business.address.at(-2)?.split(',')[0] ?? site.business.name}.
        </p>
      </header>
      <section class="section" aria-labelledby="products-title">
        <h2 class="out-of-sight" id="products-title">Products</h2>
        ${widget(
          'checkout.store',
          'visible',
          { tag: 'store', 'heading-level': '3' },
          isPiece(shop.words)
            ? shop.words.html
            : html`<ul class="products">
                ${products.filter(({ tags }) => tags.includes('store')).map((product) => html`<li>${productCard(frame, product)}</li>`)}
              </ul>`,
        )}
      </section>
      <section class="section" aria-labelledby="cart-title">
        <h2 class="section-title" id="cart-title">Your cart</h2>
        ${widget('checkout.table', 'visible', {}, html`<p>What you put in your cart is listed here. <a href="${pathTo(frame, 'checkout')}">Check out</a></p>`)}
      </section>`,
  };
};
