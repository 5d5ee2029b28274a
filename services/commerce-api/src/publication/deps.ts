import type { Platform } from '../platform/platform.ts';
import type { PublicationSource } from './publication-source.ts';

/** Everything from outside that the service works with. `open-deps.ts` opens the real ones; tests build theirs. */
export type Deps = Platform & {
  /** The publication as it was last applied to the database, by any replica. */
  publication: PublicationSource;
};
