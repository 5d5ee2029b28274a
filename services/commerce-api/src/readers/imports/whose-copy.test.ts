import { expect, test } from 'vitest';
import { isSameName, placeOf, whoseCopy, type Copy, type Known, type Whose } from './whose-copy.ts';

const PAUL = { name: 'Paul Payer', place: 'portland' };
const byPaul = (name: string, place: string | null): Copy => ({ name, place, payer: PAUL });
const bySomebody = (name: string, place: string | null): Copy => ({ name, place, payer: null });
const GISELA = bySomebody('Aunt Gisela', 'salem');
/** Of the same system, which posts there now; of what ended there, or of an account here. */
const running = (name: string, place: string | null): Known => ({ name, place, beside: true });
const known = (name: string, place: string | null): Known => ({ name, place, beside: false });

test.each<[string, Copy, Known[], Whose]>([
  ['the only row of somebody is theirs, where nothing says who pays', GISELA, [], 'own'],
  ['a gift alone is its recipient’s', byPaul('Aunt Gisela', 'salem'), [], 'gift'],
  [
    'a gift is one whatever its payer has: their own was refused, has ended or is in another file',
    byPaul('Émile', 'montréal'),
    [running('Paul Payer', 'portland')],
    'gift',
  ],
  ['a gift whose payer gave no address is one', { ...GISELA, payer: { name: 'Paul Payer', place: null } }, [], 'gift'],
  ['what a payer has sent elsewhere under their own name is theirs', byPaul('P. Payer', 'office'), [], 'own'],
  ['what comes to the payer’s address is theirs, whatever name is on it', byPaul('The Payers', 'portland'), [], 'own'],
  ['what is read in files is the mailbox’s', byPaul('Aunt Gisela', null), [running('Paul Payer', 'portland')], 'own'],
  ['a second row to the same name and address is theirs', bySomebody('Payer, P.', 'portland'), [running('Paul Payer', 'portland')], 'own'],
  [
    'two who share a mailbox and an address go on having a copy each',
    bySomebody('Smith, Mary', 'akron'),
    [running('Smith, John', 'akron')],
    'elsewhere',
  ],
  [
    '… also where the file says that one of them pays for both',
    byPaul('Mary Payer', 'portland'),
    [running('Paul Payer', 'portland')],
    'elsewhere',
  ],
  [
    'whose account has the name is not the one whose name is on the address',
    bySomebody('Paul Payer', 'portland'),
    [running('The Payers', 'portland'), running('Paul Payer', null)],
    'own',
  ],
  [
    'who has another name by now at the address of what ended there',
    bySomebody('Mary New', 'akron'),
    [known('Mary Smith', 'akron')],
    'own',
  ],
  ['a gift beside the payer’s own, also where that was refused', GISELA, [running('Paul Payer', 'portland')], 'elsewhere'],
  ['a gift whose payer’s own has ended', GISELA, [known('Paul Payer', 'portland')], 'elsewhere'],
  ['a gift whose payer reads in files', GISELA, [running('Paul Payer', null)], 'elsewhere'],
  ['what somebody has posted who reads in files, too', bySomebody('Paul Payer', 'portland'), [running('Paul Payer', null)], 'own'],
  [
    'a second copy at another address goes on beside the first, of one name too',
    bySomebody('City Library', 'branch'),
    [running('City Library', 'main')],
    'elsewhere',
  ],
  ['… also where the file says that they pay for both', byPaul('Paul Payer', 'summer'), [running('Paul Payer', 'portland')], 'elsewhere'],
  ['who moved after what they had there ended', bySomebody('Paul Payer', 'akron'), [known('Paul Payer', 'portland')], 'moved'],
  ['an account here of the same name at another address', bySomebody('Payer, Paul', 'akron'), [known('Paul Payer', 'portland')], 'moved'],
  ['an account here of another name at another address', GISELA, [known('Paul Payer', 'portland')], 'elsewhere'],
  [
    'an account here of another name, where the file says that it is the payer’s',
    byPaul('Paul Payer', 'portland'),
    [known('Mrs Married', 'akron')],
    'moved',
  ],
  [
    'an account here whose name is on it, and whose address is another’s',
    bySomebody('Paul Payer', 'portland'),
    [known('Aunt Gisela', 'salem'), known('Paul Payer', null)],
    'moved',
  ],
])('%s', (_, copy, others, whose) => expect(whoseCopy(copy, others)).toBe(whose));

test('a name is the same with its parts in another order, short, or with a title; a namesake of the family is somebody else', () => {
  const same = ['Payer, Paul', 'P. Payer', 'Dr. Paul Payer', 'paul  PÀYER', 'Paul & Mary Payer', 'Payer'];
  expect(same.filter((name) => !isSameName(name, 'Paul Payer'))).toEqual([]);
  const others = ['Mary Payer', 'M. Payer', 'Paul Other', 'P. P.', '', 'Paulina Payer'];
  expect(others.filter((name) => isSameName(name, 'Paul Payer'))).toEqual([]);
});

test('an address is the same however it is written, and another one where a house, a flat, a postal code or a village without one is', () => {
  const elm = { line1: '14 Elm St', line2: 'Apt 2', city: 'Dayton', postcode: '45402' };
  const written = [{ line1: '14 ELM ST., Apt. 2', line2: '' }, { postcode: '45402-1234' }, { city: 'Dayton, Ohio' }];
  expect(new Set([elm, ...written.map((part) => ({ ...elm, ...part }))].map(placeOf)).size).toBe(1);
  const village = { postcode: '', city: 'Roseau' };
  const others = [{ line1: '15 Elm St' }, { line2: 'Apt 3' }, { postcode: '45403' }, village, { ...village, city: 'Marigot' }];
  expect(new Set([elm, ...others.map((part) => ({ ...elm, ...part }))].map(placeOf)).size).toBe(6);
});
