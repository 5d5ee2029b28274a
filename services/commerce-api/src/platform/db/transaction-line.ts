import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

const opening = new AsyncLocalStorage<TransactionLine | null>();

/** Leads from a transaction of Prisma's to its connection: from its `BEGIN` until its `COMMIT` or `ROLLBACK` is sent, and no statement further. */
export class TransactionLine {
  #connection: pg.Client | null = null;

  /** The transaction that Prisma begins first in `begin` is this line's. */
  open<Answer>(begin: () => Answer): Answer {
    return opening.run(this, begin);
  }

  /** Transactions that are begun in `work` are others. */
  static leave<Answer>(work: () => Answer): Answer {
    return opening.run(null, work);
  }

  /** Throws, as Prisma would, when the transaction has ended, or Prisma has ended it because its time was over: the connection is another's by then, or soon. */
  connection(): pg.Client {
    if (this.#connection === null) throw new TransactionOverError();
    return this.#connection;
  }

  /** Prisma's transaction, which ends this line with its own end. */
  follow(transaction: Transaction): Transaction {
    const client: unknown = Reflect.get(transaction, 'client');
    if (!(client instanceof pg.Client)) throw new Error('Prisma’s transaction has no connection of `pg`');
    this.#connection = client;
    const send = transaction.executeRaw.bind(transaction);
    transaction.executeRaw = (query) => {
      if (query.sql === 'COMMIT' || query.sql === 'ROLLBACK') this.#connection = null;
      return send(query);
    };
    return transaction;
  }
}

/** Prisma's adapter, which tells a line of its transaction. */
export class LeadingAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => {
      const line = opening.getStore();
      const transaction = await start(level);
      return line ? line.follow(transaction) : transaction;
    };
    return adapter;
  }
}

/** With Prisma's code for it. */
class TransactionOverError extends Error {
  readonly code = 'P2028';
  constructor() {
    super('a transaction that has ended, or whose time is over, makes no further statement');
  }
}
