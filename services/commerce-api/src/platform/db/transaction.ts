import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Prisma, PrismaClient } from '../../../generated/prisma/client.ts';
import { SECOND } from '../duration.ts';

type Tx = Prisma.TransactionClient;
export type Level = Prisma.TransactionIsolationLevel;

/** Prisma's transaction, and when it has ended; `end` ends it. */
type Joined = { tx: Promise<Tx>; over: Promise<void>; end: PromiseWithResolvers<void> };

/** Prisma waits for the end that is said here, and has a limit of its own besides. */
const LONGER = 10 * SECOND;

const joining = new AsyncLocalStorage<Transaction>();

/**
 * A transaction on a connection of the pool: `BEGIN`, `COMMIT` and the limit of time are sent by `pg`. Only where one
 * of Prisma's own calls is made in it does Prisma begin a transaction, too, and is led to this connection, whose
 * `BEGIN` has been sent (decision 008).
 */
export class Transaction {
  #connection: pg.PoolClient;
  #isOpen = true;
  #joined: Joined | null = null;
  /** What PostgreSQL answered when it was to keep the transaction. */
  #kept: string | null = null;
  readonly #onError: (error: Error) => void;

  private constructor(connection: pg.PoolClient, onError: (error: Error) => void) {
    this.#connection = connection;
    this.#onError = onError;
    // An error of a connection that nobody hears ends the process.
    connection.on('error', onError);
  }

  static async begin(pool: pg.Pool, level: Level | undefined, onError: (error: Error) => void): Promise<Transaction> {
    const transaction = new Transaction(await pool.connect(), onError);
    try {
      await transaction.#connection.query(level ? `BEGIN ISOLATION LEVEL ${words(level)}` : 'BEGIN');
      return transaction;
    } catch (error) {
      transaction.#release(error);
      throw error;
    }
  }

  /** Throws when the transaction has ended, or its time is over: the connection is another's by then, or soon. */
  connection(): pg.PoolClient {
    if (!this.#isOpen) throw new TransactionOverError();
    return this.#connection;
  }

  /** Prisma's transaction on this connection. */
  async joined(client: PrismaClient, timeout: number): Promise<Tx> {
    this.connection();
    this.#joined ??= this.#join(client, timeout + LONGER);
    return this.#joined.tx;
  }

  #join(client: PrismaClient, timeout: number): Joined {
    const end = Promise.withResolvers<void>();
    // Of one that ends before Prisma has begun nobody else hears.
    end.promise.catch(() => undefined);
    const { promise: tx, resolve, reject } = Promise.withResolvers<Tx>();
    const work = (begun: Tx) => {
      resolve(begun);
      return end.promise;
    };
    const over = joining.run(this, () => client.$transaction(work, { timeout }));
    over.catch(reject);
    return { tx, over, end };
  }

  /** A statement of Prisma's on this connection. */
  async send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = await this.#connection.query(query);
    if (query.text === 'COMMIT') this.#kept = answer.command;
    return answer;
  }

  /** Throws when it had ended before, and when nothing of it was kept. */
  async commit(): Promise<void> {
    this.connection();
    await this.#end('COMMIT');
  }

  /** Does nothing when it has ended; what became of it is said already. */
  async rollBack(): Promise<void> {
    if (this.#isOpen) await this.#end('ROLLBACK').catch(() => undefined);
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#isOpen = false;
    try {
      await (this.#joined ? this.#endJoined(how, this.#joined) : this.send({ text: how }));
      if (how === 'COMMIT' && this.#kept !== 'COMMIT') throw new NotCommittedError();
      this.#release();
    } catch (error) {
      this.#release(error);
      throw error;
    }
  }

  /** Prisma sends it. */
  async #endJoined(how: 'COMMIT' | 'ROLLBACK', { over, end }: Joined): Promise<void> {
    if (how === 'COMMIT') {
      end.resolve();
      return over;
    }
    const back = new Error('it is taken back');
    end.reject(back);
    await over.catch((error: unknown) => {
      if (error !== back) throw error;
    });
  }

  #release(error?: unknown): void {
    this.#connection.removeListener('error', this.#onError);
    this.#connection.release(error instanceof Error ? error : error !== undefined);
  }
}

/**
 * The pool as Prisma sees it: where it joins a transaction it is given that one's connection, on which it begins
 * nothing and which it gives back to nobody.
 */
export const joinable = (pool: pg.Pool): pg.Pool =>
  new Proxy(pool, {
    get(target, name) {
      const transaction = name === 'connect' ? joining.getStore() : undefined;
      if (transaction) return async () => withoutFrame(transaction);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** `BEGIN` and its level have been sent. */
const withoutFrame = (transaction: Transaction) => ({
  query: (query: pg.QueryConfig) => (/^(BEGIN|SET TRANSACTION)/.test(query.text) ? Promise.resolve(NOTHING) : transaction.send(query)),
  on: () => undefined,
  removeListener: () => undefined,
  release: () => undefined,
});

/** `ReadCommitted` is `READ COMMITTED`. */
const words = (level: Level): string => level.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase();

/** With Prisma's code for it. */
export class TransactionOverError extends Error {
  readonly code = 'P2028';
  constructor() {
    super('a transaction that has ended, or whose time is over, makes no further statement');
  }
}

/**
 * A statement of it failed and nobody heeded that: PostgreSQL answers such a `COMMIT` with `ROLLBACK`, and without an
 * error.
 */
export class NotCommittedError extends Error {
  constructor() {
    super('a statement of the transaction had failed: nothing of it was kept');
  }
}
