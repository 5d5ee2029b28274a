import { describe, expect, test } from 'vitest';
import { hardWiredIn, hardWiredTexts } from './hard-wired.ts';

/** Texts that are right as they stand in the source, by their files. */
const KNOWN = {
  // A page whose data did not come has no words of the publication's either.
  'apps/account-mf/src/page-failure.tsx': ['createMessages(messages)'],
  // For developers: what a call is for, and errors.
  'packages/ui/src/load-script.ts': ['The script did not come in time', 'The script could not be loaded'],
  // Where nobody passes other ones, as the desk does not: each remote passes the publication's.
  'packages/ui/src/select-box.tsx': ['Choose one from the list.', 'Show options'],
};

describe('all texts of a remote can be the publication’s', () => {
  test('no text that a reader sees is hard-wired, in any state of any page', () => {
    expect(hardWiredTexts()).toEqual(Object.entries(KNOWN).flatMap(([file, texts]) => texts.map((text) => ({ file, text }))));
  });

  test.each([
    ['text between tags', '<p>Thanks</p>', ['Thanks']],
    ['text beside a value', '<p>{count} left</p>', ['left']],
    ['a text that is chosen', "<p>{done ? 'Done' : 'not yet'}</p>", ['Done', 'not yet']],
    ['a text with a value in it', '<p>{`of ${count} in all`}</p>', ['in all']],
    ['what is read out', '<button aria-label="close" />', ['close']],
    ['what is read out, of an expression', "<button aria-label={open ? 'Fewer' : 'More'} />", ['Fewer', 'More']],
    ['what a constant holds', "const TITLES = { begin: 'Begin here' };", ['Begin here']],
    ['what stands for a missing text', "const title = own ?? 'Your account';", ['Your account']],
    ['a translation without the publication’s words', 'const t = createMessages(messages);', ['createMessages(messages)']],
    ['a catalogue that is read past it', "import { messages } from './messages.ts'; show(messages['a.b']);", ["messages['a.b']"]],
  ])('%s is found', (_, source, texts) => {
    expect(hardWiredIn('some.tsx', source)).toEqual(texts);
  });

  test.each([
    ['a key of the catalogue', "<p>{t('account.help')}</p>"],
    ['a value', '<p>{cart.total} · {count}</p>'],
    ['what no reader reads', '<input name="full name" className={classes(\'field wide\')} autoComplete="section-a name" />'],
    ['a picture that is decoration', '<img alt="" src={art} />'],
    ['a key of the keyboard', "if (key === 'Enter' || key === 'ArrowDown') choose();"],
    ['what a developer reads', "console.warn('No such widget'); throw new TypeError(`There is no ${widget} here`);"],
    ['a type', "type Step = 'First' | 'Then this';"],
    ['a translation', "import { messages } from './messages.ts'; const t = createMessages(messages, words);"],
  ])('%s is none', (_, source) => {
    expect(hardWiredIn('some.tsx', source)).toEqual([]);
  });
});
