// npm run test:changed [-- commit]: what the changes since a commit reach (where nothing is said, since this branch
// left main).
import * as v from 'valibot';
import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { runParts } from './parts.ts';
import { prepare } from './prepare.ts';
import { run } from './run.ts';
import { browserTests, browserWorkspaces, unitTests } from './tests.ts';

const Affected = v.object({ packages: v.object({ items: v.array(v.object({ path: v.string() })) }) });

const base = process.argv[2] ?? (await text('git', ['merge-base', 'main', 'HEAD']));
const chromium = await ensureChromium();
await prepare();
const affected = v.parse(Affected, JSON.parse(await text('turbo', ['ls', '--affected', '--output=json'], { TURBO_SCM_BASE: base })));
const workspaces = browserWorkspaces().filter((dir) => affected.packages.items.some(({ path }) => path === dir));
console.log(`Since ${base.slice(0, 12)}; browser tests of ${workspaces.join(', ') || 'no workspace'}. The journeys are npm run journeys.`);

await runParts([
  { name: 'Checks', perform: check },
  { name: 'Tests beside the code', perform: () => unitTests({ changed: base }) },
  { name: 'Browser tests', perform: () => browserTests(chromium, { workspaces }) },
]);

async function text(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run(command, args, { quiet: true, env });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
  return output.slice(Math.max(0, output.indexOf('{'))).trim();
}
