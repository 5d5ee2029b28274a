// npm run ui: a page that shows every component in its states.
import { run } from './run.ts';

const { code } = await run('npm', ['run', 'ui', '-w', 'packages/ui']);
process.exit(code);
