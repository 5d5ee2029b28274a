import {
  login,
  signin,
  signinVerify,
  resetPassword,
  resetConfirm,
  handoff,
  session,
  entitlement,
  identityProviders,
  logout,
} from '@newsstand/contracts/access';
import type { TableApi } from '@newsstand/ui/call-table';

/** The only calls that this remote makes. */
export const calls = { login, signin, signinVerify, resetPassword, resetConfirm, handoff, session, entitlement, identityProviders, logout };
export type LoginApi = TableApi<typeof calls>;
