import { issues } from '@newsstand/contracts/fixtures/product';
import { createMessages } from '@newsstand/ui/messages';
import { expect, it } from 'vitest';
import { issueHere } from './issue-here.ts';

const [first, second] = issues;
const at = (address: string): string | undefined => issueHere(issues, `https://magazine.example${address}`)?.ref;

it('an issue’s page is known by its address, with a slash at its end or without', () => {
  expect(at(`/issue/${second?.slug}`)).toBe(second?.ref);
  expect(at(`/issue/${first?.slug}/?utm_source=letter#buy`)).toBe(first?.ref);
});

it.each(['/', '/issue', '/issue/', '/issue/nope', `/store/product/${first?.slug}`, `/?issue=${first?.slug}`])(
  '%s is no issue’s page',
  (address) => {
    expect(at(address)).toBeUndefined();
  },
);

it('an issue’s page is known where the publication has it, also behind a name in the query', () => {
  createMessages({}, { '/issue/{slug}': '/shop/?heft={slug}' });
  expect(at(`/shop/?lang=de&heft=${second?.slug}`)).toBe(second?.ref);
  expect(at('/shop/')).toBeUndefined();
  createMessages({}, {});
});
