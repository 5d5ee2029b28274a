/** What PostgreSQL says (its SQLSTATE), Node of the line, and Prisma of both. */
const CODES = new Set([
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02', // another of its processes crashed
  '57P03', // starting up, or shutting down
  '57P05', // the session idled for too long
  '57014', // the statement took too long
  '55P03', // waited for a lock for too long
  '40P01', // ended, because two waited for each other
  '40001', // ended, because another changed what it had read
  '25P03', // silent inside a transaction for too long
  '08000',
  '08001',
  '08003',
  '08004',
  '08006', // the connection is gone
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'P1001', // cannot be reached
  'P1002',
  'P1008', // took too long
  'P1017', // closed the connection
  'P2024', // no turn in the pool
  'P2034', // ended for another transaction's sake
  'P2028', // a transaction that could not begin, or took too long
  'P2037', // too many connections
  // Its adapter, of what had one of Node's codes.
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/** `pg` gives these no code. */
const WORDS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/**
 * Whether an error of the database says that it has no time, no room or is not there: what was asked is right, and can
 * be asked again in a moment. Nothing of an open transaction is left; whether a commit whose answer was lost has
 * happened is not known.
 */
export function isUnavailable(error: unknown): boolean {
  return parts(error).some(
    ({ code, originalCode, kind, message }) =>
      [code, originalCode, kind].some((one) => CODES.has(String(one))) || WORDS.some((known) => String(message).includes(known)),
  );
}

/** Prisma wraps what its adapter threw, which wraps what `pg` threw. */
function parts(error: unknown): Record<string, unknown>[] {
  if (typeof error !== 'object' || error === null) return [];
  const part: Record<string, unknown> = { ...error, ...(error instanceof Error && { message: error.message }) };
  return [part, ...[part['cause'], part['meta'], part['driverAdapterError']].flatMap(parts)];
}
