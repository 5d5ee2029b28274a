// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

agedTests({ fresh: ['page', 'publication', 'bot_check'] });
