// npm run desk:invite -- <address> --role publisher: prints a link with which that person makes a passkey for the desk.
import { prepare } from './prepare.ts';
import { run } from './run.ts';

await prepare();
const { code } = await run(process.execPath, ['services/commerce-api/src/main/desk-invite-main.ts', ...process.argv.slice(2)]);
process.exit(code);
