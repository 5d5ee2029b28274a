// npm run check: everything that needs no browser and no test run, in a minute. Ends with the count that `npm test`
// adds up.
import { availableParallelism } from 'node:os';
import { errorCatalogue } from './error-catalogue.ts';
import { floors } from './floors.ts';
import { houseProblems } from './house.ts';
import { prepare } from './prepare.ts';
import { quotedTestProblems } from './quoted-tests.ts';
import { root } from './root.ts';
import { run } from './run.ts';
import { statementProblems } from './statements.ts';
import { addTally, belongsTo, CI, type Extent, failing, nothing, type Tally, tallyLine } from './tally.ts';
import { variableProblems } from './variables.ts';

/** `ci`: of every change, and not of `npm test`. */
type Check = { name: string; check: () => Promise<string | null>; ci?: true };

const command =
  (name: string, args: string[], cwd = root) =>
  async () => {
    const { code, output } = await run(name, args, { quiet: true, cwd });
    return code === 0 ? null : output;
  };

/**
 * One program: one for each workspace checked what they share sixteen times, and two, of what runs in browsers and of
 * what does not, a fourth of it twice. By its path: which of two packages' `tsc` npm links, ours or the older one of
 * the emulator's contract generator (three times as slow), is chance. What was checked before is kept, so that only
 * what a change reaches is checked anew. In one thread where tests run beside it on two cores: four that each learn the
 * same types took 63 s of the processor, one takes 38.
 */
const typecheck = async () => {
  const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc/all.tsbuildinfo'];
  const threads = availableParallelism() > 2 ? [] : ['--singleThreaded'];
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.all.json', ...kept, ...threads];
  const { code, output } = await run(process.execPath, tsc, { quiet: true });
  return code === 0 ? null : output;
};

const checks: Check[] = [
  { name: 'format (oxfmt)', check: command('oxfmt', ['--check', '.']) },
  { name: 'lint and layers (oxlint)', check: command('oxlint', ['--deny-warnings', '.']) },
  // Twenty rules more, which need types (a promise that nobody waits for), cost ten times as much: more than tsc.
  { name: 'lint by types (oxlint, tsgolint)', check: command('oxlint', ['--type-aware', '--deny-warnings', '.']), ci: true },
  { name: 'types (tsc)', check: typecheck },
  { name: 'boundaries between packages (turbo)', check: command('turbo', ['boundaries']) },
  { name: 'floors of the service', check: floors },
  // This, and the two below that only CI asks, read every test or source again.
  { name: 'pages and pictures of the house', check: async () => houseProblems(), ci: true },
  { name: 'unused code (knip)', check: command('knip', []), ci: true },
  { name: 'one version of each package (sherif)', check: command('sherif', []) },
  {
    name: 'migrations agree with the schema (prisma)',
    check: command('npm', ['run', '--silent', 'db:check', '-w', 'services/commerce-api']),
    // Every test stands on the migrations, and reads its tables by the schema.
    ci: true,
  },
  { name: 'statements of the specification', check: async () => statementProblems() },
  { name: 'rules of the login (docs/asvs.md)', check: async () => quotedTestProblems('docs/asvs.md'), ci: true },
  { name: 'error catalogue', check: errorCatalogue, ci: true },
  { name: 'reference of variables', check: async () => variableProblems() },
];

/** Runs the checks of that extent, prints a line for each, and counts them. */
export async function check(extent: Exclude<Extent, 'long'> = 'all'): Promise<Tally> {
  await prepare();
  let tally = nothing();
  for (const { name, check: perform } of checks.filter((one) => belongsTo(extent, one.ci ? [CI] : []))) {
    const start = performance.now();
    const problem = await perform();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (problem === null) {
      tally.passed += 1;
      console.log(`  ✓ ${name} (${seconds} s)`);
    } else {
      tally = addTally(tally, failing(name, 'npm run check', problem));
      console.log(`  ✗ ${name} (${seconds} s)\n${problem.trim()}\n`);
    }
  }
  return tally;
}

if (import.meta.main) {
  const tally = await check();
  console.log(tallyLine(tally));
  process.exit(tally.failed === 0 ? 0 : 1);
}
