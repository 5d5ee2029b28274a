// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

/** What is not a field but all of them. */
const NEEDED = /^removed publication(\.settings)?$/;

agedTests({ page: ['page', 'publication', 'account', 'logins'] }, NEEDED);
