import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const Lint = v.object({ problems: v.array(v.object({ ruleId: v.string(), severity: v.string(), message: v.string() })) });

/** What redocly lint finds in an OpenAPI document, by its recommended rules. */
export async function lintOpenapi(document: unknown): Promise<v.InferOutput<typeof Lint>['problems']> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const bin = path.join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js');
  const args = [bin, 'lint', '--extends', 'recommended', '--format', 'json', '--max-problems', '500', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // It ends with 1 where it finds an error, and says so in what it prints.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 1e8 }).catch(
    (error: { stdout: string }) => error,
  );
  await rm(folder, { recursive: true });
  return v.parse(Lint, JSON.parse(stdout)).problems;
}
