import { standAloneTests } from '@newsstand/build/stand-alone-tests';

export default standAloneTests({ variable: 'LOGIN_PORT', port: 4770, height: 900 });
