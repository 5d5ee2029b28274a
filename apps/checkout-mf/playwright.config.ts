import { standAloneTests } from '@newsstand/build/stand-alone-tests';

export default standAloneTests({ variable: 'CHECKOUT_PORT', port: 4301 });
