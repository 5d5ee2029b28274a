import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/**
 * Of each call that changes something: whether a browser may make it again by itself when it cannot know whether it was
 * made. A new one has to be decided here.
 */
const CHANGES: Record<string, string> = {
  // What shall be so is said, not by how much it changes.
  changeQuantity: 'again',
  removeFromCart: 'again',
  changeName: 'again',
  issueLetters: 'again',
  saveAddress: 'again',
  changeAddress: 'again',
  deleteAddress: 'again',
  changeDonation: 'again',
  stopDonation: 'again',
  deleteCard: 'again',
  endSessions: 'again',
  logout: 'again',

  addToCart: 'adds up',
  autorenew: 'without a body it switches over',
  endSession: 'a session that is ended is not there any more',

  checkout: 'takes the token of a bot check, which is good once',
  invoiceCheckout: 'takes the token of a bot check',
  subscribe: 'takes the token of a bot check',
  renew: 'takes the token of a bot check',
  donate: 'takes the token of a bot check',
  redeem: 'takes the token of a bot check',
  updateSubscription: 'takes the token of a bot check, and may begin a payment',
  listSignup: 'takes the token of a bot check, and may write a letter',

  keepCard: 'may charge',
  donationSetup: 'begins at the provider’s',
  donationRestart: 'may charge',

  login: 'is counted',
  signin: 'writes a letter',
  signinVerify: 'takes a code, which is good once, and is counted',
  resetPassword: 'writes a letter',
  resetConfirm: 'takes a link, which is good once',
  handoff: 'takes a ticket, which is good once',
  openAdminView: 'takes a link, and is counted',
  resetEmail: 'writes letters',
  confirmEmail: 'takes a link, and is counted',
  withdrawEmail: 'takes a link, and is counted',
  claimSubscription: 'is counted',
  deleteCode: 'writes a letter',
  deleteAccount: 'takes a password or a code, which is good once',
};

const calls = Object.entries<Endpoint>(endpoints);

test('of every call that changes something it is decided whether it may be made again', () => {
  const changes = calls.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
  expect(changes.sort()).toEqual(Object.keys(CHANGES).sort());
});

test.each(calls)('%s says of itself what was decided, and a call that reads says nothing', (name, { repeatable }) => {
  expect(repeatable === true).toBe(CHANGES[name] === 'again');
});
