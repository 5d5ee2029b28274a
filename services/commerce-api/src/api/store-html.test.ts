import { makeIssue, makeProduct } from '@newsstand/contracts/fixtures/product';
import { expect, test } from 'vitest';
import { htmlTexts } from '../publication/texts/html-texts.ts';
import { issueHtml, productData, productHtml, productsHtml } from './store-html.ts';

test('what costs nothing is free, as widgets say it, and costs nothing in what search engines read', async () => {
  const piece = { say: htmlTexts({}), name: 'Exclave', site: { url: 'https://magazine.example', paths: {} }, heading: 2 };
  const free = makeProduct({ print_price: 0 });
  const issue = makeIssue({ print_price: null, digital_price: 0 });
  for (const words of [productHtml(piece, free), productsHtml(piece, [free])])
    expect(String(await words)).toContain('<p class="newsstand-price">Free</p>');
  expect(String(await issueHtml(piece, issue))).toContain('<p class="newsstand-price">As a file: Free</p>');
  expect(String(await productData(piece, free))).toContain('"price":"0.00"');
});

test('of a good that somebody holds a shelf says as much as its card will, and its own page that it may come free', async () => {
  const piece = { say: htmlTexts({}), name: 'Exclave', site: { url: 'https://magazine.example', paths: {} }, heading: 2 };
  const held = makeProduct({ quantity: 0, held: true });
  expect(String(await productsHtml(piece, [held]))).toContain('<p class="newsstand-availability">In somebody’s cart</p>');
  expect(String(await productHtml(piece, held))).toContain('In somebody’s cart: it may come free in a few minutes');
});
