import { createMessages } from '@newsstand/ui/messages';
import { expect, test } from 'vitest';
import { redeemMessages } from './messages.ts';
import { postedWords, sentWords } from './sent-words.ts';

const t = createMessages(redeemMessages);
const sent = (delivered: number, left: number | null) => ({ sent_to: 'Nana', issues: { delivered, left } });

test.each([
  [1, 3, 'One issue has been posted to Nana. 3 are still to come.'],
  [3, 1, '3 issues have been posted to Nana. One is still to come.'],
  [4, 0, '4 issues have been posted to Nana. Nothing is left to come.'],
  [1, null, 'One issue has been posted to Nana. All that come out from now on follow.'],
  [0, 0, 'Nothing is left to come.'],
])('of a posted gift %i issues were posted and %s are left: it says so', (delivered, left, words) => {
  expect(postedWords(sent(delivered, left), t)).toBe(words);
});

test('what the link is for depends on what is left, and on who has an account', () => {
  expect(sentWords(sent(0, 4), false, t)).toContain('Its issues are posted to Nana from the next one on.');
  expect(sentWords({ sent_to: 'Nana' }, true, t)).toContain('Its issues are posted to Nana. If that is you, add those still to come');
  expect(sentWords(sent(1, 3), false, t)).toContain('say where to post what is to come');
  expect(sentWords(sent(1, 3), true, t)).toContain('add what is to come to your subscription');
  expect(sentWords(sent(4, 0), false, t)).toContain('what you were sent is in its history');
});
