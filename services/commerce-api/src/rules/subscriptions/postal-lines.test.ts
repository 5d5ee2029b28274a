import { expect, test } from 'vitest';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { postalLines } from './postal-lines.ts';

const town = (country_code: string, country_name: string, city: string, postcode: string, state = '', state_name = '') =>
  makeAddress({ line1: '2 Slipway', line2: '', country_code, country_name, city, postcode, state, state_name });

test.each([
  ['at home no country', town('US', 'United States', 'Dayton', '45402-1234', 'OH', 'Ohio'), ['2 Slipway', 'Dayton OH 45402-1234']],
  [
    'a ZIP code of nine with its hyphen',
    town('US', 'United States', 'Dayton', '454021234', 'OH', 'Ohio'),
    ['2 Slipway', 'Dayton OH 45402-1234'],
  ],
  ['a Canadian code in two halves', town('CA', 'Canada', 'Gander', 'a1v1w8', 'NL'), ['2 Slipway', 'Gander NL A1V 1W8', 'CANADA']],
  ['a province by its code', town('CA', 'Canada', 'Gander', 'A1V 1W8', 'NL', 'Newfoundland'), ['2 Slipway', 'Gander NL A1V 1W8', 'CANADA']],
  ['the postcode first', town('DE', 'Germany', 'Berlin', '10115'), ['2 Slipway', '10115 Berlin', 'GERMANY']],
  ['the postcode first in Argentina', town('AR', 'Argentina', 'Ushuaia', 'V9410'), ['2 Slipway', 'V9410 Ushuaia', 'ARGENTINA']],
  ['the postcode below', town('GB', 'United Kingdom', 'Belfast', 'BT1 1AA'), ['2 Slipway', 'Belfast', 'BT1 1AA', 'UNITED KINGDOM']],
  ['without one', town('HK', 'Hong Kong', 'Kowloon', ''), ['2 Slipway', 'Kowloon', 'HONG KONG']],
  ['behind the town elsewhere', town('JP', 'Japan', 'Kyoto', '600-8216'), ['2 Slipway', 'Kyoto 600-8216', 'JAPAN']],
])('a label has %s', (_what, address, lines) => {
  expect(postalLines(address, 'US')).toEqual(lines);
});

test('a label that is posted from another country names that of its reader', () => {
  expect(postalLines(town('US', 'United States', 'Dayton', '45402', 'OH', 'Ohio'), 'DE')).toEqual([
    '2 Slipway',
    'Dayton OH 45402',
    'UNITED STATES',
  ]);
});
