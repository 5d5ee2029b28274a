import { getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-app.ts';
import { openDb } from './db.ts';

test.runIf(process.platform === 'linux')(
  'what PostgreSQL does for the desk comes after what it does for readers, on each of the connections, where it runs on this machine',
  async () => {
    const url = await createTestDatabase();
    const [readers, desk] = [openDb(url, { connections: 1 }), openDb(url, { connections: 2, behindReaders: true })];
    onTestFinished(async () => {
      await Promise.all([readers.$disconnect(), desk.$disconnect()]);
    });
    const priorities = async (db: typeof desk) => {
      const rows = await db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.2)::text`;
      return rows.map(({ pid }) => getPriority(pid));
    };
    const [first = 0] = await priorities(readers);
    const both = await Promise.all([priorities(desk), priorities(desk)]);
    expect(both.flat()).toEqual([first + 5, first + 5]);
  },
);
