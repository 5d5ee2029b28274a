import * as v from 'valibot';
import { DeskFound, Scrap } from './desk-find.ts';
import { ReaderNote, After, DeskHistory, WriteNote } from './desk-history.ts';
import { DeskReader, DeskToday } from './desk-reader.ts';
import type { DeskVerb } from './desk-roles.ts';
import { AcceptInvitation, BeSample, DeskSession, DeskStaff, KeyRound, OpenInvitation, ShowKey } from './desk-staff.ts';
import {
  AddressChanged,
  AutorenewSwitched,
  ChangeAddressFor,
  Dry,
  EndSessionsFor,
  LetterSent,
  SendLetter,
  SessionsEnded,
  SwitchAutorenewFor,
  TakeBack,
} from './desk-verbs.ts';
import type { Endpoint } from './endpoint.ts';
import { Shipcode } from './shipcode.ts';
import { ShippingConfig } from './shipping-config.ts';

/**
 * A call of the publisher's desk. `verb` says who may make it: whoever has a role for that verb, everybody who is signed in (`staff`), or whoever comes
 * to the desk's own origin (`anybody`).
 */
export type DeskEndpoint = Endpoint & { verb: DeskVerb | 'staff' | 'anybody' };

const owner = v.pipe(v.string(), v.uuid());

/** The calls of the publisher's desk. They are served at the desk's own origin and nowhere else. */
export const deskEndpoints = {
  deskSession: {
    method: 'GET',
    path: '/api/desk/session',
    summary: 'Who is signed in',
    answer: DeskSession,
    verb: 'anybody',
  },
  deskKeyRound: {
    method: 'POST',
    path: '/api/desk/session/options',
    summary: 'Begin to show a passkey',
    body: v.object({}),
    answer: KeyRound,
    refuses: [429],
    verb: 'anybody',
  },
  deskSignIn: {
    method: 'POST',
    path: '/api/desk/session',
    summary: 'Sign in with a passkey',
    body: ShowKey,
    answer: DeskSession,
    refuses: [401, 429],
    verb: 'anybody',
  },
  deskBeSample: {
    method: 'POST',
    path: '/api/desk/session/sample',
    summary: 'Sign in as one of the sample people, on a machine of one’s own',
    body: BeSample,
    answer: DeskSession,
    refuses: [404],
    verb: 'anybody',
  },
  deskStepUp: {
    method: 'POST',
    path: '/api/desk/session/step-up',
    summary: 'Show the passkey again, for what wants it fresh',
    body: ShowKey,
    answer: DeskSession,
    refuses: [401, 429],
    verb: 'staff',
  },
  deskSignOut: { method: 'DELETE', path: '/api/desk/session', summary: 'Sign out', answer: DeskSession, verb: 'staff' },
  deskOpenInvitation: {
    method: 'POST',
    path: '/api/desk/welcome/options',
    summary: 'Begin to make a passkey, with an invitation',
    body: OpenInvitation,
    answer: KeyRound,
    refuses: [429],
    verb: 'anybody',
  },
  deskAcceptInvitation: {
    method: 'POST',
    path: '/api/desk/welcome',
    summary: 'Keep the passkey that was made, and sign in',
    body: AcceptInvitation,
    answer: DeskSession,
    refuses: [429],
    verb: 'anybody',
  },
  deskStaff: { method: 'GET', path: '/api/desk/staff', summary: 'Everybody who works here', answer: DeskStaff, verb: 'seeStaff' },
  deskHistory: {
    method: 'GET',
    path: '/api/desk/history',
    summary: 'What was done, newest first',
    query: { after: After },
    answer: DeskHistory,
    verb: 'seeHistory',
  },
  deskFind: {
    method: 'GET',
    path: '/api/desk/find',
    summary: 'Anything by any scrap: readers, orders, invoices, gifts',
    query: { q: Scrap },
    answer: DeskFound,
    refuses: [429],
    verb: 'find',
  },
  deskToday: { method: 'GET', path: '/api/desk/today', summary: 'What a day begins with', answer: DeskToday, verb: 'staff' },
  deskReader: {
    method: 'GET',
    path: '/api/desk/readers/{owner}',
    summary: 'All that is known of one person',
    params: { owner },
    answer: DeskReader,
    refuses: [404],
    verb: 'seeReaders',
  },
  deskWriteNote: {
    method: 'POST',
    path: '/api/desk/readers/{owner}/notes',
    summary: 'Note something of a reader',
    params: { owner },
    body: WriteNote,
    answer: v.object({ note: ReaderNote }),
    refuses: [404, 409],
    verb: 'writeNote',
  },
  deskZones: {
    method: 'GET',
    path: '/api/desk/zones',
    summary: 'Countries and states by zone, to type an address',
    answer: ShippingConfig,
    verb: 'changeAddressFor',
  },
  deskChangeAddress: {
    method: 'POST',
    path: '/api/desk/readers/{owner}/address/{shipcode}',
    summary: 'Change the address of a zone for a reader',
    params: { owner, shipcode: Shipcode },
    query: { dry: Dry },
    body: ChangeAddressFor,
    answer: AddressChanged,
    refuses: [404, 409],
    verb: 'changeAddressFor',
  },
  deskSwitchAutorenew: {
    method: 'POST',
    path: '/api/desk/readers/{owner}/autorenew',
    summary: 'Switch renewing by itself on or off for a reader',
    params: { owner },
    query: { dry: Dry },
    body: SwitchAutorenewFor,
    answer: AutorenewSwitched,
    refuses: [404, 409],
    verb: 'switchAutorenewFor',
  },
  deskEndSessions: {
    method: 'POST',
    path: '/api/desk/readers/{owner}/end-sessions',
    summary: 'Log a reader out everywhere',
    params: { owner },
    query: { dry: Dry },
    body: EndSessionsFor,
    answer: SessionsEnded,
    refuses: [404, 409],
    verb: 'endSessionsFor',
  },
  deskResendLetter: {
    method: 'POST',
    path: '/api/desk/readers/{owner}/letters/{letter}/resend',
    summary: 'Send a letter again, to the reader’s mailbox of now',
    params: { owner, letter: owner },
    query: { dry: Dry },
    body: SendLetter,
    answer: LetterSent,
    refuses: [404, 409, 429],
    verb: 'resendLetter',
  },
  deskSendLogin: {
    method: 'POST',
    path: '/api/desk/readers/{owner}/login-letter',
    summary: 'Mail a reader the link that sets a password, and leads to their card',
    params: { owner },
    query: { dry: Dry },
    body: SendLetter,
    answer: LetterSent,
    refuses: [404, 409, 429],
    verb: 'sendLogin',
  },
  deskTakeBack: {
    method: 'POST',
    path: '/api/desk/actions/{done}/undo',
    summary: 'Take back what was done, by whoever may do it',
    params: { done: owner },
    query: { dry: Dry },
    body: TakeBack,
    answer: v.object({ verb: v.string() }),
    refuses: [404, 409],
    verb: 'takeBack',
  },
} as const satisfies Record<string, DeskEndpoint>;
export type DeskEndpointName = keyof typeof deskEndpoints;
