import type { Prisma } from '../../generated/prisma/client.ts';
import type { CodedText } from '../platform/http/coded-text.ts';
import { deskText } from '../publication/texts/desk-texts.ts';

type Done = { verbs: readonly string[]; subject?: string; to?: Prisma.StaffActionWhereInput['to'] };

/** What is read of an action to say who did it, and when. */
export const DOER = { at: true, program: true, staff: { select: { name: true } } } as const satisfies Prisma.StaffActionSelect;
type Doer = { program: string | null; staff: { name: string } | null };

/** Who did something: somebody who works here, or a program; where the history does not say, somebody. */
export const doerOf = (action: Doer | null): string | CodedText => action?.staff?.name ?? action?.program ?? deskText('somebody');

/** The last time that one of these things was done, for whoever comes second; null where the history does not say. */
export const lastDone = (tx: Prisma.TransactionClient, publicationId: string, { verbs, subject, to }: Done) =>
  tx.staffAction.findFirst({
    where: { publicationId, ...(subject !== undefined && { subject }), verb: { in: [...verbs] }, ...(to !== undefined && { to }) },
    orderBy: { at: 'desc' },
    select: DOER,
  });

/** Who did one of these things last. */
export const whoDid = async (tx: Prisma.TransactionClient, publicationId: string, done: Done): Promise<string | CodedText> =>
  doerOf(await lastDone(tx, publicationId, done));
