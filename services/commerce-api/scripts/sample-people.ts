// Who buys what in the sample of a magazine's readers (sample-readers.ts). Nobody gets mail at example.org.
import type { Deliverable, GoodType, Level, Medium, Term } from '@newsstand/contracts/cart';
import type { AddressForm } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';

export type Person = { name: string; email: string; shipcode: Shipcode; address: AddressForm };

const lives = (name: string, shipcode: Shipcode, address: Partial<AddressForm>): Person => ({
  name,
  email: `${name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')}@example.org`,
  shipcode,
  address: { line1: '', line2: '', city: '', state: '', postcode: '', country: '', ...address },
});
const inUs = (name: string, line1: string, city: string, state: string, postcode: string) =>
  lives(name, 'a', { line1, city, state, postcode, country: 'US' });

const JAN = inUs('Jan Kowalski', '212 Wayne Avenue', 'Dayton', 'OH', '45410');
const MARIA = inUs('Maria Kowalska', '31 Euclid Heights', 'Cleveland', 'OH', '44106');
const TOMAS = inUs('Tomás Herrera', '1840 Mission Street', 'San Francisco', 'CA', '94103');
const RUTH = inUs('Ruth Abernathy', '7 Spruce Lane', 'Brattleboro', 'VT', '05301');
const DESMOND = inUs('Desmond Clarke', '99 Peachtree Place', 'Atlanta', 'GA', '30309');
const LENA = inUs('Lena Vogel', '4 Alder Court', 'Madison', 'WI', '53703');
const OWEN = inUs('Owen Pritchard', '560 Harbor View', 'Portland', 'ME', '04101');
const PRIYA = inUs('Priya Raman', '1200 Lake Street', 'Evanston', 'IL', '60201');
const SOFIA = inUs('Sofia Castellano', '18 Orchard Road', 'Ithaca', 'NY', '14850');
const MARCUS = inUs('Marcus Bell', '77 Tchoupitoulas Street', 'New Orleans', 'LA', '70130');
const INGRID = inUs('Ingrid Solheim', '305 Pike Street', 'Seattle', 'WA', '98101');
const HANA = inUs('Hana Watanabe', '9 Kalakaua Avenue', 'Honolulu', 'HI', '96815');
const CHLOE = lives('Chloé Tremblay', 'b', {
  line1: '455 Rue Saint-Jean',
  city: 'Montréal',
  state: 'QC',
  postcode: 'H2Y 2R5',
  country: 'CA',
});
const ALASDAIR = lives('Alasdair Munro', 'b', {
  line1: '12 Barrington Street',
  city: 'Halifax',
  state: 'NS',
  postcode: 'B3J 1Z9',
  country: 'CA',
});
const NIAMH = lives('Niamh Kelleher', 'c', { line1: '3 Shandon Street', city: 'Cork', postcode: 'T23 AK1', country: 'IE' });
const GRETA = lives('Greta Lindqvist', 'c', { line1: 'Storgatan 14', city: 'Umeå', postcode: '903 26', country: 'SE' });
const BEN = lives('Ben Okafor', 'c', { line1: '22 Leith Walk', line2: 'Flat 3', city: 'Edinburgh', postcode: 'EH6 5LR', country: 'GB' });
const AIKO = lives('Aiko Mori', 'c', { line1: '2-8-1 Nishi-Shinjuku', city: 'Tokyo', postcode: '163-8001', country: 'JP' });
const WANJIRU = lives('Wanjiru Kamau', 'c', { line1: '40 Riverside Drive', city: 'Nairobi', postcode: '00100', country: 'KE' });
const PAUL = inUs('Paul Novak', '88 Carson Street', 'Pittsburgh', 'PA', '15203');

type Subscriber = { person: Person; medium: Medium; level: Level; term: Term };
const print = (person: Person, level: Level = 'low', term: Term = '1year'): Subscriber => ({ person, medium: 'print', level, term });
const digital = (person: Person, level: Level = 'low', term: Term = '1year'): Subscriber => ({ person, medium: 'digital', level, term });

export const SUBSCRIBERS: readonly Subscriber[] = [
  print(JAN, 'high'),
  print(MARIA),
  print(TOMAS, 'low', '2year'),
  print(RUTH, 'high', 'lifetime'),
  print(DESMOND),
  digital(LENA),
  print(OWEN, 'low', '3year'),
  digital(PRIYA, 'high'),
  print(SOFIA),
  print(MARCUS, 'high'),
  print(CHLOE),
  print(ALASDAIR, 'high', '2year'),
  print(NIAMH),
  digital(GRETA, 'low', '2year'),
  print(BEN, 'high'),
  print(AIKO),
  digital(WANJIRU, 'high'),
];

type Bought = { person: Person; item: GoodType; ref: string; quantity: number };

/** The first is paid back in the provider's dashboard. */
export const ORDERS: readonly Bought[] = [
  { person: PAUL, item: 'basic-product', ref: 'prd:tide-table-print', quantity: 1 },
  { person: INGRID, item: 'basic-product', ref: 'prd:tide-table-print', quantity: 2 },
  { person: HANA, item: 'print-issue', ref: 'iss:15', quantity: 1 },
  {
    person: inUs('Gideon Marsh', '6 Canal Street', 'Lowell', 'MA', '01852'),
    item: 'basic-product',
    ref: 'prd:resident-passport',
    quantity: 3,
  },
  { person: inUs('Odette Fournier', '150 Royal Street', 'New Orleans', 'LA', '70130'), item: 'print-issue', ref: 'iss:14', quantity: 2 },
  {
    person: lives('Ewan Stirling', 'c', { line1: '8 Castle Wynd', city: 'Stirling', postcode: 'FK8 1EG', country: 'GB' }),
    item: 'basic-product',
    ref: 'prd:tide-table-print',
    quantity: 1,
  },
  { person: inUs('Nell Barrow', '41 Front Street', 'Duluth', 'MN', '55802'), item: 'digital-issue', ref: 'iss:12', quantity: 1 },
  { person: inUs('Cass Whitlow', '3 Quay Road', 'Astoria', 'OR', '97103'), item: 'print-issue', ref: 'iss:15', quantity: 1 },
];

type Gift = { person: Person; deliverable: Deliverable; level: Level; term: Term; recipient?: { name: string; address: AddressForm } };

/** Two are links to hand over, one is posted to who is given it. */
export const GIFTS: readonly Gift[] = [
  { person: inUs('Gus Ferrier', '14 Dock Lane', 'Portland', 'ME', '04101'), deliverable: 'print-a', level: 'low', term: '1year' },
  { person: inUs('Thea Lindgren', '20 Birch Street', 'Duluth', 'MN', '55802'), deliverable: 'digital', level: 'high', term: '1year' },
  {
    person: inUs('Abel Moreno', '9 Acequia Madre', 'Santa Fe', 'NM', '87501'),
    deliverable: 'print-a',
    level: 'low',
    term: '1year',
    recipient: {
      name: 'Nana Okoro',
      address: { line1: '3 Lamp Lane', line2: '', city: 'Bend', state: 'OR', postcode: '97701', country: 'US' },
    },
  },
];

type Giver = { person: Person; process: 'onetime' | 'monthly-init'; dollars: number };

export const GIVERS: readonly Giver[] = [
  { person: inUs('Dora Winslow', '2 Chapel Hill', 'Asheville', 'NC', '28801'), process: 'monthly-init', dollars: 10 },
  { person: inUs('Felix Amundsen', '70 Fjord Way', 'Poulsbo', 'WA', '98370'), process: 'onetime', dollars: 250 },
];

/** What callers said, by whom they are found. */
export const NOTES = [
  { name: 'Jan Kowalski Dayton', text: 'Prefers post, not calls. Moves to Columbus in spring.' },
  { name: 'Ruth Abernathy', text: 'Reader since the first issue. Wrote about the missing page 14 of Terminus.' },
] as const;
