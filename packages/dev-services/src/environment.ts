import * as v from 'valibot';

const Port = (fallback: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(65_535)), String(fallback));
const Path = v.optional(v.pipe(v.string(), v.minLength(1)));
const variable = <const Schema extends v.GenericSchema>(text: string, schema: Schema) => v.pipe(schema, v.description(text));
const HOST = variable('The address to listen on; only one of this machine.', v.optional(v.string(), '127.0.0.1'));

/** What each of the programs reads; `docs/reference-variables.md` is made of them. */
export const StripeEnvironment = v.object({
  PORT: variable('The port to listen on; 0 takes a free one.', Port(4242)),
  HOST,
  STATE_FILE: variable('A SQLite file that keeps the state over a restart. Not set: it is kept in memory.', Path),
  STRIPE_SECRET_KEY: variable('The key that it takes; a test key.', v.optional(v.string(), 'sk_test_newsstand')),
  STRIPE_PUBLISHABLE_KEY: variable('The key that pages give; a test key.', v.optional(v.string(), 'pk_test_newsstand')),
  STRIPE_WEBHOOK_URL: variable('Where its events go. Not set: nowhere.', v.optional(v.pipe(v.string(), v.url()))),
  STRIPE_WEBHOOK_SECRET: variable('Signs them.', v.optional(v.string(), 'whsec_newsstand')),
});
export const MailboxEnvironment = v.object({
  SMTP_PORT: variable('The port that takes mail.', Port(2525)),
  HTTP_PORT: variable('The port of the page that shows it.', Port(8025)),
  HOST,
  STATE_FILE: variable('A SQLite file that keeps the letters over a restart. Not set: they are kept in memory.', Path),
});
export const OpenidEnvironment = v.object({
  PORT: variable('The port to listen on; 0 takes a free one.', Port(4300)),
  HOST,
  MAGAZINE_ORIGINS: variable(
    'The magazine’s origin under each of its names, by commas; all of this machine.',
    v.optional(v.string(), 'http://localhost:4000,http://127.0.0.1:4000'),
  ),
});

/** The environment as the schema wants it, or an error that names every variable that is wrong. */
export function readEnvironment<const T extends v.GenericSchema<Record<string, unknown>, unknown>>(schema: T): v.InferOutput<T> {
  const result = v.safeParse(schema, process.env);
  if (result.success) return result.output;
  throw new Error(result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'));
}

/** Closes once, at the first SIGTERM or SIGINT, and lets the process end by itself. */
export function closeOnSignal(close: () => Promise<void>): void {
  const stop = () => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    void close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
