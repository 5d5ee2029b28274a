import { expect, test } from 'vitest';
import { beforePart, renderArticle } from './render-article.ts';

test('headings can be linked to, and the table of contents links to them', () => {
  const { html, contents } = renderArticle('One.\n\n## The *last* boat\n\nTwo.\n\n## Été\n\nThree.');
  expect(contents.map(({ id }) => id)).toEqual(['part-1-the-last-boat', 'part-2-t']);
  for (const { id } of contents) expect(html).toContain(`<h2 id="${id}">`);
});

test('two headings with the same words have two addresses', () => {
  const { contents } = renderArticle('## Salt\n\na\n\n## Salt\n\nb');
  expect(new Set(contents.map(({ id }) => id)).size).toBe(2);
});

test('footnotes lead there and back', () => {
  const { html } = renderArticle('A claim.[^1]\n\n[^1]: Its proof.');
  expect(html).toContain('href="#fn-1"');
  expect(html).toContain('id="fn-1"');
  expect(html).toContain('href="#fnref-1"');
});

test('HTML and dangerous addresses in an article do nothing', () => {
  const { html } = renderArticle('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[link](javascript:alert(1))');
  expect(html).not.toMatch(/<script|<img|javascript:/);
});

test('typewriter quotes are set as a printer sets them', () => {
  const { html } = renderArticle(`"Don't," she said, 'it is "late".'`);
  expect(html).toBe('<p>“Don’t,” she said, ‘it is “late”.’</p>');
});

test('the opening of an article has no notes that are not there', () => {
  const { opening } = renderArticle('One.[^1]\n\nTwo.\n\nThree.\n\nFour.\n\n[^1]: A note.');
  expect(opening).toBe('<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>');
});

test('the opening of an article does not end in a heading', () => {
  expect(renderArticle('One.\n\nTwo.\n\n## Three\n\nFour.').opening).toBe('<p>One.</p>\n<p>Two.</p>');
});

test('a picture with a title becomes a figure with a caption', () => {
  expect(renderArticle('![A map](art/map.svg "Drawn from memory.")').html).toContain('<figcaption>Drawn from memory.</figcaption>');
});

test('pictures in a row stand before the part that is named, and before the notes where none is', () => {
  const rendered = renderArticle("One.[^1]\n\n## It's late\n\nTwo.\n\n[^1]: A note.");
  expect(beforePart(rendered, "It's late", '<hr>')).toContain('<hr><h2 id="part-1-it-s-late">');
  expect(beforePart(rendered, 'Nowhere', '<hr>')).toContain('<hr><section data-footnotes');
});
