import { expect, test } from 'vitest';
import type { Extent } from './tally.ts';
import { grepOf } from './tests.ts';

/** As Playwright asks: by project, file, title and tags. */
const isRun = (extent: Extent, test: string): boolean =>
  grepOf(extent).every((asked) => {
    const [, how = '', pattern = ''] = /^--(grep|grep-invert)=(.*)$/.exec(asked) ?? [];
    return new RegExp(pattern, 'i').test(test) === (how === 'grep');
  });

test.each([
  ['of a file that is marked', 'account-mf apps/account-mf/e2e/overview.e2e.ts each standing is told', ['rest', 'all']],
  ['of a marked journey', 'sample wallet.e2e.ts a reader pays with Apple Pay', ['rest', 'all']],
  [
    'of a journey whose name a marked file of a remote has',
    'sample renew.e2e.ts a subscription that is about to end is renewed',
    ['quick', 'all'],
  ],
  ['that bears the tag', 'sample login.e2e.ts a reader comes through Google @ci', ['rest', 'all']],
  ['that bears none', 'account-mf apps/account-mf/e2e/forms.e2e.ts a name is changed @§2.change-name.1', ['quick', 'all']],
  ['that takes long and is of a marked file', 'account-mf apps/account-mf/e2e/overview.e2e.ts more standings @long', ['long']],
  ['that takes long', 'login-mf apps/login-mf/e2e/look.e2e.ts more of the same @long', ['long']],
])('a browser test %s belongs to its runs alone', (_, title, runs) => {
  expect((['quick', 'rest', 'all', 'long'] as const).filter((extent) => isRun(extent, title))).toEqual(runs);
});
