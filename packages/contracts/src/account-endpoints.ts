import * as v from 'valibot';
import {
  AccountAddresses,
  AccountName,
  AdminViewOpened,
  ChangeDonation,
  ChangeName,
  ClaimSubscription,
  ConfirmEmail,
  Donations,
  EmailChange,
  EmailConfirmed,
  EmailWithdrawn,
  IssueLetters,
  OpenAdminView,
  ResetEmail,
  SubscriberAnswer,
  SubscriptionClaimed,
  Version,
  WithdrawEmail,
  ZoneParam,
} from './account.ts';
import { SentAddress } from './address.ts';
import { Flag, upTo } from './bounded.ts';
import { DownloadFormat } from './download.ts';
import type { Endpoint } from './endpoint.ts';

const token = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));
const version = v.optional(Version);

/**
 * The call for the subscriber, whatever is read of it: check-out reads a part, and so brings along no other schemas.
 */
export const subscriberCall = {
  method: 'GET',
  path: '/api/account/subscriber',
  summary: 'All that the account pages show of the reader who is logged in',
  query: { membership: Flag },
  refuses: [401],
  security: [['session']],
} as const satisfies Omit<Endpoint, 'answer'>;
export const subscriber = { ...subscriberCall, answer: SubscriberAnswer } as const satisfies Endpoint;

export const changeName = {
  method: 'POST',
  path: '/api/account/name',
  summary: 'Change the name',
  query: { version },
  body: ChangeName,
  answer: AccountName,
  refuses: [401, 409],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const claimSubscription = {
  method: 'POST',
  path: '/api/account/claim',
  summary:
    'Bring a subscription by post, which came from another system without an e-mail address, to the account: by its number and its postal code',
  body: ClaimSubscription,
  answer: SubscriptionClaimed,
  refuses: [401, 403, 409, 429],
  security: [['session']],
} as const satisfies Endpoint;

export const issueLetters = {
  method: 'POST',
  path: '/api/account/issue-letters',
  summary: 'Switch the letters about new issues on or off',
  body: IssueLetters,
  answer: IssueLetters,
  refuses: [401],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const resetEmail = {
  method: 'POST',
  path: '/api/account/reset-email',
  summary: 'Ask for another e-mail address, soon after a login; it waits until it is confirmed, and replaces one that waits',
  body: ResetEmail,
  answer: EmailChange,
  refuses: [401, 403, 429],
  security: [['session']],
} as const satisfies Endpoint;

export const confirmEmail = {
  method: 'POST',
  path: '/api/account/email/confirm',
  summary: 'Confirm the new address with the mailed link; nobody needs to be logged in',
  body: ConfirmEmail,
  answer: EmailConfirmed,
  refuses: [409, 429],
} as const satisfies Endpoint;

export const withdrawEmail = {
  method: 'POST',
  path: '/api/account/email/withdraw',
  summary: 'Withdraw the new address that waits with the link mailed to the present one, and log everybody else out',
  body: WithdrawEmail,
  answer: EmailWithdrawn,
  refuses: [429],
} as const satisfies Endpoint;

export const saveAddress = {
  method: 'POST',
  path: '/api/account/address/{shipcode}',
  summary: 'Keep an address for a zone',
  params: { shipcode: ZoneParam },
  query: { version },
  body: SentAddress,
  answer: AccountAddresses,
  refuses: [401, 409],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const changeAddress = {
  method: 'POST',
  path: '/api/account/change-address/{shipcode}',
  summary: 'Keep an address for the zone that one subscription, `token`, is posted to',
  params: { shipcode: ZoneParam },
  query: { token: v.optional(token), version },
  body: SentAddress,
  answer: AccountAddresses,
  refuses: [401, 409],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const deleteAddress = {
  method: 'DELETE',
  path: '/api/account/address/{shipcode}',
  summary: 'Delete the address of a zone to which nothing is posted',
  params: { shipcode: ZoneParam },
  query: { version, session: v.optional(upTo(200)) },
  answer: AccountAddresses,
  refuses: [401, 409],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const changeDonation = {
  method: 'PATCH',
  path: '/api/account/donations/{token}',
  summary: 'Change what is given each month',
  params: { token },
  query: { version },
  body: ChangeDonation,
  answer: Donations,
  refuses: [401, 409, 410],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const stopDonation = {
  method: 'DELETE',
  path: '/api/account/donations/{token}',
  summary: 'Stop giving each month',
  params: { token },
  answer: Donations,
  refuses: [401],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const download = {
  method: 'GET',
  path: '/api/download/{slug}/{format}',
  summary:
    'An issue as a file, by a signed link of the account page, or of a `receipt`; in parts, too (Range, If-Range). With `read` a PDF is shown by the browser, not saved',
  params: { slug: v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/)), format: DownloadFormat },
  query: { expires: v.optional(upTo(40)), signature: v.optional(upTo(200)), receipt: v.optional(upTo(200)), read: v.optional(upTo(5)) },
  answer: v.unknown(),
  media: ['application/pdf', 'application/epub+zip'],
  answers: [200, 206, 304, 416],
  leads_on: true,
  refuses: [410],
  security: [
    ['session', 'signature'],
    ['receipt', 'signature'],
  ],
} as const satisfies Endpoint;

export const openAdminView = {
  method: 'POST',
  path: '/api/admin-view',
  summary: "Look at a reader's account, read-only, with the link that staff made; nobody needs to be logged in",
  body: OpenAdminView,
  answer: AdminViewOpened,
  refuses: [401, 429],
} as const satisfies Endpoint;
