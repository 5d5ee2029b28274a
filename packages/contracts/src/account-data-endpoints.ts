import * as v from 'valibot';
import { Version } from './account.ts';
import { AccountDeleted, AccountExport, DeleteAccount, DeleteCodeSent, DeletePreview, DeleteRefusal } from './account-data.ts';
import type { Endpoint } from './endpoint.ts';

export const exportAccount = {
  method: 'GET',
  path: '/api/account/export',
  summary: 'Everything that is kept of the reader, as a JSON file',
  answer: AccountExport,
  refuses: [401, 403],
  security: [['session']],
} as const satisfies Endpoint;

export const deletePreview = {
  method: 'GET',
  path: '/api/account/delete',
  summary: 'What deleting the account would mean',
  answer: DeletePreview,
  refuses: [401],
  security: [['session']],
} as const satisfies Endpoint;

export const deleteCode = {
  method: 'POST',
  path: '/api/account/delete/code',
  summary: 'Mail a code with which the account can be deleted',
  answer: DeleteCodeSent,
  refuses: [401, 429],
  security: [['session']],
} as const satisfies Endpoint;

export const deleteAccount = {
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the account, with a fresh proof of who the reader is; with a `version`, only as its preview was shown',
  query: { version: v.optional(Version) },
  body: DeleteAccount,
  answer: AccountDeleted,
  refusal: DeleteRefusal,
  refuses: [401, 409, 429],
  security: [['session']],
} as const satisfies Endpoint;
