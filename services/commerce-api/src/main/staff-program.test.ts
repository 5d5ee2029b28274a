// @module-tag ci
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programEnv } from '../../test/program-env.ts';

/** Runs a program of staff's, with nothing configured that it could start. */
function program(file: string, ...args: string[]): { status: number | null; out: string; err: string } {
  const env = programEnv({ DATABASE_URL: 'postgresql://127.0.0.1:9/nobody' });
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...args], { encoding: 'utf8', env });
  return { status, out: stdout, err: stderr };
}

describe('a program that staff starts', () => {
  test.each([
    ['end-sessions-main.ts', 'npm run end-sessions'],
    ['admin-view-main.ts', 'npm run admin-view'],
    ['renewals-main.ts', 'npm run renewals'],
    ['invoice-main.ts', 'npm run invoice'],
    ['apply-publication-main.ts', 'npm run publication:apply'],
    ['release-issue-main.ts', 'npm run release-issue'],
  ])('%s tells with --help how it is used, and does nothing', (file, usage) => {
    expect(program(file, '--help')).toMatchObject({ status: 0, out: expect.stringContaining(usage), err: '' });
  });

  test('tells what is wrong with its arguments, and how it is used, without a stack', () => {
    const { status, err } = program('invoice-main.ts', '--dryrun');
    expect(status).toBe(1);
    expect(err).toContain("Unknown option '--dryrun'");
    expect(err).toContain('npm run invoice -- open');
    expect(err).not.toContain('    at ');
  });

  test('says which of the words of an invitation is none of an address or a role', () => {
    const { status, err } = program('desk-invite-main.ts', 'foo', '--role', 'king');
    expect([status, err.split('\n').slice(0, 2)]).toEqual([1, ['foo is no e-mail address.', 'No such role: king.']]);
  });

  test('tells of a file that is not there, without a stack', () => {
    const { status, err } = program('invoice-main.ts', 'nobody-wrote-this.json');
    expect([status, err]).toEqual([1, expect.stringMatching(/^ENOENT: no such file or directory.*nobody-wrote-this\.json'\n$/)]);
  });
});
