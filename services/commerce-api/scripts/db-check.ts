// Do the migrations make exactly what the schema says? Prints the difference and ends with an error when they do not.
import { spawnSync } from 'node:child_process';
import { startScratchPostgres } from '../test/scratch-postgres.ts';

const postgres = await startScratchPostgres();
const { status } = spawnSync(
  'prisma',
  ['migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--exit-code'],
  {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, DATABASE_URL: postgres.url },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  },
);
await postgres.stop();
process.exitCode = status ?? 1;
