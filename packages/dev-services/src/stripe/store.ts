import type { Stripe } from 'stripe';
import { openDatabase } from '../open-database.ts';
import type { Delivery, Instrument, SavedAnswer, StripeEvent } from './records.ts';

/** Everything that the emulator remembers. */
export type Records = {
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  payment_method: Stripe.PaymentMethod;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  instrument: Instrument;
  event: StripeEvent;
  delivery: Delivery;
  saved_answer: SavedAnswer;
};
export type Kind = keyof Records;
export type Page<T> = { limit?: number; after?: string; where?: (record: T) => boolean };
export type Store = ReturnType<typeof openStore>;

/**
 * The emulator's memory, in SQLite so that a kill in the middle of a request leaves the state before or after it, never
 * between. Records come out as fresh copies: change one by putting it back.
 */
export function openStore(file?: string) {
  const database = openDatabase(file);
  database.exec(
    'CREATE TABLE IF NOT EXISTS records (position INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (kind, id))',
  );
  const select = database.prepare('SELECT json FROM records WHERE kind = ? AND id = ?');
  const upsert = database.prepare(
    'INSERT INTO records (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const newest = database.prepare(
    'SELECT json FROM records WHERE kind = ?1 AND position < coalesce((SELECT position FROM records WHERE kind = ?1 AND id = ?2), 9e15) ORDER BY position DESC',
  );
  const count = database.prepare('SELECT count(*) AS count FROM records WHERE kind = ?');
  let revision = 0;

  return {
    get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
      const row = select.get(kind, id);
      return row && read<K>(row);
    },
    put<K extends Kind>(kind: K, record: Records[K]): Records[K] {
      revision++;
      upsert.run(kind, record.id, JSON.stringify(record));
      return record;
    },
    remove(kind: Kind, id: string): void {
      revision++;
      remove.run(kind, id);
    },
    /** Newest first. */
    list<K extends Kind>(kind: K, { limit = Infinity, after = '', where = () => true }: Page<Records[K]> = {}): Records[K][] {
      const found: Records[K][] = [];
      for (const row of newest.iterate(kind, after)) {
        const record = read<K>(row);
        if (where(record)) found.push(record);
        if (found.length >= limit) break;
      }
      return found;
    },
    count: (kind: Kind) => Number(count.get(kind)?.count),
    transaction<T>(work: () => T): T {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    clear(): void {
      revision++;
      database.exec('DELETE FROM records');
    },
    /** Grows with each change: the dashboard asks for it to know when to draw anew. */
    revision: () => revision,
    close: () => database.close(),
  };
}

function read<K extends Kind>(row: Record<string, unknown>): Records[K] {
  // `put` is the only writer of this table, and it takes the kind's own type.
  return JSON.parse(String(row.json)) as Records[K];
}
