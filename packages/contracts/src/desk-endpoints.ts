import type { DeskEndpoint } from './desk-endpoint.ts';
import { findEndpoints } from './desk-endpoints-find.ts';
import { historyEndpoints } from './desk-endpoints-history.ts';
import { importsEndpoints } from './desk-endpoints-imports.ts';
import { issuesEndpoints } from './desk-endpoints-issues.ts';
import { moneyEndpoints } from './desk-endpoints-money.ts';
import { parcelsEndpoints } from './desk-endpoints-parcels.ts';
import { postEndpoints } from './desk-endpoints-post.ts';
import { readersEndpoints } from './desk-endpoints-readers.ts';
import { reportsEndpoints } from './desk-endpoints-reports.ts';
import { sessionEndpoints } from './desk-endpoints-session.ts';
import { staffEndpoints } from './desk-endpoints-staff.ts';

export type { DeskEndpoint };

/** The calls of the publisher’s desk, by its rooms. They are served at the desk's own origin and nowhere else. */
export const deskEndpoints = {
  ...sessionEndpoints,
  ...staffEndpoints,
  ...historyEndpoints,
  ...findEndpoints,
  ...readersEndpoints,
  ...moneyEndpoints,
  ...issuesEndpoints,
  ...postEndpoints,
  ...parcelsEndpoints,
  ...importsEndpoints,
  ...reportsEndpoints,
} as const satisfies Record<string, DeskEndpoint>;
