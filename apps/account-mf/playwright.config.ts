import { standAloneTests } from '@newsstand/build/stand-alone-tests';

export default standAloneTests({ variable: 'ACCOUNT_PORT', port: 4315 });
