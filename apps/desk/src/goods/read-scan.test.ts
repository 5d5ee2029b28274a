import { expect, test } from 'vitest';
import { carrierOf, readScan } from './read-scan.ts';

test.each([
  ['a slip, with none on the table', ' exr-8812\n', null, { type: 'look', code: 'EXR-8812' }],
  ['an order’s number, typed', '8812', null, { type: 'look', code: '8812' }],
  ['what is no slip’s code', ' exr 20\n', null, { type: 'no-slip', typed: 'exr 20' }],
  ['nothing, with none on the table', ' ', null, { type: 'nothing' }],
  ['the slip again', 'EXR-8812.2', 'EXR-8812.2', { type: 'send' }],
  ['Enter alone', '', 'EXR-8812', { type: 'send' }],
  ['a tracking number', '1z999aa10123456784', 'EXR-8812', { type: 'track', tracking: '1Z999AA10123456784' }],
  ['digits alone', '9400100000000000000000', 'EXR-8812', { type: 'track', tracking: '9400100000000000000000' }],
  ['another parcel’s slip', 'EXR-8813', 'EXR-8812', { type: 'other', code: 'EXR-8813' }],
  ['a magazine’s label, with a slip on the table', '16-a1-000001', 'EXR-8812', { type: 'label', typed: '16-A1-000001' }],
  ['a magazine’s label, with none', '16-A1-000001', null, { type: 'label', typed: '16-A1-000001' }],
  ['a giftee’s slip of the same order', 'EXR-8812.1', 'EXR-8812', { type: 'other', code: 'EXR-8812.1' }],
])('%s', (_title, typed, code, meant) => {
  expect(readScan(typed, code)).toEqual(meant);
});

test.each([
  ['9400 1000 0000 0000 0000 00', 'USPS'],
  ['420454029400100000000000000000', 'USPS'],
  ['LZ123456789US', 'USPS'],
  ['1z999aa10123456784', 'UPS'],
  ['986578788855', 'FedEx'],
  ['961207780804312', 'FedEx'],
  ['AB123456789GB', ''],
  ['1Z999', null],
  ['1234567890', null],
  ['8400100000000000000000', null],
])('the number %s is of %s by its shape', (tracking, carrier) => {
  expect(carrierOf(tracking)).toBe(carrier);
});
