// npm run build: every remote and the shell, as they are deployed.
import { prepare } from './prepare.ts';
import { run } from './run.ts';

await prepare();
const { code } = await run('turbo', ['run', 'build', '--output-logs=errors-only']);
process.exit(code);
