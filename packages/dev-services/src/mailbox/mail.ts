import * as v from 'valibot';

/** One mail that was caught. Ids grow, so that `after` an id means later mails. */
export const Mail = v.object({
  id: v.number(),
  at: v.string(),
  /** The envelope's sender, empty for bounces. */
  from: v.string(),
  /** The envelope's recipients. */
  to: v.array(v.string()),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  headers: v.record(v.string(), v.string()),
  attachments: v.array(v.object({ filename: v.string(), type: v.string(), size: v.number() })),
});
export type Mail = v.InferOutput<typeof Mail>;

export function isTo(mail: Mail, address: string): boolean {
  return mail.to.some((recipient) => recipient.toLowerCase() === address.toLowerCase());
}
