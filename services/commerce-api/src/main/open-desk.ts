import { createDeskApp } from '../api/desk/desk-app.ts';
import { hasKey } from '../desk/staff/can-sign-in.ts';
import { openDeskDb } from '../desk/open-desk-db.ts';
import type { Config } from '../platform/config/config.ts';
import { listen } from '../platform/http/listen.ts';
import type { Running } from '../platform/running.ts';
import type { Deps } from '../publication/deps.ts';

/** Opens the desk, on a port of its own, with connections of its own. */
export async function openDesk(deps: Deps, { port, url }: NonNullable<Config['desk']>): Promise<Running> {
  const { config, log } = deps;
  const db = openDeskDb(deps);
  const server = await listen(createDeskApp({ ...deps, db }), { ...config, port });
  log.info({ desk: url, desk_port: server.port }, 'the desk is open');
  const able = await deps.db.$queryRaw<unknown[]>`
    select from staff s where s.publication_id = ${config.publicationId} and s.disabled is null and ${hasKey} limit 1`;
  if (able.length === 0) {
    log.info('nobody has a passkey for the desk yet: npm run desk:invite -- <address> --role publisher');
  }
  return { stop: () => server.stop().finally(() => db.$disconnect()) };
}
