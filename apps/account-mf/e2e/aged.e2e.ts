// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

/** No country can be chosen where there are none. */
const NEEDED = /^removed shipping.*$/;

agedTests({ active: ['publication', 'bot_check', 'stripe', 'subscriber', 'logins'], address: ['subscriber', 'shipping'] }, NEEDED);
