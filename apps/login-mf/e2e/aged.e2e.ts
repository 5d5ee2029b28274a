// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

agedTests({ page: ['page', 'publication', 'account', 'logins'] });
