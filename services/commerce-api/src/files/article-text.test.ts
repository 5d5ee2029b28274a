import { expect, test } from 'vitest';
import { articleText } from './article-text.ts';

test('headings, paragraphs, emphasis and footnotes are told apart, and notes are numbered as they are called', () => {
  const { blocks, notes } = articleText(
    'The cheese is *vosk*.[^b] It\nweighs.\n\n## Why it is *forbidden*\n\nNobody knows.[^a]\n\n[^a]: A *guess*.\n[^b]: Nine kilos.',
  );
  expect(blocks).toEqual([
    {
      type: 'paragraph',
      spans: [
        { text: 'The cheese is ', em: false },
        { text: 'vosk', em: true },
        { text: '.', em: false },
        { text: '', em: false, note: 1 },
        { text: ' It weighs.', em: false },
      ],
    },
    {
      type: 'heading',
      spans: [
        { text: 'Why it is ', em: false },
        { text: 'forbidden', em: true },
      ],
    },
    {
      type: 'paragraph',
      spans: [
        { text: 'Nobody knows.', em: false },
        { text: '', em: false, note: 2 },
      ],
    },
  ]);
  expect(notes).toEqual([
    [{ text: 'Nine kilos.', em: false }],
    [
      { text: 'A ', em: false },
      { text: 'guess', em: true },
      { text: '.', em: false },
    ],
  ]);
});

test('a star and a bracket that stand alone are words, and a note that nobody wrote is left out', () => {
  expect(articleText('5 * 4 [sic][^none]').blocks[0]?.spans).toEqual([{ text: '5 * 4 [sic]', em: false }]);
});
