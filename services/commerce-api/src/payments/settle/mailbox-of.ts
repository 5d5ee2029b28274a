import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * SQL of where what is to be said later of an order `o` goes, and of its invoice `i`, if it has one. Whoever bought
 * with an account is written to as long as there is one, and then where it was last: the mailbox of the order may have
 * been given up since. Of an invoice whoever it was billed to is told.
 */
export const mailboxOf = Prisma.sql`case when i.id is null
  then coalesce((select a.email from account a where a.id = o.owner_id), o.kept_for, o.email)
  else coalesce(i.email_to, o.email) end`;
