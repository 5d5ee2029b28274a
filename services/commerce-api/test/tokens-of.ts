import type { Deps } from '../src/publication/deps.ts';

/** What is called a token and opens nothing without its reader's cookie: `another-reader.test.ts` shows it. */
const NO_BEARER = ['subscription.token'];

export type Token = { place: string; value: string };

/** The values of every column of the database that holds a token, a secret or the hash of one. */
export async function tokensOf({ db }: Pick<Deps, 'db'>): Promise<Token[]> {
  const columns: { place: string; table: string; column: string }[] = await db.$queryRaw`
    select table_name || '.' || column_name as place, table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name ~ 'token|secret|hash' and data_type in ('text', 'character varying') order by 1`;
  const found = await Promise.all(
    columns
      .filter(({ place }) => !NO_BEARER.includes(place))
      .map(async ({ place, table, column }) => {
        const rows: { value: string }[] = await db.$queryRawUnsafe(
          `select distinct "${column}" as value from "${table}" where length("${column}") > 7`,
        );
        return rows.map(({ value }) => ({ place, value }));
      }),
  );
  return found.flat();
}
