import { levelWords, zoneWords } from '@newsstand/contracts/name-words';
import * as v from 'valibot';
import type { Db } from '../platform/db/db.ts';
import { namesOf } from './names-of.ts';
import { PublishedData } from './published-data.ts';

/** The publication as it was last applied to the database, by whichever replica. */
export type PublicationSource = {
  /** As this process last read it; for texts that may be a moment old. */
  cached(): PublishedData;
  /** As of a revision that a statement just read: asks the database only when this process has an older copy. */
  at(revision: number): Promise<PublishedData>;
  /** As it is now: one small statement. */
  now(): Promise<PublishedData>;
};

/** Fails when no publication of that id was applied. */
export async function openPublication(db: Db, id: string): Promise<PublicationSource> {
  let copy = await load(db, id);
  const at = async (revision: number): Promise<PublishedData> => {
    if (copy.revision !== revision) copy = await load(db, id);
    return copy.data;
  };
  return {
    cached: () => copy.data,
    at,
    now: async () => {
      const [row] = await db.$queryRaw<{ revision: number }[]>`select revision from publication where id = ${id}`;
      return at(row?.revision ?? copy.revision);
    },
  };
}

async function load(db: Db, id: string): Promise<{ revision: number; data: PublishedData }> {
  const row = await db.publication.findUnique({ where: { id }, select: { revision: true, data: true } });
  if (!row) throw new Error(`There is no publication ${id} in the database: run npm run publication:apply`);
  return { revision: row.revision, data: withNames(v.parse(PublishedData, row.data)) };
}

/** The names of zones and levels go among its words: whatever is made of those, here and in every remote, says them. */
function withNames(data: PublishedData): PublishedData {
  const { zones, levels } = namesOf(data);
  return { ...data, messages: { ...zoneWords(zones), ...levelWords(levels), ...data.messages } };
}
