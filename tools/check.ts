// npm run check: everything that needs no browser and no test run, in seconds. Ends with the count that `npm test` adds up.
import { errorCatalogue } from './error-catalogue.ts';
import { prepare } from './prepare.ts';
import { root } from './root.ts';
import { run } from './run.ts';
import { specificationCoverage } from './specification-coverage.ts';
import type { Tally } from './tally.ts';

type Check = { name: string; check: () => Promise<string | null> };

const command =
  (name: string, args: string[], cwd = root) =>
  async () => {
    const { code, output } = await run(name, args, { quiet: true, cwd });
    return code === 0 ? null : output;
  };

/** Two programs, of what runs in browsers and of what does not: one for each workspace checked what they share sixteen times, and took four times as long. */
const typecheck = async () => {
  const results = await Promise.all(['browser', 'server'].map((side) => run('tsc', ['-p', `tsconfig.${side}.json`], { quiet: true })));
  return results.every((result) => result.code === 0) ? null : results.map((result) => result.output).join('');
};

const checks: Check[] = [
  { name: 'format (oxfmt)', check: command('oxfmt', ['--check', '.']) },
  { name: 'lint and layers (oxlint)', check: command('oxlint', ['--type-aware', '--deny-warnings', '.']) },
  { name: 'types (tsc)', check: typecheck },
  { name: 'boundaries between packages (turbo)', check: command('turbo', ['boundaries']) },
  { name: 'unused code (knip)', check: command('knip', []) },
  { name: 'one version of each package (sherif)', check: command('sherif', []) },
  {
    name: 'migrations agree with the schema (prisma)',
    check: command('npm', ['run', '--silent', 'db:check', '-w', 'services/commerce-api']),
  },
  { name: 'specification coverage', check: specificationCoverage },
  { name: 'error catalogue', check: errorCatalogue },
];

/** Runs every check, prints a line for each, and counts them. */
export async function check(): Promise<Tally> {
  await prepare();
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, check: perform } of checks) {
    const start = performance.now();
    const problem = await perform();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (problem === null) {
      tally.passed += 1;
      console.log(`  ✓ ${name} (${seconds} s)`);
    } else {
      tally.failed += 1;
      console.log(`  ✗ ${name} (${seconds} s)\n${problem.trim()}\n`);
    }
  }
  return tally;
}

if (import.meta.main) {
  const { passed, failed } = await check();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
