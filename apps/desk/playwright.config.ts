import { standAloneTests } from '@newsstand/build/stand-alone-tests';

export default standAloneTests({ variable: 'DESK_PAGE_PORT', port: 4316 });
