export { catchUpWithTabs } from './catch-up.ts';
import { watchHeadings } from './headings.ts';
import { keepPageAttributes } from './keep-page-attributes.ts';
import { checkOptions } from './options.ts';
import { checkPageBlock } from './page-block.ts';
import { watchRewritten } from './rewritten.ts';
import { checkSpelling } from './spelling.ts';
import { followTranslators } from './translated.ts';
import { tryFailedAgain } from './try-again.ts';

// What a page's first widget need not wait for: it comes when the browser has nothing better to do, in a chunk of its
// own.
const check = (): void => {
  checkSpelling();
  checkOptions();
};
check();
checkPageBlock();
new MutationObserver(check).observe(document, { childList: true, subtree: true });
watchHeadings();
// Before what looks where the reader is.
keepPageAttributes();
watchRewritten();
followTranslators();
tryFailedAgain();
