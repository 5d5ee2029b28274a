import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';

const service = path.join(root, 'services/commerce-api');

/** Makes the Prisma client where it is missing or older than its schema. */
export async function prepare(): Promise<void> {
  const stamp = path.join(dataDir, 'prisma-client.sha256');
  const want = createHash('sha256')
    .update(readFileSync(path.join(service, 'prisma/schema.prisma')))
    .update(readFileSync(path.join(service, 'package.json')))
    .digest('hex');
  if (existsSync(path.join(service, 'generated')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  console.log('Generating the database client …');
  const { code, output } = await run('npm', ['run', '--silent', 'generate', '-w', 'services/commerce-api'], { quiet: true });
  if (code !== 0) throw new Error(`The database client could not be generated:\n${output}`);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(stamp, want);
}
