import { makeAccount, makeSubscriber } from '@newsstand/contracts/fixtures/account';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { conflict, down, noAddresses, recordedElsewhere, screen, type State } from './state.ts';
import { future, inCanada, onScreen, onScreenFirst, renewed } from './timetables.ts';

const canadian = makeAddress({
  line1: '8 Quai',
  city: 'Halifax',
  state: 'NS',
  postcode: 'B3J 1A1',
  country_code: 'CA',
  country_name: 'Canada',
});
const faroese = makeAddress({
  line1: '3 Bryggjan',
  city: 'Tórshavn',
  state: '',
  state_name: '',
  postcode: '100',
  country_code: 'FO',
  country_name: 'Faroe Islands',
});
const elsewhere = (line1: string) => ({
  addresses: { a: makeAddress({ line1 }), b: null, c: null },
  address_versions: { a: line1, b: 'none', c: 'none' },
});

export const addressStates = {
  address: screen('account.address', 'Addresses'),
  'address-reaches': screen('account.address', 'Addresses: the first issue that a change reaches', {
    account: makeAccount({ address_reaches: { a: 16, b: 18, c: null } }),
    timetable: future,
  }),
  'address-returned': screen(
    'account.address',
    'Addresses: copies came back from it',
    { account: makeAccount({ address_returned: { a: true, b: false, c: false } }), timetable: future },
    {
      answers: {
        'POST /api/account/address/*': { body: { ...elsewhere('1 Quay'), address_returned: { a: false, b: false, c: false } } },
      },
    },
  ),
  'address-each': screen('account.address', 'Addresses: one in each category', {
    account: makeAccount({ addresses: { a: makeAddress(), b: canadian, c: faroese } }),
  }),
  'address-missing': screen('account.address', 'Addresses: none usable', { account: makeAccount(noAddresses) }),
  'address-digital': screen('account.address', 'Addresses: digital only', { timetable: onScreen }),
  'address-digital-first': screen('account.address', 'Addresses: digital now, then print', { timetable: onScreenFirst('print-a') }),
  'address-digital-first-missing': screen('account.address', 'Addresses: digital now, then print to where there is none', {
    account: makeAccount(noAddresses),
    timetable: onScreenFirst('print-b'),
  }),
  'address-renewed': screen('account.address', 'Addresses: run out, autorenew on', { timetable: renewed }),
  'address-future': screen('account.address', 'Addresses: a future cycle elsewhere', { timetable: future }),
  'address-of-one': screen('account.address', 'Addresses: of one subscription', { timetable: future }, { query: 'token=sub_next1' }),
  'address-of-none': screen(
    'account.address',
    'Addresses: of a subscription that is not there',
    {},
    {
      query: 'token=sub_nobodys',
      answers: { 'GET /api/account/subscriptions/*': { status: 404, body: { errors: 'Not found.' } } },
    },
  ),
  'address-refused': screen(
    'account.address',
    'Addresses: refused',
    { account: makeAccount(noAddresses) },
    {
      answers: {
        'POST /api/account/address/*': {
          status: 422,
          body: { errors: { line1: 'Must not be blank.', city: 'Must not be blank.', state: 'Must not be blank.' } },
        },
      },
    },
  ),
  'address-conflict': screen(
    'account.address',
    'Addresses: changed elsewhere',
    {},
    {
      answers: {
        'POST /api/account/address/*': conflict(() => ({ body: elsewhere('1 Quay') })),
        'GET /api/account/subscriber': recordedElsewhere(elsewhere('99 Other Tab')),
      },
    },
  ),
  'address-moved': screen(
    'account.address',
    'Addresses: posted elsewhere meanwhile',
    {},
    { answers: { 'GET /api/account/subscriber': { body: { subscriber: makeSubscriber({ timetable: inCanada }), timetable: inCanada } } } },
  ),
  'address-down': screen('account.address', 'Addresses: server down', {}, { answers: { 'POST /api/account/address/*': down } }),
  'address-view-only': screen('account.address', 'Addresses: seen by staff', { view_only: true }),
  'delete-address': screen('account.delete-address', 'Delete an address', { timetable: onScreen }, { options: { ship: 'ship-a' } }),
  'delete-address-b': screen(
    'account.delete-address',
    'Delete an address: Canada',
    { account: makeAccount({ addresses: { a: null, b: canadian, c: null } }), timetable: onScreen },
    { options: { ship: 'ship-b' } },
  ),
  'delete-address-c': screen(
    'account.delete-address',
    'Delete an address: international',
    { account: makeAccount({ addresses: { a: null, b: null, c: faroese } }), timetable: onScreen },
    { options: { ship: 'ship-c' } },
  ),
  'delete-address-down': screen(
    'account.delete-address',
    'Delete an address: server down',
    { timetable: onScreen },
    { options: { ship: 'ship-a' }, answers: { 'DELETE /api/account/address/*': down } },
  ),
  'delete-address-view-only': screen(
    'account.delete-address',
    'Delete an address: seen by staff',
    { timetable: onScreen, view_only: true },
    { options: { ship: 'ship-a' } },
  ),
  'delete-address-conflict': screen(
    'account.delete-address',
    'Delete an address: changed elsewhere',
    { timetable: onScreen },
    {
      options: { ship: 'ship-a' },
      answers: {
        'DELETE /api/account/address/*': conflict(() => ({
          body: { addresses: { a: null, b: null, c: null }, address_versions: { a: 'none', b: 'none', c: 'none' } },
        })),
        'GET /api/account/subscriber': {
          body: {
            subscriber: makeSubscriber({ account: makeAccount(elsewhere('99 Other Tab')), timetable: onScreen }),
            timetable: onScreen,
          },
        },
      },
    },
  ),
  'delete-address-required': screen('account.delete-address', 'Delete an address: required', {}, { options: { ship: 'ship-a' } }),
  'delete-address-gone': screen('account.delete-address', 'Delete an address: none there', {}, { options: { ship: 'ship-c' } }),
} satisfies Record<string, State>;
