// npm run sample: npm start, with a year of readers and orders behind it where nobody has done anything yet.
import { endWhereItRuns } from './already-running.ts';
import { outsideOf } from './outside.ts';
import { choosePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir } from './root.ts';
import { run } from './run.ts';

await endWhereItRuns(dataDir);
if (outsideOf(process.env).payments === 'stripe') {
  console.error('The year of the sample is paid at the stand-in alone: start this without the keys of Stripe.');
  process.exit(1);
}
const { ports } = await choosePorts();
await prepare();
const env = { DATA_DIR: dataDir, POSTGRES_PORT: String(ports.postgres) };
const { code } = await run(process.execPath, ['services/commerce-api/scripts/sample-readers.ts'], { env });
if (code !== 0) process.exit(code);
await import('./start.ts');
