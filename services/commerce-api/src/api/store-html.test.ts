import { makeProduct } from '@newsstand/contracts/fixtures/product';
import { expect, test } from 'vitest';
import { htmlTexts } from '../publication/texts/html-texts.ts';
import { productHtml, productsHtml } from './store-html.ts';

test('of a good that somebody holds a shelf says as much as its card will, and its own page that it may come free', async () => {
  const piece = { say: htmlTexts({}), name: 'Exclave', site: { url: 'https://magazine.example', paths: {} }, heading: 2 };
  const held = makeProduct({ quantity: 0, held: true });
  expect(String(await productsHtml(piece, [held]))).toContain('<p class="newsstand-availability">In somebody’s cart</p>');
  expect(String(await productHtml(piece, held))).toContain('In somebody’s cart: it may come free in a few minutes');
});
