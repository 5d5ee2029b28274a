// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

/** What is not a field but all of them. */
const NEEDED = /^removed publication$/;

agedTests({ fresh: ['page', 'publication', 'bot_check'] }, NEEDED);
