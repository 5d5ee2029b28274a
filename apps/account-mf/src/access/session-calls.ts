import { accessEndpoints } from '@newsstand/contracts/access';

const { sessions, endSession, endSessions } = accessEndpoints;

/** The calls of the page that lists where the reader is logged in. */
export const sessionCalls = { sessions, endSession, endSessions };
