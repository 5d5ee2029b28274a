// npm run publication:apply: writes services/commerce-api/publication to the database. Repeatable; never loses stock or
// orders.
import { prepare } from './prepare.ts';
import { run } from './run.ts';

await prepare();
const { code } = await run(process.execPath, ['services/commerce-api/src/main/apply-publication-main.ts', ...process.argv.slice(2)]);
process.exit(code);
