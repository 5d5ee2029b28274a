// Who buys what in the sample of a magazine's readers (sample-year.ts). Nobody gets mail at example.org.
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
  { person: HANA, item: 'print-issue', ref: 'iss:11', quantity: 1 },
  {
    person: inUs('Gideon Marsh', '6 Canal Street', 'Lowell', 'MA', '01852'),
    item: 'basic-product',
    ref: 'prd:resident-passport',
    quantity: 3,
  },
  { person: inUs('Odette Fournier', '150 Royal Street', 'New Orleans', 'LA', '70130'), item: 'print-issue', ref: 'iss:10', quantity: 2 },
  {
    person: lives('Ewan Stirling', 'c', { line1: '8 Castle Wynd', city: 'Stirling', postcode: 'FK8 1EG', country: 'GB' }),
    item: 'basic-product',
    ref: 'prd:tide-table-print',
    quantity: 1,
  },
  { person: inUs('Nell Barrow', '41 Front Street', 'Duluth', 'MN', '55802'), item: 'digital-issue', ref: 'iss:9', quantity: 1 },
  { person: inUs('Cass Whitlow', '3 Quay Road', 'Astoria', 'OR', '97103'), item: 'print-issue', ref: 'iss:11', quantity: 1 },
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

const LINES = `
Ada Thornbury, 14 Ferry Street, Bangor, ME 04401
Silas Whitcomb, 233 Congress Avenue, Austin, TX 78701
Beatriz Salgado, 61 Calle Ocho, Miami, FL 33130
Harlan Voss, 8 Grain Elevator Road, Fargo, ND 58102
Yuki Tanabe, 419 Jackson Street, San Jose, CA 95112
Delphine Arceneaux, 27 Bayou Lane, Lafayette, LA 70501
Orson Keel, 5 Breakwater Drive, Duluth, MN 55802
Miriam Feld, 340 Riverside Drive, New York, NY 10025
Caleb Hartigan, 72 Mill Pond Road, Concord, NH 03301
Noor Haddad, 1506 Warren Avenue, Dearborn, MI 48126
Wendell Pike, 9 Depot Street, Brattleboro, VT 05301
Ines Quintero, 88 Alameda Street, Tucson, AZ 85701
Tobias Renner, 410 Juneau Avenue, Milwaukee, WI 53203
Alma Fjeld, 17 Ballard Way, Seattle, WA 98107
Rosalind Achterberg, 300 Linden Street, Holland, MI 49423
Jonah Mbeki, 2200 Auburn Avenue, Atlanta, GA 30312
Clementine Duval, 12 Rampart Street, New Orleans, LA 70112
Ezra Lindholm, 46 Cedar Street, Marquette, MI 49855
Fern Gallagher, 701 Wharf Road, Newport, RI 02840
Kofi Asante, 18 Dudley Street, Boston, MA 02119
Mabel Ostrander, 90 Canal Road, Lockport, NY 14094
Rafael Montoya, 33 Old Pecos Trail, Santa Fe, NM 87505
Sigrid Halvorsen, 210 Harbor Avenue, Astoria, OR 97103
Theo Papadakis, 57 Sponge Docks, Tarpon Springs, FL 34689
Una Brannigan, 1340 Dorchester Avenue, Boston, MA 02122
Vikram Nair, 805 Oak Tree Road, Edison, NJ 08820
Winona Redfield, 16 Main Street, Durango, CO 81301
Xavier Boone, 411 Broadway, Paducah, KY 42001
Zelda Marchetti, 29 Columbus Avenue, San Francisco, CA 94133
August Lindqvist, 62 Swede Hollow, Saint Paul, MN 55101
Bettina Krause, 1800 Pine Street, Philadelphia, PA 19103
Cyrus Talbot, 7 Lighthouse Lane, Rockland, ME 04841
Dolores Ibarra, 940 Brazos Street, San Antonio, TX 78207
Emil Novotny, 515 Czech Village, Cedar Rapids, IA 52404
Flora Petrakis, 24 Halsted Street, Chicago, IL 60661
Gordon Ashby, 3 Orchard Hill, Amherst, MA 01002
Hester Vandermeer, 68 Windmill Island, Holland, MI 49424
Ivo Brankovic, 1212 Carson Street, Pittsburgh, PA 15203
Jessamine Cole, 450 Beale Street, Memphis, TN 38103
Kirsten Aalto, 39 Suomi Avenue, Hancock, MI 49930
Leopold Szabo, 2701 Buckeye Road, Cleveland, OH 44104
Maud Ellison, 11 Snug Harbor, Juneau, AK 99801
Nikhil Rao, 620 Castro Street, Mountain View, CA 94041
Opal Jennings, 84 Levee Street, Vicksburg, MS 39180
Pilar Echeverria, 15 Grove Street, Boise, ID 83702
Quentin Mayfair, 207 Charter Street, Salem, MA 01970
Rhoda Steinmetz, 1033 Vine Street, Cincinnati, OH 45202
Saul Abramson, 76 Essex Street, New York, NY 10002
Tamsin Trelawny, 42 Copper Street, Butte, MT 59701
Ursula Engel, 118 Schoolhouse Road, Fredericksburg, TX 78624
Vernon Tidewell, 6 Oyster Point, Chincoteague, VA 23336
Willa Stockbridge, 55 Prairie Avenue, Lincoln, NE 68508
Yolanda Baptiste, 231 Flatbush Avenue, Brooklyn, NY 11217
Amos Kettering, 400 Patterson Road, Dayton, OH 45419
Briar Holloway, 19 Tannery Row, Asheville, NC 28801
Conrad Eversley, 1601 Clipper Mill, Baltimore, MD 21211
`;

/** Readers of the year behind: who buys, renews, gives and leaves is said in sample-year.ts. */
export const REGULARS: readonly Person[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', street = '', city = '', end = ''] = line.split(', ');
    const [state = '', postcode = ''] = end.split(' ');
    return inUs(name, street, city, state, postcode);
  });
