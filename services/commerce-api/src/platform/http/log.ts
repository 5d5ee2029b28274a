import { pino, type DestinationStream, type Logger } from 'pino';

/** Pino's number of the level from which somebody is to look. */
const WARN = 40;
/** At least so much is written at once, in characters, or what there is after so many milliseconds. */
const BATCH = 4096;
const LONGEST_WAIT = 250;

/**
 * The standard output, written to in batches: a write for each answer was a tenth of what a service takes to read a
 * cart (decision 008). What there is when the process ends is written then; a process that is killed takes the last
 * quarter of a second with it. A warning or an error is handed over at once.
 */
export function batchedOutput(): DestinationStream {
  return pino.destination({ sync: false, minLength: BATCH, periodicFlush: LONGEST_WAIT });
}

/**
 * JSON lines without personal data and without tokens. Routes are logged by their pattern, never by their address (it
 * may hold a receipt's token); errors are scrubbed, because databases and payment providers like to quote what they
 * were given.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: {
        logMethod(line, write, of) {
          write.apply(this, line);
          if (of >= WARN) this.flush();
        },
      },
    },
    destination,
  );
}

export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  return {
    type: error.name,
    message: scrub(error.message),
    ...('code' in error && { code: String(error.code) }),
    stack: scrub((error.stack ?? '').replace(`${error.name}: ${error.message}`, '')),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** E-mail addresses, PostgreSQL's quoted values, client secrets, keys, and anything long and random. */
function scrub(text: string): string {
  return text
    .replaceAll(/[^\s@"'(=<]+@[^\s@"')>,]+\.[^\s@"')>,]+/g, '[email]')
    .replaceAll(/\)=\((.*?)\)/g, ')=([values])')
    .replaceAll(/\b(sk|rk|pk|whsec|pi|seti|pm|cus)_[\w-]+/g, '$1_[…]')
    .replaceAll(/(?<![\w/.])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g, '[token]');
}
