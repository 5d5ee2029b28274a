// npm run sample: fills the magazine that runs here (npm start) with people who subscribe, buy and give, for a look at the desk.
import { dataDir } from './root.ts';
import { run } from './run.ts';

const { code } = await run(process.execPath, ['services/commerce-api/scripts/sample-readers.ts'], { env: { DATA_DIR: dataDir } });
process.exit(code);
