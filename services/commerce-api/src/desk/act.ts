import { AsyncLocalStorage } from 'node:async_hooks';
import type { InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import { Prisma } from '../../generated/prisma/client.ts';
import * as v from 'valibot';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { deskText } from '../publication/texts/desk-texts.ts';
import { DOER, doerOf } from './done-by.ts';

/** Who does something: somebody who is signed in, by their id, or a program that was started in a shell. */
export type Actor = { person: string } | { program: string };

export type Action = {
  /** Made by whoever asks, before they ask: asked again, the action is done already. */
  id: string;
  verb: string;
  /** What it is done to, as the history names it: `note`, an order's number. */
  subject: string;
  /** The reader whom it concerns. */
  owner?: string;
  reason?: string;
  /** The action that it takes back. */
  undoes?: string;
  network?: string;
  /** Only says what would happen: everything is done, and then rolled back. */
  dry?: boolean;
  /** How long it may take, in milliseconds, where that is longer than the desk waits otherwise. */
  limit?: number;
};

/** What the call asks for that is being answered, as a hash: `serveDesk` says it, so that no verb can forget to. */
export const asking = new AsyncLocalStorage<string>();

type Json = Prisma.InputJsonValue;
/**
 * What an action was: `from` and `to` are what a reader's data were and are, and go when the reader is erased; `result`
 * is what is answered; `owners`: whose things it touched, beside its own reader's, so that it stands in their history,
 * too.
 */
export type Done<Result> = { from?: Json; to?: Json; owners?: readonly string[]; result: Result };

/** The unpaid invoices that an action gave up, as it keeps them: their pages tell by it who did. */
export const keptInvoices = (given: readonly InvoiceGivenUp[]): { invoices?: string[] } =>
  given.length === 0 ? {} : { invoices: given.map(({ number }) => number) };

/** Ends the transaction of what was only to be tried. */
class Tried extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('only tried');
    this.result = result;
  }
}

/**
 * Does one thing for the publisher: one transaction, and in it one row of `staff_action`, so that there is no effect
 * without a row. Whoever asks a second time with the same id waits for the first and is answered with what came of it;
 * whoever asks for something else with it is refused (409). `schema` is of the result.
 */
export async function act<Result extends v.GenericSchema>(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  action: Action,
  schema: Result,
  work: (tx: Prisma.TransactionClient) => Promise<Done<v.InferOutput<Result>>>,
): Promise<v.InferOutput<Result>> {
  const asked = asking.getStore() ?? '';
  try {
    return await deps.db.$transaction(
      async (tx) => {
        // Whoever sends the same again, and two people who do something for one reader, have their turn.
        await tx.$queryRaw`select 1 from (
        select pg_advisory_xact_lock(hashtextextended(${action.id}, 0)),
          case when ${action.owner ?? null}::text is not null then pg_advisory_xact_lock(hashtextextended(${action.owner ?? null}::text, 1)) end
      ) locked`;
        const before = await tx.staffAction.findUnique({ where: { id: action.id } });
        if (before) {
          if (before.asked !== asked || !isSameAction(before, actor, action)) throw new Refusal(409, deskText('sent_before'));
          return v.parse(schema, before.result);
        }
        if (action.undoes !== undefined) await mustStand(tx, action.undoes);
        const { from, to, owners = [], result } = await work(tx);
        if (action.dry === true) throw new Tried(result);
        await tx.staffAction.create({
          data: {
            id: action.id,
            publicationId: deps.config.publicationId,
            staffId: 'person' in actor ? actor.person : null,
            program: 'program' in actor ? actor.program : null,
            verb: action.verb,
            subject: action.subject,
            ownerId: action.owner ?? null,
            others: [...new Set(owners)].filter((owner) => owner !== action.owner),
            reason: action.reason ?? '',
            from: from ?? Prisma.DbNull,
            to: to ?? Prisma.DbNull,
            result: (result ?? Prisma.JsonNull) as Json,
            undoes: action.undoes ?? null,
            asked,
            network: action.network ?? '',
            at: deps.clock(),
          },
        });
        return result;
      },
      action.limit === undefined ? {} : { timeout: action.limit },
    );
  } catch (error) {
    if (error instanceof Tried) return v.parse(schema, error.result);
    throw error;
  }
}

/** Refuses (409) what was taken back already, by whom. */
async function mustStand(tx: Prisma.TransactionClient, undoes: string): Promise<void> {
  const first = await tx.staffAction.findUnique({ where: { undoes }, select: DOER });
  if (first === null) return;
  throw new Refusal(409, deskText('already_taken_back', { who: doerOf(first), day: first.at }));
}

type Row = { staffId: string | null; program: string | null; verb: string; subject: string; ownerId: string | null };

function isSameAction(row: Row, actor: Actor, { verb, subject, owner }: Action): boolean {
  const isTheirs = 'person' in actor ? row.staffId === actor.person : row.program === actor.program;
  return isTheirs && row.verb === verb && row.subject === subject && row.ownerId === (owner ?? null);
}
