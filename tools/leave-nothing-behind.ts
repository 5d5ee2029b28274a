// Test files share a process (vitest.config.ts, `isolate: false`): neither the words that one gives the shared
// components nor the globals that it stands in for (`document`: some packages read the page's address as they are
// imported) are the next one's.
import { afterAll, vi } from 'vitest';
import { createMessages, uiMessages } from '../packages/ui/src/messages.ts';

const own = { ...uiMessages };

afterAll(() => {
  vi.unstubAllGlobals();
  createMessages({}, {});
  Object.assign(uiMessages, own);
});
