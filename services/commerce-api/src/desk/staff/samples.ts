import type { DeskRole } from '@newsstand/contracts/desk-roles';

/** Who works at the desk of a machine of one's own: one person for each role. Nobody gets mail at `.invalid`. */
export const SAMPLES: Record<DeskRole, { name: string; email: string }> = {
  publisher: { name: 'Ann', email: 'ann@sample.invalid' },
  circulation: { name: 'Bob', email: 'bob@sample.invalid' },
  service: { name: 'Cleo', email: 'cleo@sample.invalid' },
  shop: { name: 'Dev', email: 'dev@sample.invalid' },
  editor: { name: 'Edith', email: 'edith@sample.invalid' },
  accountant: { name: 'Felix', email: 'felix@sample.invalid' },
  developer: { name: 'Gale', email: 'gale@sample.invalid' },
};
