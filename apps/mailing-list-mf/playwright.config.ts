import { standAloneTests } from '@newsstand/build/stand-alone-tests';

export default standAloneTests({ variable: 'MAILING_LIST_PORT', port: 4312, height: 900 });
