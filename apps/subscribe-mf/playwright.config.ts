import { standAloneTests } from '@newsstand/build/stand-alone-tests';

export default standAloneTests({ variable: 'SUBSCRIBE_PORT', port: 4313 });
