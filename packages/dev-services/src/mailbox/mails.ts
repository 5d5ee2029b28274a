import { openDatabase } from '../open-database.ts';
import { isTo, type Mail } from './mail.ts';

export type Wait = { after?: number; timeout?: number; signal?: AbortSignal };
export type Mails = ReturnType<typeof openMails>;

/** The mails that were caught, in SQLite so that they outlive the process when there is a file. */
export function openMails(file?: string) {
  const database = openDatabase(file);
  database.exec('CREATE TABLE IF NOT EXISTS mails (id INTEGER PRIMARY KEY AUTOINCREMENT, mail TEXT NOT NULL, raw BLOB NOT NULL)');
  const insert = database.prepare('INSERT INTO mails (mail, raw) VALUES (?, ?)');
  const select = database.prepare('SELECT id, mail FROM mails ORDER BY id');
  const selectRaw = database.prepare('SELECT raw FROM mails WHERE id = ?');
  const mails = select.all().map((row): Mail => ({ ...JSON.parse(String(row.mail)), id: Number(row.id) }));
  const waiting = new Set<() => void>();
  let revision = 0;

  function find(to: string, after: number): Mail | undefined {
    return mails.find((mail) => mail.id > after && isTo(mail, to));
  }

  return {
    /** Oldest first; with an address only the mails to it. */
    list: (to?: string): Mail[] => mails.filter((mail) => to === undefined || isTo(mail, to)),
    get: (id: number): Mail | undefined => mails.find((mail) => mail.id === id),
    raw(id: number): Uint8Array | undefined {
      const raw = selectRaw.get(id)?.raw;
      return raw instanceof Uint8Array ? raw : undefined;
    },
    add(mail: Omit<Mail, 'id'>, raw: Buffer): void {
      const id = Number(insert.run(JSON.stringify(mail), raw).lastInsertRowid);
      mails.push({ ...mail, id });
      revision++;
      for (const look of waiting) look();
    },
    /** The first mail to the address after that id, now or within `timeout` milliseconds. */
    async next(to: string, { after = 0, timeout = 10_000, signal }: Wait = {}): Promise<Mail> {
      const { promise, resolve, reject } = Promise.withResolvers<Mail>();
      const giveUp = () => reject(new Error(`No mail to ${to} within ${timeout} ms.`));
      const look = () => {
        const mail = find(to, after);
        if (mail) resolve(mail);
      };
      const timer = setTimeout(giveUp, timeout);
      signal?.addEventListener('abort', giveUp);
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        waiting.delete(look);
      });
    },
    clear(): void {
      database.exec('DELETE FROM mails');
      mails.length = 0;
      revision++;
    },
    revision: () => revision,
    close: () => database.close(),
  };
}
