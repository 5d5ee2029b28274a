import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test.each([
  ['Merrow, Ada', '"Merrow, Ada"'],
  ['Ada "Tide" Merrow', '"Ada ""Tide"" Merrow"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['-2+3', "'-2+3"],
  ['@ada', "'@ada"],
  ['-12.50', '-12.50'],
])('%j stays in one cell, and a spreadsheet runs nothing of it', (text, written) => {
  expect(csvOf([['Name'], [text]])).toBe(`Name\r\n${written}\r\n`);
});
