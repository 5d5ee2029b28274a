import { expect, test } from 'vitest';
import { asText, csvOf, withoutMark } from './csv.ts';

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

test.each([
  '00020114',
  '02134',
  '1234567890123',
  '1E5',
  '3-4',
  '1/2',
  '2027-03-04',
  '3/4/2027',
  '4.3.2027',
  '2027-03-04 00:00:00',
  '7:30',
  '5-Mar',
  'Mar 5',
  'Sep 2027',
  'September 2027',
  'Sept. 2027',
  'March 31, 2027',
  'Mar 31 2027',
  '31 March 2027',
  '31-Mar-27',
  '31MAR2027',
  'DEC10',
  'MARCH1',
  'SEPT2',
  '10 December',
])('a spreadsheet that is given %j keeps it as it is, and what it saves is read as it was', (text) => {
  expect(asText(text)).toBe(`'${text}`);
  expect(withoutMark(asText(text))).toBe(text);
});

test.each([
  '42',
  '39.00',
  '-12.50',
  '02134-0001',
  '16-A1-000412',
  '12 Elm St',
  'Marsh 5',
  'Mayor 5',
  'DECK10',
  'DEC10000',
  'MAR-A-1',
  'June Baker',
  '2-8-1 Nishi-Shinjuku',
  '',
  "'99 Alumni",
  "'Til Then",
])('%j is what it is in a spreadsheet, and in what it saves', (text) => {
  expect([asText(text), withoutMark(text)]).toEqual([text, text]);
});
