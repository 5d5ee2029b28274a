import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeReceipt } from '@newsstand/contracts/fixtures/receipt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSecondPublication } from '../../test/second-publication.ts';
import { LetterLook, PLAIN_LOOK } from '../publication/letter-look-schema.ts';
import { loadPublication } from '../publication/load-publication.ts';
import type { Publication } from '../publication/publication-schema.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { Letter } from './letter.ts';
import { receiptLetter } from './receipt-letter.ts';

let folder: string;
let publications: Publication[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-look-'));
  await writeSecondPublication(folder);
  publications = [await loadPublication(join(import.meta.dirname, '../../publication')), await loadPublication(folder)];
});
afterAll(() => rm(folder, { recursive: true }));

function letterOf({ name, settings, letters, messages }: Pick<Publication, 'name' | 'settings' | 'letters' | 'messages'>): Letter {
  const sender = { name, support: settings.support_address, url: 'https://magazine.example', paths: {} };
  return { ...receiptLetter(makeReceipt(), sender, wording(messages), { subscribed: true, welcome: true }), look: letters };
}

test('a letter has the wordmark, the faces and the colors of its publication, in the dark, too, and loads nothing', () => {
  for (const publication of publications) {
    const html = letterHtml(letterOf(publication));
    const { light, dark, wordmark } = publication.letters;
    for (const color of [...Object.values(light), ...Object.values(dark)]) expect(html).toContain(color);
    expect(html).toContain(`>${wordmark.capitals ? publication.name.toUpperCase() : publication.name}<`);
    expect(html).not.toMatch(/<img|url\(|<link|@import|@font-face/);
  }
});

test('on a narrow screen wordmark and footer keep the distance from both edges that the letter itself keeps', () => {
  const [narrow = ''] = letterHtml(letterOf(publications[0] ?? expect.unreachable())).match(/@media \(max-width.*?\n\}/s) ?? [];
  const sides = (name: string) => new RegExp(`\\.${name} \\{ padding: \\S+ (\\d+px) `).exec(narrow)?.[1];
  expect(sides('paper')).toBe('20px');
  expect(narrow).toMatch(/\.mark \{ padding-left: 20px !important; padding-right: 20px !important; \}/);
});

test('two publications share no color, and what one of them says nothing of looks plain', () => {
  const [one, other] = publications.map(({ letters }) => [...Object.values(letters.light), ...Object.values(letters.dark)]);
  const white = '#ffffff';
  expect(one?.filter((color) => color !== white && other?.includes(color))).toEqual([]);
  const [publication] = publications;
  if (!publication) return expect.unreachable();
  const { look: _own, ...plain } = letterOf(publication);
  expect(letterHtml(plain)).toContain(PLAIN_LOOK.light.accent);
});

test('its plain text is the same whatever it looks like', () => {
  for (const publication of publications) {
    const letter = letterOf(publication);
    expect(letterText({ ...letter, look: PLAIN_LOOK })).toBe(letterText(letter));
  }
});

test('colors that nobody can read are refused, with what stands on what', () => {
  const faint = { ...PLAIN_LOOK, dark: { ...PLAIN_LOOK.dark, muted: '#333333' } };
  expect(v.safeParse(LetterLook, PLAIN_LOOK).success).toBe(true);
  expect(v.safeParse(LetterLook, faint).issues?.map(({ message }) => message)).toEqual([
    'must be legible: muted on sheet, muted on ground has a contrast of less than 4.5 to 1',
  ]);
  expect(v.safeParse(LetterLook, { ...PLAIN_LOOK, light: { ...PLAIN_LOOK.light, ink: 'navy' } }).success).toBe(false);
});
