import { formatCents } from '@newsstand/contracts/money';
import { html } from 'hono/html';
import { productCard } from '../cards.ts';
import { crumbs } from '../crumbs.ts';
import { type Frame, type Page, picture, widget } from '../page.ts';
import { withoutWidget } from '../without-widget.ts';

export const productPage = (frame: Frame, slug: string): Page | null => {
  const { products, site } = frame.publication;
  const product = products.find((one) => one.slug === slug);
  if (!product) return null;
  const tags = new Set(product.tags);
  const others = products
    .filter((one) => one !== product)
    .sort((a, b) => b.tags.filter((tag) => tags.has(tag)).length - a.tags.filter((tag) => tags.has(tag)).length)
    .slice(0, 4);
  return {
    path: `/store/product/${slug}`,
    title: product.name,
    description: product.summary,
    data: { page: 'product', slug },
    startsWith: 'checkout.product',
    look: 'product',
    picture: product.image,
    about: { '@type': 'Product', name: product.name, description: product.description, brand: site.name },
    body: html`${crumbs(product.name)}
      ${widget(
        'checkout.product',
        'visible',
        { slug },
        html`<div class="product">
          <div class="product-picture">${picture(frame, product.image, 'eager')}</div>
          <div class="product-words">
            <h1>${product.name}</h1>
            <p class="product-price">${formatCents(product.price)}</p>
            <p>${product.description}</p>
            ${withoutWidget('order', site.settings.support_address)}
          </div>
        </div>`,
      )}
      <section class="section" aria-labelledby="others-title">
        <h2 class="section-title" id="others-title">Also in the store</h2>
        <ul class="products">
          ${others.map((one) => html`<li>${productCard(frame, one)}</li>`)}
        </ul>
      </section>`,
  };
};
