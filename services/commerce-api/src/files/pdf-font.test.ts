import path from 'node:path';
import { expect, test } from 'vitest';
import { pdfFont, unprintable, withoutEmoji } from './pdf-font.ts';

test.each([
  ['Ana Lindqvist', 'Times-Roman', ''],
  ['Łukasz Żółw', 'DejaVuSerif.ttf', ''],
  ['Ελένη Παπά', 'DejaVuSerif.ttf', ''],
  ['שלום', 'DejaVuSerif.ttf', 'שלום'],
  ['سلام', 'DejaVuSerif.ttf', 'سلام'],
  ['東京都 1-2', 'DejaVuSerif.ttf', '東京都'],
  ['김민준', 'DejaVuSerif.ttf', '김민준'],
])('%s is set in %s, and lacks %j', (text, face, lacks) => {
  expect(path.basename(pdfFont(text, false))).toBe(face);
  expect(unprintable(text)).toBe(lacks);
});

test('emoji are left out, and the letters beside them stay', () => {
  expect(withoutEmoji('Ana 🌸')).toBe('Ana');
  expect(withoutEmoji('👩🏽‍🌾 Łukasz 🇵🇱 Nowak')).toBe('Łukasz Nowak');
  expect(withoutEmoji('Łódź™')).toBe('Łódź™');
  expect(unprintable('Łukasz 🌸')).toBe('');
});
