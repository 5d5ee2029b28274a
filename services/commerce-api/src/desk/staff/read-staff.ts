import { DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskStaff } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import { staffVersion } from './change-staff.ts';
import { openKeyLinks } from './mail-key-link.ts';
import type { Deps } from '../../publication/deps.ts';

/** Everybody who works here, by name. */
export async function readStaff({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<v.InferOutput<typeof DeskStaff>> {
  const rows = await db.staff.findMany({
    where: { publicationId: config.publicationId, ...(config.desk?.samples !== true && { sample: false }) },
    include: { _count: { select: { keys: true } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  const links = await openKeyLinks(
    { db, clock },
    rows.map(({ id }) => id),
  );
  return {
    staff: rows.map(({ id, name, email, roles, disabled, _count }) => ({
      id,
      version: staffVersion({ roles, disabled }),
      name,
      email,
      roles: v.parse(v.array(DeskRole), roles),
      disabled: disabled?.toISOString() ?? null,
      keys: _count.keys,
      invited: links.get(id) ?? null,
    })),
  };
}
