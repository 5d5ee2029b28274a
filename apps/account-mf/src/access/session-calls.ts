import { accessEndpoints } from '@newsstand/contracts/access';

const { sessions, endSession, endSessions, resetPassword } = accessEndpoints;

/** The calls of the page that lists where the reader is logged in, and what helps against who should not be. */
export const sessionCalls = { sessions, endSession, endSessions, resetPassword };
