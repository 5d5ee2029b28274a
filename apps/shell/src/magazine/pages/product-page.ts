import { formatCents } from '@newsstand/contracts/money';
import { html } from 'hono/html';
import { productCard } from '../cards.ts';
import { crumbs } from '../crumbs.ts';
import { type Frame, type Page, pathTo, picture, widget } from '../page.ts';
import { isPiece, type Piece } from '../shop-pieces.ts';
import { withoutWidget } from '../without-widget.ts';

/**
 * `shop`: the product as the shop has it now, and its data for search engines; one that is not sold any more has no
 * page.
 */
export const productPage = (frame: Frame, slug: string, shop: { words: Piece; data: Piece }): Page | null => {
  const { products, site } = frame.publication;
  const product = products.find((one) => one.slug === slug);
  if (!product || shop.words === 'gone') return null;
  const tags = new Set(product.tags);
  const others = products
    .filter((one) => one !== product)
    .sort((a, b) => b.tags.filter((tag) => tags.has(tag)).length - a.tags.filter((tag) => tags.has(tag)).length)
    .slice(0, 4);
  return {
    path: pathTo(frame, 'product', slug),
    title: product.name,
    description: product.summary,
    data: { page: 'product', slug },
    startsWith: 'checkout.product',
    look: 'product',
    picture: product.image,
    about: { '@type': 'Product', name: product.name, description: product.description, brand: site.name },
    ...(isPiece(shop.data) && { shopData: shop.data.html }),
    body: html`${crumbs(frame, product.name)}
      ${widget(
        'checkout.product',
        'visible',
        { slug },
        html`${
          isPiece(shop.words)
            ? shop.words.html
            : html`<div class="newsstand-product">
                <div class="newsstand-picture">${picture(frame, product.image, 'eager')}</div>
                <div class="newsstand-words">
                  <h1 class="newsstand-name">${product.name}</h1>
                  <p class="newsstand-price">${formatCents(product.price)}</p>
                  <p class="newsstand-description">${product.description}</p>
                </div>
              </div>`
        }
        ${withoutWidget('order', site.settings.support_address)}`,
      )}
      <section class="section" aria-labelledby="others-title">
        <h2 class="section-title" id="others-title">Also in the store</h2>
        <ul class="products">
          ${others.map((one) => html`<li>${productCard(frame, one)}</li>`)}
        </ul>
      </section>`,
  };
};
