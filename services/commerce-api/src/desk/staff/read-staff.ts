import { DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskStaff } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import { staffVersion } from './change-staff.ts';
import { openKeyLinks } from './mail-key-link.ts';
import type { Deps } from '../../publication/deps.ts';

type Row = { id: string; name: string; email: string; roles: string[]; disabled: Date | null; keys: number };

/** Everybody who works here, by name. */
export async function readStaff({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<v.InferOutput<typeof DeskStaff>> {
  const rows = await db.$queryRaw<Row[]>`
    select s.id, s.name, s.email, s.roles, s.disabled, (select count(*)::int from staff_key k where k.staff_id = s.id) as keys
    from staff s where s.publication_id = ${config.publicationId} and (not s.sample or ${config.desk?.samples === true})
    order by s.name, s.id`;
  const links = await openKeyLinks(
    { db, clock },
    rows.map(({ id }) => id),
  );
  return {
    staff: rows.map(({ id, name, email, roles, disabled, keys }) => ({
      id,
      version: staffVersion({ roles, disabled }),
      name,
      email,
      roles: v.parse(v.array(DeskRole), roles),
      disabled: disabled?.toISOString() ?? null,
      keys,
      invited: links.get(id) ?? null,
    })),
  };
}
