import { OF_THE_ADDRESS, WIDGETS } from '@newsstand/contracts/widget';
import { expect, test } from 'vitest';
import { type PagePart, pageNeeds } from './page-parts.ts';

/** What `readPage` reads by the slug, the issue or the token that the page's address names. */
const BY_ADDRESS: readonly PagePart[] = ['product', 'held_issues', 'receipt', 'invoice', 'redeem'];

test('the widgets that begin anew at another address are those whose data are read by it', () => {
  const found = WIDGETS.filter((widget) => BY_ADDRESS.some((part) => pageNeeds('article', widget).parts.has(part)));
  expect(OF_THE_ADDRESS.toSorted()).toEqual(found.toSorted());
});
