import { DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskStaff } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';

/** Everybody who works here, by name. */
export async function readStaff({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<v.InferOutput<typeof DeskStaff>> {
  const rows = await db.staff.findMany({
    where: { publicationId: config.publicationId, ...(config.desk?.samples !== true && { sample: false }) },
    include: { _count: { select: { keys: true } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return {
    staff: rows.map(({ name, email, roles, disabled, _count }) => ({
      name,
      email,
      roles: v.parse(v.array(DeskRole), roles),
      disabled: disabled?.toISOString() ?? null,
      keys: _count.keys,
    })),
  };
}
