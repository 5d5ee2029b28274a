// Test files share a process (vitest.config.ts, `isolate: false`): the words that one gives the shared components are not the next one's.
import { afterAll } from 'vitest';
import { createMessages, uiMessages } from '../packages/ui/src/messages.ts';

const own = { ...uiMessages };

afterAll(() => {
  createMessages({}, {});
  Object.assign(uiMessages, own);
});
